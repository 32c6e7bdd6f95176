import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { App, preloadConsole } from '../../src/app/App.tsx';
import { type PageData, pageDataSchema } from '../../src/config.ts';
import { paths } from '../../src/paths.ts';
import { setPageData, setSessionState } from '../../src/session/config.ts';
import { fillJsdomGaps } from './fillJsdomGaps.ts';
import { type Browser, openBrowser } from './openBrowser.ts';
import { type Site, type SiteOptions, startSite } from './startSite.ts';

// Import code that screens load later. Otherwise Vitest would transform the code during a test, which takes seconds.
import '../../src/activity/ActivityPage.tsx';
import '../../src/app/Console.tsx';
import '../../src/regions/RegionsPage.tsx';
import '../../src/subscription/HistoryPage.tsx';

configure({ asyncUtilTimeout: 15_000 });

type Options = Pick<SiteOptions, 'sandbox' | 'env' | 'otherTokens'> & {
  /** False shows the sign-in form. */
  isSignedIn?: boolean;
  /** Headers that a proxy in front of the console adds. */
  headers?: Record<string, string>;
  /** Runs before the console starts. */
  beforeStart?: (site: Site) => void;
};

export type RenderedConsole = {
  user: UserEvent;
  /** The service of this test. */
  sandbox: Site['sandbox'];
  site: Site;
  /** The cookies of this test. A second sign-in here is like a different tab. */
  browser: Browser;
};

/**
 * Renders the whole console in jsdom until the test ends, signed in to the workspace in the URL. It sends HTTP requests to a
 * console server with its own database and sandbox. The test file must start with `// @vitest-environment jsdom`.
 */
export async function renderScreen(at: string, options: Options = {}): Promise<RenderedConsole> {
  // A URL change of the test before, which nuqs delays, would reach this page.
  render(<NuqsTestingAdapter>{null}</NuqsTestingAdapter>).unmount();
  const { isSignedIn = true, headers = {}, beforeStart, ...siteOptions } = options;
  const { site, close } = await startSite({ ...siteOptions, client: null });
  fillJsdomGaps();
  visit(site.origin + at);
  const browser = openBrowser(site.origin, headers);
  const workspace = paths.workspaceOf(location.pathname) ?? 'acme';
  if (isSignedIn) await browser.signIn(workspace);
  const data = await readPageData(site.origin, browser);
  browser.replaceFetch();
  onTestFinished(async () => {
    cleanup();
    setSessionState({ session: null, problem: null });
    await close();
  });
  beforeStart?.(site);
  setPageData(data);
  await preloadConsole();
  render(<App />);
  return { user: userEvent.setup({ delay: null }), sandbox: site.sandbox, site, browser };
}

/** Changes the URL without a reload, and dispatches `popstate` as the Back button does. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
}

/** What the server writes into the page. */
async function readPageData(origin: string, browser: Browser): Promise<PageData> {
  const html = await (await browser.fetch(`${origin}/`)).text();
  const json = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1];
  return v.parse(pageDataSchema, JSON.parse(json ?? 'null'));
}

/** Opens a URL in an empty tab. This uses the API of jsdom, because a page can't change its own origin. */
function visit(url: string): void {
  Reflect.get(globalThis, 'jsdom').reconfigure({ url });
  localStorage.clear();
  sessionStorage.clear();
}
