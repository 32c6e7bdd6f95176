import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { SandboxOptions } from '../../src/sandbox/app.ts';
import { axeFindings } from './axe.ts';
import { type Site, type SiteServerOptions, startSite } from './startSite.ts';

type Fixtures = {
  /** What the sandbox holds: `test.use({ sandboxOptions: { instances: 3 } })`. */
  sandboxOptions: SandboxOptions;
  /** Tokens the service takes beside the sandbox's own, likewise. */
  otherTokens: readonly string[];
  /** Limits and further variables of the server, likewise. */
  serverOptions: SiteServerOptions;
  /** The console on a server and a sandbox of its own; `page.goto('/')` leads there. */
  site: Site;
  /**
   * Names console lines a test expects, such as the one Chromium writes for every 4xx. Whatever else is logged as
   * error or warning, thrown, blocked by the policy or asked of another origin fails the test.
   */
  expectConsole: (line: RegExp) => void;
  /** What was noticed so far of all that. */
  problems: readonly string[];
};

export const test = base.extend<Fixtures>({
  sandboxOptions: [{}, { option: true }],
  otherTokens: [[], { option: true }],
  serverOptions: [{}, { option: true }],
  site: async ({ sandboxOptions, otherTokens, serverOptions }, use) => {
    const { site, close } = await startSite({ sandboxOptions, otherTokens, serverOptions });
    await use(site);
    await close();
  },
  // The browser's context hangs on this, so it is closed before the server is.
  baseURL: async ({ site }, use) => use(site.origin),
  problems: async ({ baseURL, context }, use) => use(await watch(context, baseURL ?? '')),
  expectConsole: [
    async ({ problems }, use) => {
      const expected: RegExp[] = [];
      await use((line) => expected.push(line));
      const left = problems.filter((problem) => !expected.some((line) => line.test(problem)));
      expect(left, 'console errors and warnings, uncaught errors, policy violations, other origins').toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

/** Signs in through the gate that stands at the present address. */
export async function signIn(page: Page, as: { workspaceSlug?: string; token?: string } = {}): Promise<void> {
  await page.getByLabel('Workspace', { exact: true }).fill(as.workspaceSlug ?? 'acme');
  await page.getByLabel('Access token', { exact: true }).fill(as.token ?? 'sandbox-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Everything that has reached the page by now has been handled and drawn: two frames have gone by. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Holds the page as it stands to WCAG 2.2 AA, in the light and in the dark theme. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours are looked at once they are drawn.
    await drawn(page);
    // A theme changes colours and nothing else.
    const found = await axeFindings(page, colorScheme === 'light' ? wcag : ['color-contrast']);
    expect(found, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Collects, from every page of a context, what must not happen. */
async function watch(context: BrowserContext, origin: string): Promise<string[]> {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (/^(error|warning|assert)$/.test(message.type())) problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin)
      problems.push(`other origin: ${url.href}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`policy: ${event.effectiveDirective} blocked ${event.blockedURI}`));
    });
  });
  return problems;
}
