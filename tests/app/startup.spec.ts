import { expect, type Page } from '@playwright/test';
import { bars } from '../bench/bars.mjs';
import { openScreen, test } from '../support/console.ts';

test('a foreign page, missing files or an old browser → a sentence', async ({ page, expectConsole }) => {
  expectConsole(/status of 404|MIME type|ERR_FAILED/);
  const replace = (url: string, from: string | RegExp, to: string) =>
    page.route(url, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(from, to) });
    });
  await replace('/', /<script type="application\/json".*?<\/script>/g, '');
  await page.goto('/');
  const sentence = "The console couldn't start. The page doesn't come from the console's server.";
  await expect(page.locator('#root')).toContainText(sentence);
  await expect(page.getByLabel('Access token')).toHaveCount(0);

  await page.unroute('/');
  const missing = page.getByText(/^Files of the console are missing\./);
  await page.goto('/');
  await expect(missing).toBeHidden();
  // Below a path, no file is where the page expects it.
  for (const files of [/assets.*\.js$/, /\.(js|css)$/]) {
    await page.route(files, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(missing).toBeVisible();
  }
  await expect(page.locator('.old-browser')).toBeHidden();

  await page.unrouteAll();
  await page.route('**/assets/*.js', (route) => route.abort());
  await replace('**/assets/*.css', 'light-dark(', 'unsupported(');
  await page.goto('/');
  const old = page.locator('.old-browser');
  const text = await old.evaluate((element) => getComputedStyle(element, '::before').content);
  expect(text).toContain('This browser is too old for the console. Use Chrome');
});

test('a session → the frame at once, and each request once', async ({ page, site, expectConsole }) => {
  expectConsole(/status of 404/);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(new URL(request.url()).pathname));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await expect.poll(() => urls.some((url) => url.includes('/rest-'))).toBe(true);
  const readsOf = (some: string[]) => {
    const reads = some.filter((url) => url.startsWith('/api/') && !url.endsWith('/deletions'));
    return reads.map((url) => url.replace('/api/workspaces/acme/', '')).sort();
  };
  const lists = ['analytics', 'identity', 'orders'].map((name) => `databases/${name}/compute`);
  const ofCompute = ['added-instances', 'databases', ...lists];
  const ofOthers = ['regions', 'subscription/history'];
  const restAt = urls.findIndex((url) => url.includes('/rest-'));
  const before = readsOf(urls.slice(0, restAt));
  expect(before.filter((read) => !ofOthers.includes(read))).toEqual(ofCompute);
  await expect.poll(() => readsOf(urls)).toEqual([...ofCompute, ...ofOthers]);
  expect(urls.filter((url) => url.startsWith('/assets/') && url.endsWith('.js'))).toHaveLength(3);
  expect(await readKilobytes(page, /index-.*\.js$|theme\.js$/)).toBeLessThan(
    bars['JavaScript to the form'][0],
  );
  expect(await readKilobytes(page, /\.css$/)).toBeLessThan(bars.CSS[0]);

  // A screen that was read ahead isn't read again.
  const countReads = () => site.wire.filter(({ path }) => path.endsWith('/subscription/history')).length;
  // The first one was the sign-in's.
  await expect.poll(countReads).toBe(2);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(countReads()).toBe(2);

  // Without the code, the page stays as in its first paint.
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#root').getByText('Subscription history')).toBeVisible();
  await expect(page.getByLabel('Access token')).toHaveCount(0);
});

test('code that a new release has replaced → its screen says so', async ({ page, expectConsole }) => {
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

test('a foreign service worker is removed, or nothing can be deleted', async ({ page, context }) => {
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
async function readKilobytes(page: Page, name: RegExp): Promise<number> {
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.toJSON()),
  );
  const ofName = files.filter((file) => name.test(file.name));
  return ofName.reduce((total, { encodedBodySize }) => total + encodedBodySize / 1000, 0);
}
