import { getCurrentTab, type Tab } from './simulateBrowser.ts';

/** The response of the service or the network to a DELETE. */
export type ScriptedResponse =
  | 'deleted'
  | 'accepted'
  | 'deleted after 5 s'
  | 'no response'
  | 'cut off'
  | 'conflict'
  | 'unauthorized'
  | 'wait 2 s'
  | 'wait 10 s'
  | 'server error'
  | 'different workspace'
  | 'different name';

type SentRequest = {
  key: string;
  target: string;
  tab: Tab | undefined;
  status: number | null;
  isOpen: boolean;
};

const retryAfterSeconds: Partial<Record<ScriptedResponse, string>> = {
  'wait 2 s': '2',
  'wait 10 s': '10',
};

/**
 * Creates a service whose `fetch` deletes instances and returns `script.response`. If a tab closes during a DELETE, the
 * service still deletes the instance, but the tab gets no response.
 */
export function createScriptedService(
  instanceIds: readonly string[],
  onRequest: (key: string, target: string) => void = () => {},
) {
  const remainingIds = new Set(instanceIds);
  const sent: SentRequest[] = [];
  const script = { response: 'deleted' as ScriptedResponse };

  function respond(id: string, response: ScriptedResponse): Response {
    if (response === 'unauthorized') return json(401, { message: 'No.', statusCode: 401 });
    if (response === 'conflict') return json(409, { message: 'Busy.', statusCode: 409 });
    const seconds = retryAfterSeconds[response];
    if (seconds !== undefined) return json(429, { message: 'Wait.' }, { 'Retry-After': seconds });
    if (response === 'server error') return json(500, { message: 'Broken.', statusCode: 500 });
    if (!remainingIds.delete(id)) return json(404, { message: 'Not there.', statusCode: 404 });
    const name = response === 'different name' ? `${id}-renamed` : id;
    const slug = response === 'different workspace' ? 'beta' : 'acme';
    const body = { id, name, workspace: { slug }, sharded: false };
    return json(response === 'accepted' ? 202 : 200, body);
  }

  async function fetchScripted(input: string, init: RequestInit): Promise<Response> {
    const { response: scriptedResponse } = script;
    const tab = getCurrentTab();
    if (tab?.isClosed) return new Promise<never>(() => {});
    const id = decodeURIComponent(input.split('/').at(-1) ?? '');
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const request: SentRequest = { key, target: id, tab, status: null, isOpen: true };
    sent.push(request);
    onRequest(key, id);
    const delayMs = { 'deleted after 5 s': 5_000, 'no response': 600_000 }[String(scriptedResponse)] ?? 20;
    try {
      const isAborted = await pause(delayMs, init.signal ?? null);
      const response = respond(id, scriptedResponse);
      if (tab?.isClosed) return await new Promise<never>(() => {});
      if (isAborted) throw new DOMException('aborted', 'AbortError');
      if (scriptedResponse === 'cut off') throw new TypeError('network error');
      request.status = response.status;
      return response;
    } finally {
      request.isOpen = false;
    }
  }

  return { script, sent, fetch: fetchScripted };
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
