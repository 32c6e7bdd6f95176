import { expect, type Page } from '@playwright/test';
import { deleteOne, deletes, dialogCode, rows } from '../compute/computeRows.ts';
import { drawn, signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const compute = '/workspaces/acme/compute?database=orders&q=orders-primary';

const screens = [
  {
    read: 'history',
    path: 'subscription/history',
    link: 'Subscription history',
    list: 'Subscription history',
  },
  { read: 'regions', path: 'regions', link: 'Regions', list: 'Regions of CLOUDA' },
] as const;

test('[01 DELETE] offline, no request is sent, not even later', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.clock.install();
  await page.route(dialogCode, (route) => route.abort());
  await openScreen(page, compute);
  const remove = rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true });
  await expect(remove).toBeVisible();
  await context.setOffline(true);
  await remove.click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/^The dialog didn’t load\./);
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await context.setOffline(false);
  await page.unroute(dialogCode);
  await remove.click();
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
  expect(deletes(site.wire)).toEqual([]);
});

test('[01 history, regions] offline, the last data stays until the browser is online', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
  for (const { link, list } of screens) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    await context.setOffline(true);
    const before = site.wire.length;
    await returnLater(page);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Couldn’t refresh. Showing data from');
    await expect(alert).toContainText('You’re offline');
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    expect(site.wire.length).toBe(before);
    await context.setOffline(false);
    await expect(alert).toHaveCount(0);
    expect(site.wire.length).toBeGreaterThan(before);
  }
});

test('[35 history, regions] a reload during a read loads the list', async ({ page, site }) => {
  for (const { path, list } of screens) {
    let asked = 0;
    await page.route(`**/api/**/${path}`, (route) => (asked++ === 0 ? undefined : route.continue()));
    await openScreen(page, `/workspaces/acme/${path}`);
    await expect.poll(() => asked).toBe(1);
    await page.reload();
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  expect(site.wire.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.describe('with another token', () => {
  test.use({ otherTokens: ['second-token'] });

  test('[36 history, regions] responses to the first token are never shown', async ({ page, site }) => {
    await page.clock.install();
    const ofFirst = { history: [{ level: 'OLD-TOKEN' }], regions: ['OLDTOKEN_REGION'] };
    for (const { path, read } of screens)
      await page.route(`**/api/**/${path}`, (route) => route.fulfill({ json: ofFirst[read] }));
    await openScreen(page, '/workspaces/acme/subscription/history');
    await expect(page.getByRole('main')).toContainText('OLD-TOKEN');
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('main')).toContainText('OLDTOKEN_REGION');
    // Start one more read of each, so that the first token's responses arrive after the sign-out.
    const requested: string[] = [];
    const held = screens.map(({ path, read }) =>
      holdCalls(page, `**/api/**/${path}`, () => requested.push(read)),
    );
    const release = await Promise.all(held);
    await returnLater(page);
    await page.getByRole('link', { name: 'Subscription history' }).hover();
    await expect.poll(() => requested.toSorted()).toEqual(['history', 'regions']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText(/old-?token/i)).toHaveCount(0);
    // Without any route, the browser would send the held requests.
    for (const { path } of screens) await page.route(`**/api/**/${path}`, (route) => route.continue());
    await signIn(page, { token: 'second-token' });
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    for (const [at, { read }] of screens.entries()) await release[at]?.({ json: ofFirst[read] });
    await drawn(page);
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

test('[35 DELETE] a reload during a deletion asks first and leaves the outcome unknown', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openScreen(page, compute);
  await page.route('**/compute/*', () => undefined);
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  // An earlier reload would find an intent that was not sent.
  await sent;
  const asked: string[] = [];
  page.on('dialog', (each) => {
    asked.push(each.type());
    void each.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await page.unroute('**/compute/*');
  await expectUnknown(page, site.sandbox.instances('acme', 'orders')[0]?.id ?? '');
  await page.reload();
  await expectUnknown(page, site.sandbox.instances('acme', 'orders')[0]?.id ?? '');
  expect(asked).toHaveLength(1);
  await page.clock.runFor(61_000);
  await drawn(page);
  expect(deletes(site.wire)).toEqual([]);
});

test('[35 DELETE] a crash during a deletion leaves the outcome unknown', async ({ page, context, site }) => {
  await openScreen(page, compute);
  let dispatched = 0;
  await page.route('**/compute/*', () => {
    dispatched += 1;
  });
  await deleteOne(page, 'orders-primary');
  await expect.poll(() => dispatched).toBe(1);
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const restored = await context.newPage();
  await openScreen(restored, compute);
  await expectUnknown(restored, site.sandbox.instances('acme', 'orders')[0]?.id ?? '');
  expect(deletes(site.wire)).toEqual([]);
});

test('[35 DELETE] another screen keeps a deletion running; closing the tab asks first', async ({
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
  let asked = 0;
  page.on('dialog', (each) => {
    asked += 1;
    void each.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toBe(1);
  release();
  await expect(page.getByRole('link', { name: /Deleting/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByText('23 instances')).toBeVisible();
  expect(deletes(site.wire)).toHaveLength(1);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toBe(1);
});

test('[36 DELETE] a double click sends one request, and a stale list restores no row', async ({
  page,
  browser,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, compute);
  await expect(rows(page)).toHaveCount(1);
  const admin = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await openScreen(admin, compute);
  await expect(rows(admin)).toHaveCount(1);
  // This list is requested before the deletion and arrives after it.
  let asked = 0;
  const releaseList = await holdCalls(page, '**/databases/orders/compute', () => (asked += 1));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => asked).toBe(1);
  const before = await site.sandbox.fetch(
    new Request('http://sandbox.invalid/workspaces/acme/databases/orders/compute', {
      headers: { authorization: 'Bearer sandbox-token' },
    }),
  );
  const stale: unknown = await before.json();

  await rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const release = await holdCalls(page);
  await page.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await page.getByRole('button', { name: 'Delete instance' }).dblclick();
  for (let held = 0; held < 10; held += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  release();
  await expect(rows(page)).toHaveCount(0);
  await releaseList({ json: stale });
  await drawn(page);
  await expect(rows(page)).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);

  await deleteOne(admin, 'orders-primary');
  await expect(admin.getByRole('status', { name: 'Results' })).toContainText('orders-primary wasn’t found');
  expect(deletes(site.wire)).toHaveLength(2);
  await admin.context().close();
});

/** Shows the tab again after a minute, so that it reads its lists again. */
async function returnLater(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

async function expectUnknown(page: Page, instanceId: string): Promise<void> {
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'We don’t know whether orders-primary was deleted' });
  await expect(alert).toContainText(instanceId);
  await expect(rows(page)).toContainText('Unconfirmed');
}
