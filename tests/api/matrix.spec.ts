import { expect, type Page } from '@playwright/test';
import { deleteOne, deletes, dialogCode, rows } from '../compute/computeRows.ts';
import { drawn, signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

/** The cells that live in the browser: offline, a tab that goes away, and more than one hand at work. */
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

test('[01 DELETE] offline before the click, or before the dialog ever came: it says so, and nothing is sent, then or later', async ({
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
  await expect(alert).toHaveText(/^Nothing was done: the dialog did not load\./);
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await context.setOffline(false);
  await page.unroute(dialogCode);
  await remove.click();
  await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await context.setOffline(true);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('alert')).toContainText('orders-primary was not deleted: nothing was sent.');
  await expect(dialog.getByRole('alert')).toContainText('You’re offline');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await context.setOffline(false);
  await page.clock.runFor(61_000);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(deletes(site.wire)).toEqual([]);
});

test('[01 history, regions] offline: the last good data, its age and the reason; it resumes by itself', async ({
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
    await comeBackLater(page);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Shown as of');
    await expect(alert).toContainText('You’re offline');
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    expect(site.wire.length).toBe(before);
    await context.setOffline(false);
    await expect(alert).toHaveCount(0);
    expect(site.wire.length).toBeGreaterThan(before);
  }
});

test('[35 history, regions] a reload or a closed tab in the middle of a read leaves nothing behind', async ({
  page,
  site,
}) => {
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

  test("[36 history, regions] once it has signed in, nothing of the first one's is seen, read or late", async ({
    page,
    site,
  }) => {
    await page.clock.install();
    const ofFirst = { history: [{ level: 'OLD-TOKEN' }], regions: ['OLDTOKEN_REGION'] };
    for (const { path, read } of screens)
      await page.route(`**/api/**/${path}`, (route) => route.fulfill({ json: ofFirst[read] }));
    await openScreen(page, '/workspaces/acme/subscription/history');
    await expect(page.getByRole('main')).toContainText('OLD-TOKEN');
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('main')).toContainText('OLDTOKEN_REGION');
    // One more read of each is on its way while the first token signs out: one by coming back, one by pointing at a link.
    const asked: string[] = [];
    const held = screens.map(({ path, read }) =>
      holdCalls(page, `**/api/**/${path}`, () => asked.push(read)),
    );
    const letGo = await Promise.all(held);
    await comeBackLater(page);
    await page.getByRole('link', { name: 'Subscription history' }).hover();
    await expect.poll(() => asked.toSorted()).toEqual(['history', 'regions']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText(/old-?token/i)).toHaveCount(0);
    for (const { path } of screens) await page.unroute(`**/api/**/${path}`);
    await signIn(page, { token: 'second-token' });
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    for (const [at, { read }] of screens.entries()) await letGo[at]?.({ json: ofFirst[read] });
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

test('[35 DELETE] a reload in flight asks first; then the outcome is unknown, with its target', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openScreen(page, compute);
  await page.route('**/compute/*', () => undefined);
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  // Before that, a reload would find an intent of which nothing was sent.
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

test('[35 DELETE] a crash in flight: the next load shows unknown, and nothing is sent again', async ({
  page,
  context,
  site,
}) => {
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

test('[35 DELETE] leaving for another screen loses nothing; closing the tab asks as long as an answer is awaited', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('link', { name: 'Compute' }).click();
  const letGo = await holdCalls(page);
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
  letGo();
  await expect(page.getByRole('link', { name: /Deleting/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByText('23 instances')).toBeVisible();
  expect(deletes(site.wire)).toHaveLength(1);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toBe(1);
});

test('[36 DELETE] a double click and a held Enter send one request, a late list revives nothing, a second admin is told that it is gone', async ({
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
  // A list that was asked for before the delete, and comes after it.
  let asked = 0;
  const letListGo = await holdCalls(page, '**/databases/orders/compute', () => (asked += 1));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => asked).toBe(1);
  const before = await site.sandbox.fetch(
    new Request('http://sandbox.invalid/workspaces/acme/databases/orders/compute', {
      headers: { authorization: 'Bearer sandbox-token' },
    }),
  );
  const stale: unknown = await before.json();

  await rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const letGo = await holdCalls(page);
  await page.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await page.getByRole('button', { name: 'Delete instance' }).dblclick();
  for (let held = 0; held < 10; held += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  letGo();
  await expect(rows(page)).toHaveCount(0);
  await letListGo({ json: stale });
  await drawn(page);
  await expect(rows(page)).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);

  await deleteOne(admin, 'orders-primary');
  await expect(admin.getByRole('status', { name: 'Results' })).toContainText('orders-primary is not there');
  expect(deletes(site.wire)).toHaveLength(2);
  await admin.context().close();
});

/** The admin comes back to the tab when what it shows is old. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

async function expectUnknown(page: Page, instanceId: string): Promise<void> {
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'We do not know whether orders-primary was deleted' });
  await expect(alert).toContainText(instanceId);
  await expect(rows(page)).toContainText(/unknown/i);
}
