import { expect } from '@playwright/test';
import { signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';

test('the page explains an invalid configuration', async ({ page }) => {
  let body = '';
  await page.route('**/config.json', (route) => route.fulfill({ contentType: 'application/json', body }));
  for (const [text, problem] of [
    ['[]', 'The configuration \\(config\\.json\\) is wrong: it must be a JSON object\\.'],
    ['<!doctype html><title>Not here</title>', '.+'],
  ] as const) {
    body = text;
    await page.goto('/');
    await expect(page.locator('#root'), text).toHaveText(
      new RegExp(`^The console couldn’t start\\. ${problem} Reload the page, or contact your operator\\.$`),
    );
    await expect(page.getByLabel('Access token'), text).toHaveCount(0);
  }
});

test('the sign-in form appears even if early.js does not load', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.route('**/early.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the lists of a stored session are requested before the console is rendered', async ({ page, site }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const release = await holdCalls(page, '**/assets/*.js');
  await page.addInitScript(() => {
    const earlyRequests: string[] = [];
    Reflect.set(globalThis, 'earlyRequests', earlyRequests);
    const send = globalThis.fetch;
    globalThis.fetch = (...call) => {
      if (document.querySelector('nav[aria-label=Main]') === null) earlyRequests.push(String(call[0]));
      return send(...call);
    };
  });
  await page.goto('/workspaces/acme/compute', { waitUntil: 'commit' });
  await expect.poll(() => requestedPaths).toContain('/config.json');
  await expect(page.locator('#root')).toBeEmpty();
  expect(requestedPaths.filter((path) => path.includes('Console'))).toEqual([]);
  await release();
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page);
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  expect(requestedPaths.filter((path) => path === '/config.json')).toHaveLength(1);
  expect(site.wire.map(({ path }) => path.split('/').slice(3).join('/')).sort()).toEqual([
    'databases/analytics/compute',
    'databases/identity/compute',
    'databases/orders/compute',
    'regions',
  ]);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  const preload = page.locator('link[rel=modulepreload][href*=Console]');
  const entry = page.locator('script[type=module]');
  for (const path of [await preload.getAttribute('href'), await entry.getAttribute('src')])
    expect(await (await page.request.get(String(path))).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  const earlyRequests: string[] = await page.evaluate(() => Reflect.get(globalThis, 'earlyRequests'));
  expect(earlyRequests.filter((path) => path.endsWith('/compute'))).toHaveLength(3);
  expect(site.wire).toHaveLength(4 + 3);
});
