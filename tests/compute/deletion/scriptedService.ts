import { actingTab, type Tab } from './tabsInOneProcess.ts';

/** How the service, or the network, responds to the next DELETE. */
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

/** The seconds in the Retry-After header of a 429. */
const retryAfter: Partial<Record<Manner, string>> = {
  'too many': '2',
  'too many for a while': '10',
  'too many for long': '360',
};

/**
 * Creates a service whose `fetch` deletes instances and responds as scripted. A DELETE takes effect even if its tab is
 * closed, but a closed tab gets no response.
 */
export function scriptedService(instanceIds: readonly string[]) {
  const present = new Set(instanceIds);
  const sent: Sent[] = [];
  const script = { manner: 'well' as Manner };

  function respond(id: string, manner: Manner): Response {
    if (manner === 'unauthorized') return json(401, { message: 'No.', statusCode: 401 });
    if (manner === 'conflict') return json(409, { message: 'Busy.', statusCode: 409 });
    const wait = retryAfter[manner];
    if (wait !== undefined) return json(429, { message: 'Wait.' }, { 'Retry-After': wait });
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
    const request: Sent = { key, target: id, tab, status: null, isOpen: true };
    sent.push(request);
    const delayMs = { slowly: 5_000, never: 600_000 }[String(manner)] ?? 20;
    try {
      const isAborted = await pause(delayMs, init.signal ?? null);
      const response = respond(id, manner);
      if (tab?.isGone) return await new Promise<never>(() => {});
      if (isAborted) throw new DOMException('aborted', 'AbortError');
      if (manner === 'cut off') throw new TypeError('network error');
      request.status = response.status;
      return response;
    } finally {
      request.isOpen = false;
    }
  }

  return { script, sent, present, fetch: fetchScripted };
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** Waits for `ms`, or until the signal is aborted. Resolves with true if the signal was aborted. */
function pause(ms: number, signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
