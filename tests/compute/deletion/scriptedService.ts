import { actingTab, type Tab } from './tabsInOneProcess.ts';

/** The response of the service, or of the network, to the next delete. */
export type Manner =
  | 'well'
  | 'accepted'
  | 'slowly'
  | 'never'
  | 'cut off'
  | 'conflict'
  | 'unauthorized'
  | 'too many'
  | 'too many for a while'
  | 'too many for long'
  | 'broken'
  | 'other workspace'
  | 'other name';

type Sent = {
  key: string;
  target: string;
  tab: Tab | undefined;
  status: number | null;
  isOpen: boolean;
};

/**
 * Replaces `fetch` with a service that deletes its instances and responds as scripted. It deletes even if the tab was closed
 * after its request, but that tab gets no response.
 */
export function scriptedService(instanceIds: readonly string[]) {
  const present = new Set(instanceIds);
  const sent: Sent[] = [];
  const script = { manner: 'well' as Manner };

  function answer(id: string, manner: Manner): Response {
    if (manner === 'unauthorized') return json(401, { message: 'No.', statusCode: 401 });
    if (manner === 'conflict') return json(409, { message: 'Busy.', statusCode: 409 });
    if (manner === 'too many') return json(429, { message: 'Wait.' }, { 'Retry-After': '2' });
    if (manner === 'too many for a while') return json(429, { message: 'Wait.' }, { 'Retry-After': '10' });
    if (manner === 'too many for long') return json(429, { message: 'Wait.' }, { 'Retry-After': '360' });
    if (manner === 'broken') return json(500, { message: 'Broken.', statusCode: 500 });
    if (!present.delete(id)) return json(404, { message: 'Not there.', statusCode: 404 });
    const name = manner === 'other name' ? `${id}-renamed` : id;
    const slug = manner === 'other workspace' ? 'beta' : 'acme';
    return json(manner === 'accepted' ? 202 : 200, { id, name, workspace: { slug } });
  }

  async function fetchScripted(input: string, init: RequestInit): Promise<Response> {
    const { manner } = script;
    const tab = actingTab();
    if (tab?.isGone) return new Promise<never>(() => {});
    const id = decodeURIComponent(input.split('/').at(-1) ?? '');
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const one: Sent = { key, target: id, tab, status: null, isOpen: true };
    sent.push(one);
    const wait = { slowly: 5_000, never: 600_000 }[String(manner)] ?? 20;
    try {
      const cutShort = await pause(wait, init.signal ?? null);
      const response = answer(id, manner);
      if (tab?.isGone) return await new Promise<never>(() => {});
      if (cutShort) throw new DOMException('aborted', 'AbortError');
      if (manner === 'cut off') throw new TypeError('network error');
      one.status = response.status;
      return response;
    } finally {
      one.isOpen = false;
    }
  }

  return { script, sent, present, fetch: fetchScripted };
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** Waits for `ms`. Resolves to true if the signal aborts the wait. */
function pause(ms: number, signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
