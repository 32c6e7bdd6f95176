import { onTestFinished } from 'vitest';

export type Browser = ReturnType<typeof openBrowser>;

/** A browser's cookies and its headers for requests of a page of `origin`. Node's `fetch` has neither. */
export function openBrowser(origin: string) {
  const cookies = new Map<string, string>();

  const nodeFetch = globalThis.fetch;
  async function fetch(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '));
    headers.set('sec-fetch-site', 'same-origin');
    if (init.method !== undefined && init.method !== 'GET') headers.set('origin', origin);
    const response = await nodeFetch(new URL(String(target), origin), { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  async function post(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  return {
    fetch,
    cookies,
    /** A new session, as from a different tab. Throws if the service refuses. */
    async signIn(workspace = 'acme', token = 'sandbox-token'): Promise<string> {
      const response = await post('/api/session', { workspace, token });
      const { sessionId, message } = await response.json();
      if (!response.ok) throw new Error(`No sign-in to ${workspace}: ${message}`);
      return sessionId;
    },
    /** Requests of the page get these cookies until the test ends. */
    replaceFetch() {
      globalThis.fetch = fetch;
      onTestFinished(() => {
        globalThis.fetch = nodeFetch;
      });
    },
  };
}
