import { expect, type Page } from '@playwright/test';
import { deleteOne, idsInDeletes, rows } from '../instances/computeRows.ts';
import { signIn, test, waitForRender } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const computeUrl = '/workspaces/acme/compute?database=orders&q=orders-primary';

const screens = [
  {
    read: 'history',
    path: 'subscription/history',
    link: 'Subscription history',
    list: 'Subscription history',
  },
  { read: 'regions', path: 'regions', link: 'Regions', list: 'Regions of CLOUDA' },
] as const;

test('[01 DELETE, history, regions] an offline browser sends no DELETE, and shows old data until it is online', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await openScreen(page, computeUrl);
  await rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const field = page.getByLabel('Type orders-primary to confirm');
  await field.fill('orders-primary');
  await context.setOffline(true);
  await field.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(/offline/i);
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  for (const { path, link, list } of screens) {
    // Wait for the response, because the screen can show an older list before it arrives.
    const response = page.waitForResponse(`**/api/**/${path}`);
    await page.getByRole('link', { name: link }).click();
    await response;
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    await context.setOffline(true);
    const countBefore = site.wire.length;
    await returnToTabAfterMinute(page);
    const alert = page.getByRole('main').getByRole('alert');
    // The two retries take a few seconds.
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(alert).toContainText("Couldn't refresh", { timeout: 100 });
    }).toPass({ intervals: [20] });
    await expect(alert).toContainText("You're offline");
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    expect(site.wire.length).toBe(countBefore);
    await context.setOffline(false);
    await expect(alert).toHaveCount(0);
    expect(site.wire.length).toBeGreaterThan(countBefore);
  }
  expect(idsInDeletes(site.wire)).toEqual([]);
});

test('[35 history, regions] after a reload during a read, the list loads', async ({ page, site }) => {
  for (const { path, list } of screens) {
    let requestCount = 0;
    await page.route(`**/api/**/${path}`, (route) => {
      requestCount += 1;
      // The first request gets no response.
      return requestCount === 1 ? undefined : route.continue();
    });
    await openScreen(page, `/workspaces/acme/${path}`);
    await expect.poll(() => requestCount).toBe(1);
    await page.reload();
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  expect(site.wire.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.describe('with a second token', () => {
  test.use({ otherTokens: ['second-token'] });

  test('[36 history, regions] a response to the previous token is never shown', async ({ page, site }) => {
    const oldData = { history: [{ level: 'OLDTOKEN' }], regions: ['OLDTOKEN_REGION'] };
    await page.clock.install();
    for (const { path, read } of screens)
      await page.route(`**/api/**/${path}`, (route) => route.fulfill({ json: oldData[read] }));
    await openScreen(page, '/workspaces/acme/regions');
    const releases: (() => Promise<void>)[] = [];
    let heldCount = 0;
    for (const { path, read, link } of screens) {
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByRole('main')).toContainText('OLDTOKEN');
      // Hold a second read until after the sign-out.
      const release = await holdCalls(page, `**/api/**/${path}`, () => (heldCount += 1));
      releases.push(() => release({ json: oldData[read] }));
      await returnToTabAfterMinute(page);
      await expect.poll(() => heldCount).toBe(releases.length);
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText(/OLDTOKEN/)).toHaveCount(0);
    // Replace the routes, because removing them would send the requests that they hold.
    for (const { path } of screens) await page.route(`**/api/**/${path}`, (route) => route.continue());
    await signIn(page, { token: 'second-token' });
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    for (const release of releases) await release();
    await waitForRender(page);
    await expect(page.getByText(/OLDTOKEN/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Subscription history' }).click();
    await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
    await expect(page.getByText(/OLDTOKEN/)).toHaveCount(0);
    const reads = site.wire.filter(({ path }) => /(history|regions)$/.test(path));
    expect(new Set(reads.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer second-token']),
    );
  });
});

test('[35 DELETE] a reload during a deletion asks first, and the outcome is unknown', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openScreen(page, computeUrl);
  await page.route('**/compute/*', () => undefined);
  const requestSent = page.waitForRequest((request) => request.method() === 'DELETE');
  await deleteOne(page, 'orders-primary');
  // A deletion that is not sent yet would have the outcome `not-sent`.
  await requestSent;
  const dialogTypes: string[] = [];
  page.on('dialog', (browserDialog) => {
    dialogTypes.push(browserDialog.type());
    void browserDialog.accept();
  });
  for (const reload of ['first', 'second']) {
    await page.reload();
    if (reload === 'first') await page.unroute('**/compute/*');
    const alert = page
      .getByRole('alert')
      .filter({ hasText: "We don't know whether orders-primary was deleted" });
    await expect(alert).toContainText('The page was closed or reloaded before a result was stored.');
    await expect(rows(page)).toContainText('Unconfirmed');
    expect(dialogTypes).toEqual(['beforeunload']);
  }
  await page.clock.runFor(61_000);
  await waitForRender(page);
  expect(idsInDeletes(site.wire)).toEqual([]);
});

test('[35 DELETE] a deletion continues on a different screen; closing the tab asks first', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('link', { name: 'Compute' }).click();
  const release = await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await page.goBack();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  let dialogCount = 0;
  page.on('dialog', (browserDialog) => {
    dialogCount += 1;
    void browserDialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => dialogCount).toBe(1);
  release();
  await expect(page.getByText('orders-primary removed, queued for deletion')).toBeVisible();
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByText('23 instances')).toBeVisible();
  expect(idsInDeletes(site.wire)).toHaveLength(1);
  const pageClosed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await pageClosed;
  expect(dialogCount).toBe(1);
});

test('[36 DELETE] a double click sends one request, and an old list restores no row', async ({
  page,
  browser,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, computeUrl);
  await expect(rows(page)).toHaveCount(1);
  const secondAdmin = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await openScreen(secondAdmin, computeUrl);
  await expect(rows(secondAdmin)).toHaveCount(1);
  // Request a list before the deletion, and hold its response until the instance is deleted.
  let heldCount = 0;
  const releaseList = await holdCalls(page, '**/databases/orders/compute', () => (heldCount += 1));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => heldCount).toBe(1);
  const listedInstances = site.sandbox.instances('acme', 'orders');
  const oldList: unknown[] = listedInstances.map(({ json }) => JSON.parse(json));

  await rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const release = await holdCalls(page);
  await page.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await page.getByRole('button', { name: 'Delete instance' }).dblclick();
  for (let press = 0; press < 10; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  release();
  await expect(rows(page)).toHaveCount(0);
  await releaseList({ json: oldList });
  await waitForRender(page);
  await expect(rows(page)).toHaveCount(0);
  expect(idsInDeletes(site.wire)).toHaveLength(1);

  await deleteOne(secondAdmin, 'orders-primary');
  await expect(secondAdmin.getByText('orders-primary was not found').first()).toBeVisible();
  expect(idsInDeletes(site.wire)).toHaveLength(2);
  await secondAdmin.context().close();
});

/** Simulates a return to the tab after a minute, because the console then requests its lists again. */
async function returnToTabAfterMinute(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}
