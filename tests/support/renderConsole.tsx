import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { Console } from '../../src/app/Console.tsx';
import { pageDataSchema } from '../../src/config.ts';
import { paths } from '../../src/paths.ts';
import { sessionStore, setPageData } from '../../src/session/pageData.ts';
import { type Answer, type ConsoleOptions, startConsole } from './startConsole.ts';

// Import code that screens load later. Otherwise Vitest would transform the code during a test, which takes seconds.
import '../../src/app/LateScreen.tsx';
import '../../src/ui/Dialog.tsx';
import '../../src/compute/ComputeDialogs.tsx';
import '../../src/compute/DeletionAlerts.tsx';

const nodeFetch = globalThis.fetch;

type Options = Pick<ConsoleOptions, 'sandbox' | 'env' | 'otherTokens'> & {
  isSignedIn?: boolean;
  headers?: Record<string, string>;
  /** The first answers of the service (`site.answer`), after the sign-in. */
  answer?: Answer;
};

type Send = () => Promise<Response>;
type BrowserAnswer = (url: string, method: string, send: Send) => Response | Promise<Response | null> | null;

export type RenderedConsole = Awaited<ReturnType<typeof renderScreen>>;

/** Renders the whole console in jsdom until the test ends, usually signed in to the URL's workspace. Its server is real. */
export async function renderScreen(at: string, options: Options = {}) {
  // A URL change of the test before, which nuqs delays, would reach this page.
  render(<NuqsTestingAdapter>{null}</NuqsTestingAdapter>).unmount();
  const { isSignedIn = true, headers = {}, answer = null, ...siteOptions } = options;
  const site = await startConsole({ ...siteOptions, client: null });
  const browser = openBrowser(site.origin, at, headers);
  onTestFinished(async () => {
    globalThis.fetch = nodeFetch;
    sessionStore.setState({ sessions: [], problem: null });
    await site.end();
  });
  if (isSignedIn) await browser.signIn(paths.workspaceOf(location.pathname) ?? 'acme');
  const html = await (await browser.fetch('/')).text();
  const data = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1];
  site.answer(answer);
  setPageData(v.parse(pageDataSchema, JSON.parse(data ?? 'null')));
  render(<App Console={Console} />);
  return { user: userEvent.setup({ delay: null }), site, browser };
}

/** Changes the URL without a reload, and dispatches `popstate` as the Back button does. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
}

/** Opens a URL in an empty tab, and adds to `fetch` the cookies and headers of a browser, which Node's lacks. */
function openBrowser(origin: string, at: string, headersOfProxy: Record<string, string>) {
  // The API of jsdom, because a page can't change its own origin.
  const jsdom = Reflect.get(globalThis, 'jsdom');
  const { cookieJar } = jsdom;
  jsdom.reconfigure({ url: origin + at });
  cookieJar.removeAllCookiesSync();
  localStorage.clear();
  const browser = {
    /** Answers requests in place of the server, except with null. It may throw, as a fetch without a network does. */
    answer: null as BrowserAnswer | null,
    headers: new Headers(headersOfProxy),
    keepsCookies: true,
    async fetch(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
      const send = () => browser.send(target, init);
      return (await browser.answer?.(String(target), init.method ?? 'GET', send)) ?? send();
    },
    async send(target: string | URL | Request, init: RequestInit): Promise<Response> {
      const headers = new Headers([...new Headers(init.headers), ...browser.headers]);
      headers.set('cookie', cookieJar.getCookieStringSync(origin));
      headers.set('sec-fetch-site', 'same-origin');
      if (init.method !== undefined && init.method !== 'GET') headers.set('origin', origin);
      const response = await nodeFetch(new URL(String(target), origin), { ...init, headers });
      if (browser.keepsCookies)
        for (const cookie of response.headers.getSetCookie()) cookieJar.setCookieSync(cookie, origin);
      return response;
    },
    async signIn(workspace: string): Promise<void> {
      const body = JSON.stringify({ workspace, token: 'sandbox-token' });
      const headers = { 'content-type': 'application/json' };
      const response = await browser.fetch('/api/session', { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`No sign-in to ${workspace}: ${await response.text()}`);
    },
  };
  globalThis.fetch = browser.fetch;
  return browser;
}
