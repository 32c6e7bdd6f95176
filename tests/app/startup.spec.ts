import { expect, type Page } from '@playwright/test';
import { openScreen, signIn, test } from '../support/console.ts';

test('a foreign page, missing files or an old browser → a sentence', async ({ page, expectConsole }) => {
  expectConsole(/status of 404|MIME type|ERR_FAILED/);
  await replace(page, '/', /<script type="application\/json".*?<\/script>/g, '');
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText("The page doesn't come from the console's server.");
  await expect(page.getByLabel('Access token')).toHaveCount(0);

  await page.unroute('/');
  const missing = page.getByText(/^Files of the console are missing\./);
  await page.goto('/');
  await expect(missing).toBeHidden();
  for (const files of [/assets.*\.js$/, /\.(js|css)$/]) {
    await page.route(files, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(missing).toBeVisible();
  }
  await expect(page.locator('.old-browser')).toBeHidden();

  await page.unrouteAll();
  await page.route('**/assets/*.js', (route) => route.abort());
  await replace(page, '**/assets/*.css', /light-dark\(/g, 'unsupported(');
  await page.goto('/');
  const old = page.locator('.old-browser');
  const text = await old.evaluate((element) => getComputedStyle(element, '::before').content);
  expect(text).toContain('This browser is too old for the console. Use Chrome');
});

test('HTTP without TLS → a sentence, and no field for a token', async ({ page, site, expectConsole }) => {
  expectConsole(/other origin|status of 404|Cross-Origin-Opener-Policy|[Oo]rigin-(Agent-Cluster|[Kk]eyed)/);
  await page.route('http://console.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: site.origin + pathname }) });
  });
  await page.goto('http://console.example/');
  await expect(page.getByRole('alert')).toContainText('This console requires HTTPS.');
  await expect(page.getByRole('alert')).toContainText('Open the console with https://.');
  await expect(page.locator('input')).toHaveCount(0);
  expect(site.wire).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a session → three scripts, and each read of the screen once', async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await expect.poll(() => paths.some((path) => path.includes('/rest-'))).toBe(true);
  const reads = paths.filter((path) => path.startsWith('/api/') && !path.endsWith('/deletions'));
  const lists = ['analytics', 'identity', 'orders'].map((name) => `databases/${name}/compute`);
  const expected = ['added-instances', 'databases', ...lists].map((name) => `/api/workspaces/acme/${name}`);
  expect(reads.sort()).toEqual(expected);
  expect(paths.filter((path) => /^\/assets\/.*\.js$/.test(path))).toHaveLength(3);
});

// After a new release, which has replaced the files that an open page asks for.
const missingScript = /404|Failed to load|dynamically imported|Failed to fetch|preload/i;

test('all behind the form is gone → the form works, Reload brings it', async ({ page, expectConsole }) => {
  expectConsole(missingScript);
  await page.route('**/assets/console-*', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await signIn(page);
  await expect(page.getByRole('heading', { name: "Part of the console didn't load" })).toBeVisible();
  await page.unroute('**/assets/console-*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
});

test('the last script is gone → its screens say so, the others work', async ({ page, expectConsole }) => {
  expectConsole(missingScript);
  await page.route('**/assets/rest-*', (route) => route.fulfill({ status: 404 }));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(/^Part of the console didn't load\./);
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('heading', { name: "Part of the console didn't load" })).toBeVisible();
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Access token')).toBeVisible();
});

function replace(page: Page, url: string, from: RegExp, to: string): Promise<unknown> {
  return page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(from, to) });
  });
}
