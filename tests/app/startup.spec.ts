import { expect, type Page } from '@playwright/test';
import { bars } from '../bench/bars.mjs';
import { signIn, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';

test('a wrong or missing configuration → one sentence in place of the form', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, '');
    await route.fulfill({ response, body: html });
  });
  for (const [status, contentType, body, sentence] of [
    [200, 'application/json', '[]', 'The configuration (config.json) is wrong: it must be a JSON object.'],
    [404, 'text/plain', 'none', "The configuration (config.json) couldn't be loaded (HTTP 404)."],
    [200, 'text/html', '<!doctype html>', 'A login page or proxy in front of the console answered.'],
  ] as const) {
    await page.route('/config.json', (route) => route.fulfill({ status, contentType, body }));
    await page.goto('/');
    await expect(page.locator('#root')).toContainText(`The console couldn't start. ${sentence}`);
    await expect(page.getByLabel('Access token')).toHaveCount(0);
  }
});

test('missing files → the page says so, and never that the browser is too old', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404|MIME type/);
  const missing = page.getByText(/^Files of the console are missing\./);
  await page.goto('/');
  await expect(missing).toBeHidden();
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(missing).toBeVisible();
  // Below a path, no file is where the page expects it.
  await page.route(/\.(js|css)$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(missing).toBeVisible();
  await expect(page.locator('.old-browser')).toBeHidden();
});

test('a browser without the required features → the page says that it is too old', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll('light-dark(', 'unsupported('),
    });
  });
  await page.goto('/');
  const text = await page
    .locator('.old-browser')
    .evaluate((element) => getComputedStyle(element, '::before').content);
  expect(text).toContain('This browser is too old for the console. Use Chrome');
});

test('a sign-in → the lists are requested together with the check, once', async ({ page, site }) => {
  await page.goto('/');
  await signIn(page);
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  expect(site.wire.map(({ path }) => path.split('/').slice(3).join('/')).sort()).toEqual([
    'databases/analytics/compute',
    'databases/identity/compute',
    'databases/orders/compute',
    'regions',
  ]);
});

test('a translated form before its code → typed text, focus and cursor stay', async ({ page, site }) => {
  let loadCode = () => {};
  const isTyped = new Promise<void>((resolve) => {
    loadCode = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const workspace = page.locator('#sign-in-workspace');
  await workspace.fill('acmee');
  await page.evaluate(translate);
  await page.locator('#sign-in-token').fill('sandbox-token');
  await page.locator('[name=keep]').check();
  await workspace.press('End');
  await workspace.press('ArrowLeft');
  loadCode();
  await expect(page.locator('[type=submit]')).toBeEnabled();
  await expect(workspace).toBeFocused();
  await workspace.press('Backspace');
  await expect(workspace).toHaveValue('acme');
  await expect(page.locator('#sign-in-token')).toHaveValue('sandbox-token');
  await expect(page.locator('[name=keep]')).toBeChecked();
  await expect(page.locator('h1')).toHaveText('[Sign in]');
  await page.locator('[type=submit]').click();
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  expect(site.wire.some(({ path }) => path === '/workspaces/acme/regions')).toBe(true);
});

/** The size of the loaded files whose names match, as they were transferred. */
function readKilobytes(page: Page, name: RegExp): Promise<number> {
  return page.evaluate(
    (pattern) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter((entry) => pattern.test(entry.name))
        .reduce((total, { encodedBodySize }) => total + encodedBodySize / 1000, 0),
    name,
  );
}

/** Replaces each text node as the translators of browsers do. Runs in the page. */
function translate(): void {
  const texts: Node[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.textContent?.trim() === '' || text.parentElement?.closest('script, noscript, [translate=no]'))
      continue;
    const font = document.createElement('font');
    font.textContent = `[${text.textContent}]`;
    text.parentNode?.replaceChild(font, text);
  }
}

test('a stored session → the frame of the shell at once, the lists before the code, three files', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(new URL(request.url()).pathname));
  const pendingRequests = trackPendingRequests(page);
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await expect.poll(() => urls.some((url) => url.includes('/rest-'))).toBe(true);
  await expect.poll(() => pendingRequests.size).toBe(0);
  const lists = urls.filter((url) => url.endsWith('/compute') && url.startsWith('/api'));
  expect(lists).toHaveLength(3);
  expect(urls.findIndex((url) => url.includes('/rest-'))).toBeGreaterThan(urls.indexOf(String(lists.at(-1))));
  expect(urls.filter((url) => url.startsWith('/assets/') && url.endsWith('.js'))).toHaveLength(3);
  expect(await readKilobytes(page, /index-.*\.js$|early\.js$|form\.js$/)).toBeLessThan(
    bars['JavaScript to the form'][0],
  );
  expect(await readKilobytes(page, /\.css$/)).toBeLessThan(bars.CSS[0]);
  // Without the code, the page stays as in its first paint.
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#frame')).toBeVisible();
  await expect(page.getByLabel('Access token')).toBeHidden();
});

test('a hover over a link → its data is requested once', async ({ page, site }) => {
  const pendingRequests = trackPendingRequests(page);
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  const countReads = () => site.wire.filter(({ path }) => path.endsWith('/subscription/history')).length;
  expect(countReads()).toBe(0);
  await page.getByRole('link', { name: 'Subscription history' }).hover();
  await expect.poll(countReads).toBe(1);
  await expect.poll(() => pendingRequests.size).toBe(0);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(countReads()).toBe(1);
});

test('code that a new release has replaced → the page says so and offers Reload', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|Failed to load|dynamically imported|Failed to fetch|preload/i);
  await page.route('**/assets/rest-*', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('heading', { name: "Part of the console didn't load" })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.unroute('**/assets/rest-*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});
