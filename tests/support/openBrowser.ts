import { onTestFinished } from 'vitest';

const nodeFetch = globalThis.fetch;

export type Browser = ReturnType<typeof openBrowser>;

/** A browser's cookies and its headers for requests of a page of `origin`. Node's `fetch` has neither. */
export function openBrowser(origin: string, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  /** As a proxy in front of the console adds them. */
  const proxyHeaders = new Headers(headers);

  async function fetch(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const fake = browser.answer?.();
    if (fake !== undefined) return fake;
    const headers = new Headers([...new Headers(init.headers), ...proxyHeaders]);
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

  const browser = {
    /** Answers requests in place of the server, until it is null. It may throw, as a fetch without a network does. */
    answer: null as (() => Response) | null,
    fetch,
    cookies,
    headers: proxyHeaders,
    /** A new session, as from a different tab. Throws if the service refuses. */
    async signIn(workspace = 'acme', token = 'sandbox-token'): Promise<string> {
      const json = { 'content-type': 'application/json' };
      const body = JSON.stringify({ workspace, token });
      const response = await fetch('/api/session', { method: 'POST', headers: json, body });
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
  return browser;
}
