import { readFileSync } from 'node:fs';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { RunOptions, run } from 'axe-core';
import { type ConsoleOptions, type Site, startConsole } from './startConsole.ts';

export const siteTest = base.extend<{ siteOptions: ConsoleOptions; site: Site }>({
  /** Change them by `test.use({ siteOptions: { sandbox: { instances: 3 } } })`. */
  siteOptions: [{}, { option: true }],
  site: async ({ siteOptions }, use) => {
    const site = await startConsole(siteOptions);
    await use(site);
    await site.end();
  },
});

export const test = siteTest.extend<{ expectConsole: (problem: RegExp) => void }>({
  // The browser context depends on `baseURL`, so Playwright closes the context before the server.
  baseURL: async ({ site }, use) => use(site.origin),
  /** Allows matching problems, such as the console error that Chromium writes for a 4xx. Other problems fail the test. */
  expectConsole: [
    async ({ baseURL, context }, use) => {
      const problems = collectProblems(context, baseURL ?? '');
      const expected: RegExp[] = [];
      await use((pattern) => expected.push(pattern));
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      expect(unexpected, 'errors and warnings, policy violations, other origins').toEqual([]);
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, token = 'sandbox-token'): Promise<void> {
  await page.getByLabel('Workspace', { exact: true }).fill('acme');
  await page.getByLabel('Access token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens a URL in a browser that has a session for workspace `acme`, and waits for the shell. */
export async function openScreen(page: Page, address: string): Promise<void> {
  const data = { workspace: 'acme', token: 'sandbox-token' };
  expect((await page.request.post('/api/session', { data })).status()).toBe(200);
  await page.goto(address);
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeVisible();
}

/** Waits for two frames, so that the page has rendered all data that it has received. */
export async function waitForRender(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end))));
}

/** Checks the page against WCAG 2.2 AA in both themes. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForRender(page);
    // Check only the contrast in the dark theme, because the themes differ only in their colors.
    const runOnly = colorScheme === 'light' ? wcagTags : ['color-contrast'];
    const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: false };
    const findings = await page.evaluate(findViolations, options);
    expect(findings, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The minified source, because a page loads this file in half the time. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

declare const axe: { run: typeof run };

/** Runs in the page. Base UI's guards hand the focus on as soon as they get it, so they are focusable and hidden on purpose. */
async function findViolations(options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run({ exclude: '[data-base-ui-focus-guard]' }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Collects console errors and warnings, uncaught errors and requests to other origins. A policy violation is a console error. */
function collectProblems(context: BrowserContext, origin: string): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    // A slow machine uses the preloaded lists later than Chromium expects. A story counts the requests.
    if (/was preloaded using link preload but not used/.test(message.text())) return;
    if (/^(error|warning|assert)$/.test(message.type())) problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin)
      problems.push(`other origin: ${url.href}`);
  });
  return problems;
}
