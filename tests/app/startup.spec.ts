import { expect, type Page } from '@playwright/test';
import { bars } from '../bench/bars.mjs';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';

test('a page that our server did not write → one sentence in place of the form', async ({ page }) => {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, '');
    await route.fulfill({ response, body: html });
  });
  await page.goto('/');
  await expect(page.locator('#root')).toContainText(
    "The console couldn't start. The page doesn't come from the console's server.",
  );
  await expect(page.getByLabel('Access token')).toHaveCount(0);
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

test('a session → the frame at once, each request once and before the code, three files', async ({
  page,
  site,
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
  const readsOf = (some: string[]) =>
    some
      .filter((url) => url.startsWith('/api/') && !url.endsWith('/deletions'))
      .map((url) => url.replace('/api/workspaces/acme/', ''))
      .sort();
  const ofCompute = [
    'added-instances',
    'databases',
    'databases/analytics/compute',
    'databases/identity/compute',
    'databases/orders/compute',
  ];
  const ofOthers = ['regions', 'subscription/history'];
  const restIndex = urls.findIndex((url) => url.includes('/rest-'));
  const before = readsOf(urls.slice(0, restIndex));
  expect(before.filter((read) => !ofOthers.includes(read))).toEqual(ofCompute);
  await expect.poll(() => readsOf(urls)).toEqual([...ofCompute, ...ofOthers]);
  expect(urls.filter((url) => url.startsWith('/assets/') && url.endsWith('.js'))).toHaveLength(3);
  expect(await readKilobytes(page, /index-.*\.js$|theme\.js$/)).toBeLessThan(
    bars['JavaScript to the form'][0],
  );
  expect(await readKilobytes(page, /\.css$/)).toBeLessThan(bars.CSS[0]);

  // A screen that was read ahead isn't read again.
  const countReads = () => site.wire.filter(({ path }) => path.endsWith('/subscription/history')).length;
  await expect.poll(countReads).toBe(1);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(countReads()).toBe(1);

  // Without the code, the page stays as in its first paint.
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#root').getByText('Subscription history')).toBeVisible();
  await expect(page.getByLabel('Access token')).toHaveCount(0);
});

test('code that a new release has replaced → its screen says so, and the others work', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|Failed to load|dynamically imported|Failed to fetch|preload/i);
  await page.route('**/assets/rest-*', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('heading', { name: "Part of the console didn't load" })).toBeVisible();
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await page.getByRole('link', { name: 'Regions' }).click();
  await page.unroute('**/assets/rest-*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

test('built-in objects that an extension has frozen → every screen opens', async ({ page }) => {
  await page.addInitScript(() => {
    for (const each of [Object, Array, Function, Promise]) Object.freeze(each.prototype);
  });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('button', { name: 'Delete orders-primary' })).toBeVisible();
  for (const name of ['Regions', 'Activity', 'Subscription history']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Compute' }).click();
  await page.getByRole('button', { name: 'Delete orders-primary' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('a foreign service worker is removed; if it comes back, nothing can be deleted', async ({
  page,
  context,
}) => {
  const body = `oninstall = () => skipWaiting();
    onactivate = (event) => event.waitUntil(clients.claim());
    onfetch = () => {};`;
  await context.route('**/worker.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const otherApp = await context.newPage();
  await otherApp.route('**/other', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  const install = async () => {
    await otherApp.goto('/other');
    await otherApp.evaluate(() => navigator.serviceWorker.register('/worker.js'));
    await expect.poll(isControlled).toBe(true);
  };
  await page.goto('/');
  await install();
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('button', { name: 'Delete orders-primary' })).toBeVisible();
  expect(await isControlled()).toBe(false);
  // As if its app had registered it again at once.
  await install();
  await expect(page.getByText(/service worker of a different app/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete orders-primary' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/service worker of a different app/).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete orders-primary' })).toHaveCount(0);
  expect(await isControlled()).toBe(true);
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
