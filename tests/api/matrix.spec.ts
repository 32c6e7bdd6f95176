import { expect, type Page } from '@playwright/test';
import { deleteOne, deletes, dialogCode, rows } from '../compute/computeRows.ts';
import { drawn, signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

/** The cells that live in the browser: offline, a tab that goes away, and more than one hand at work. */
const compute = '/workspaces/acme/compute?database=orders&q=orders-primary';

test('[01 DELETE] offline before the click is not-sent at once, and nothing is sent in the minute after', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  // Code that is fetched ahead may be on its way by then.
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await openScreen(page, compute);
  // The dialog's code comes when a Delete is pointed at; without it nothing could be confirmed.
  await rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await context.setOffline(true);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('alert')).toContainText('orders-primary was not deleted: nothing was sent.');
  await expect(dialog.getByRole('alert')).toContainText('This browser is offline');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await context.setOffline(false);
  await page.clock.runFor(61_000);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(deletes(site.wire)).toEqual([]);
});

test('[01 DELETE] offline before the dialog ever came: it says so, sends nothing, and opens once the line is back', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.route(dialogCode, (route) => route.abort());
  await openScreen(page, compute);
  const remove = rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true });
  await expect(remove).toBeVisible();
  await context.setOffline(true);
  await remove.click();
  await expect(page.getByRole('alert')).toHaveText(/^Nothing was done: the dialog did not load\./);
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await context.setOffline(false);
  await page.unroute(dialogCode);
  await remove.click();
  await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toBeVisible();
  expect(deletes(site.wire)).toEqual([]);
});

for (const [read, screen, list] of [
  ['history', 'subscription/history', 'Subscription history'],
  ['regions', 'regions', 'Regions of CLOUDA'],
] as const) {
  test(`[01 ${read}] offline: the last good data, its age and the reason; it resumes by itself`, async ({
    page,
    context,
    site,
    expectConsole,
  }) => {
    expectConsole(/ERR_INTERNET_DISCONNECTED/);
    await page.clock.install();
    await openScreen(page, `/workspaces/acme/${screen}`);
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    await context.setOffline(true);
    const before = site.wire.length;
    await page.clock.fastForward(60_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Shown as of');
    await expect(alert).toContainText('This browser is offline');
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    expect(site.wire.length).toBe(before);
    await context.setOffline(false);
    await expect(alert).toHaveCount(0);
    expect(site.wire.length).toBeGreaterThan(before);
  });

  test(`[35 ${read}] a reload or a closed tab in the middle of a read leaves nothing behind`, async ({
    page,
    site,
  }) => {
    await openScreen(page, '/workspaces/acme/compute');
    let asked = 0;
    await page.route(`**/api/**/${screen}`, (route) => (asked++ === 0 ? undefined : route.continue()));
    await page.goto(`/workspaces/acme/${screen}`);
    await expect.poll(() => asked).toBe(1);
    await page.reload();
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(site.wire.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test.describe(`of ${read}`, () => {
    test.use({ otherTokens: ['second-token'] });

    test(`[36 ${read}] once another token has signed in, nothing of the first one's is seen, read or late`, async ({
      page,
      site,
    }) => {
      const ofFirst = read === 'history' ? [{ level: 'OLD-TOKEN' }] : ['OLDTOKEN_REGION'];
      await page.clock.install();
      await page.route(`**/api/**/${screen}`, (route) => route.fulfill({ json: ofFirst }));
      await openScreen(page, `/workspaces/acme/${screen}`);
      await expect(page.getByRole('main')).toContainText(/old-?token/i);
      // One more read of the first token is on its way while it signs out.
      let asked = 0;
      const letGo = await holdCalls(page, `**/api/**/${screen}`, () => (asked += 1));
      await page.clock.fastForward(60_000);
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect.poll(() => asked).toBe(1);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByText(/old-?token/i)).toHaveCount(0);
      await page.unroute(`**/api/**/${screen}`);
      await signIn(page, { token: 'second-token' });
      await expect(page.getByRole('list', { name: list })).toBeVisible();
      await letGo({ json: ofFirst });
      await drawn(page);
      await expect(page.getByText(/old-?token/i)).toHaveCount(0);
      await expect(page.getByRole('list', { name: list })).toBeVisible();
      const reads = site.wire.filter(({ path }) => path.endsWith(`/${screen}`));
      expect(reads.map(({ authorization }) => authorization)).toEqual(['Bearer second-token']);
    });
  });
}

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

test('[35 DELETE] leaving for another screen loses nothing: the outcome comes in there', async ({
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
  letGo();
  await expect(page.getByRole('link', { name: /Deleting/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByText('23 instances')).toBeVisible();
  expect(deletes(site.wire)).toHaveLength(1);
});

test('[36 DELETE] a double click and a held Enter send one request', async ({ page, site }) => {
  await openScreen(page, compute);
  await rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const letGo = await holdCalls(page);
  await page.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await page.getByRole('button', { name: 'Delete instance' }).dblclick();
  for (let held = 0; held < 10; held += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  letGo();
  await expect(rows(page)).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('[36 DELETE] a second tab is told, a second admin is told that it is gone', async ({
  page,
  context,
  browser,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, compute);
  const second = await context.newPage();
  await openScreen(second, compute);
  const admin = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await openScreen(admin, compute);
  await expect(rows(admin)).toHaveCount(1);
  const letGo = await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await expect(rows(second)).toContainText('Being deleted in another tab');
  letGo();
  await expect(rows(page)).toHaveCount(0);
  await expect(rows(second)).toHaveCount(0);
  await deleteOne(admin, 'orders-primary');
  await expect(admin.getByRole('status', { name: 'Results' })).toContainText('orders-primary is not there');
  expect(deletes(site.wire)).toHaveLength(2);
  await admin.context().close();
});

test('[36 DELETE] a list that was asked for before the delete does not bring the row back', async ({
  page,
  site,
}) => {
  await openScreen(page, compute);
  await expect(rows(page)).toHaveCount(1);
  let asked = 0;
  const letGo = await holdCalls(page, '**/databases/orders/compute', () => (asked += 1));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => asked).toBe(1);
  const before = await site.sandbox.fetch(
    new Request('http://sandbox.invalid/workspaces/acme/databases/orders/compute', {
      headers: { authorization: 'Bearer sandbox-token' },
    }),
  );
  const stale: unknown = await before.json();
  await deleteOne(page, 'orders-primary');
  await expect(rows(page)).toHaveCount(0);
  await letGo({ json: stale });
  await drawn(page);
  await expect(rows(page)).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

async function expectUnknown(page: Page, instanceId: string): Promise<void> {
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'We do not know whether orders-primary was deleted' });
  await expect(alert).toContainText(instanceId);
  await expect(rows(page)).toContainText(/unknown/i);
}
