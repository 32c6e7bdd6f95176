import { expect, type Page } from '@playwright/test';
import { bars } from '../bench/bars.mjs';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';

test('a wrong configuration → one sentence in place of the form', async ({ page }) => {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, '');
    await route.fulfill({ response, body: html });
  });
  await page.route('/config.json', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('/');
  await expect(page.locator('#root')).toContainText(
    "The console couldn't start. A login page or proxy in front of the console answered.",
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

test('a stored session → the frame of the shell at once, the lists before the code, three files', async ({
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
  const lists = urls.filter((url) => url.endsWith('/compute') && url.startsWith('/api'));
  expect(lists).toHaveLength(3);
  expect(urls.findIndex((url) => url.includes('/rest-'))).toBeGreaterThan(urls.indexOf(String(lists.at(-1))));
  expect(urls.filter((url) => url.startsWith('/assets/') && url.endsWith('.js'))).toHaveLength(3);
  expect(await readKilobytes(page, /index-.*\.js$|early\.js$|form\.js$/)).toBeLessThan(
    bars['JavaScript to the form'][0],
  );
  expect(await readKilobytes(page, /\.css$/)).toBeLessThan(bars.CSS[0]);

  // A hover over a link requests its data, and a click doesn't request it again.
  const countReads = () => site.wire.filter(({ path }) => path.endsWith('/subscription/history')).length;
  expect(countReads()).toBe(0);
  await page.getByRole('link', { name: 'Subscription history' }).hover();
  await expect.poll(countReads).toBe(1);
  await expect.poll(() => pendingRequests.size).toBe(0);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(countReads()).toBe(1);

  // Without the code, the page stays as in its first paint.
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#frame').getByText('Subscription history')).toBeVisible();
  await expect(page.getByLabel('Access token')).toBeHidden();
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
