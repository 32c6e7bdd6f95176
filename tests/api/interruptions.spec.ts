import { expect, type Page } from '@playwright/test';
import { deleteOne, dialogScriptUrl, idsInDeletes, rows } from '../compute/computeRows.ts';
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

test('[01 DELETE] an offline browser sends no DELETE, also after it is online again', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.clock.install();
  await page.route(dialogScriptUrl, (route) => route.abort());
  await openScreen(page, computeUrl);
  const deleteButton = rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true });
  await expect(deleteButton).toBeVisible();
  await context.setOffline(true);
  await deleteButton.click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/^The dialog didn’t load\./);
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await context.setOffline(false);
  await page.unroute(dialogScriptUrl);
  await deleteButton.click();
  await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await context.setOffline(true);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('alert')).toContainText(
    'orders-primary wasn’t deleted. No request was sent.',
  );
  await expect(dialog.getByRole('alert')).toContainText('You’re offline');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await context.setOffline(false);
  await page.clock.runFor(61_000);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(idsInDeletes(site.wire)).toEqual([]);
});

test('[01 history, regions] an offline browser shows old data until it is online', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
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
    await expect(alert).toContainText('Couldn’t refresh. Showing data from');
    await expect(alert).toContainText('You’re offline');
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    expect(site.wire.length).toBe(countBefore);
    await context.setOffline(false);
    await expect(alert).toHaveCount(0);
    expect(site.wire.length).toBeGreaterThan(countBefore);
  }
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

test.describe('with another token', () => {
  test.use({ otherTokens: ['second-token'] });

  test('[36 history, regions] responses to the previous token are never shown', async ({ page, site }) => {
    await page.clock.install();
    const oldData = { history: [{ level: 'OLD-TOKEN' }], regions: ['OLDTOKEN_REGION'] };
    for (const { path, read } of screens)
      await page.route(`**/api/**/${path}`, (route) => route.fulfill({ json: oldData[read] }));
    await openScreen(page, '/workspaces/acme/subscription/history');
    await expect(page.getByRole('main')).toContainText('OLD-TOKEN');
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('main')).toContainText('OLDTOKEN_REGION');
    // Hold a second read of each list until after the sign-out.
    const heldReads: string[] = [];
    const releases = await Promise.all(
      screens.map(({ path, read }) => holdCalls(page, `**/api/**/${path}`, () => heldReads.push(read))),
    );
    await returnToTabAfterMinute(page);
    await page.getByRole('link', { name: 'Subscription history' }).hover();
    await expect.poll(() => heldReads.toSorted()).toEqual(['history', 'regions']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText(/old-?token/i)).toHaveCount(0);
    // Replace each route, because removing it would send the requests that it holds.
    for (const { path } of screens) await page.route(`**/api/**/${path}`, (route) => route.continue());
    await signIn(page, { token: 'second-token' });
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    for (const [index, { read }] of screens.entries()) await releases[index]?.({ json: oldData[read] });
    await waitForRender(page);
    for (const { link, list } of screens) {
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByRole('list', { name: list })).toBeVisible();
      await expect(page.getByText(/old-?token/i)).toHaveCount(0);
    }
    expect(new Set(site.wire.map(({ authorization }) => authorization))).toEqual(
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
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  // Wait for the request, because a deletion that is not sent yet would have the outcome `not-sent`.
  await requestSent;
  const dialogTypes: string[] = [];
  page.on('dialog', (browserDialog) => {
    dialogTypes.push(browserDialog.type());
    void browserDialog.accept();
  });
  const instanceId = site.sandbox.instances('acme', 'orders')[0]?.id ?? '';
  for (const reload of ['first', 'second']) {
    await page.reload();
    if (reload === 'first') await page.unroute('**/compute/*');
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'We don’t know whether orders-primary was deleted' });
    await expect(alert).toContainText(instanceId);
    await expect(rows(page)).toContainText('Unconfirmed');
    expect(dialogTypes).toEqual(['beforeunload']);
  }
  await page.clock.runFor(61_000);
  await waitForRender(page);
  expect(idsInDeletes(site.wire)).toEqual([]);
});

test('[35 DELETE] a deletion continues on another screen; closing the tab asks first', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('link', { name: 'Compute' }).click();
  const release = await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Regions', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /Deleting orders-primary…/ })).toBeVisible();
  let dialogCount = 0;
  page.on('dialog', (browserDialog) => {
    dialogCount += 1;
    void browserDialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => dialogCount).toBe(1);
  release();
  await expect(page.getByRole('link', { name: /Deleting/ })).toHaveCount(0);
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
  const otherAdmin = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await openScreen(otherAdmin, computeUrl);
  await expect(rows(otherAdmin)).toHaveCount(1);
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

  await deleteOne(otherAdmin, 'orders-primary');
  const results = otherAdmin.getByRole('status', { name: 'Results' });
  await expect(results).toContainText('orders-primary wasn’t found');
  expect(idsInDeletes(site.wire)).toHaveLength(2);
  await otherAdmin.context().close();
});

/** Simulates a return to the tab after a minute, because the console then requests its lists again. */
async function returnToTabAfterMinute(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}
