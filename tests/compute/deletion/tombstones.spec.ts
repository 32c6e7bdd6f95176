import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../../support/console.ts';
import { holdCalls } from '../../support/holdCalls.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deleteOne, deleteSelected, deletes, rows, search, select } from '../computeRows.ts';

const orders = '/workspaces/acme/compute?database=orders&q=orders-primary';
const stillListed = 'Still listed; deleted at 14:02 UTC';

test.describe('a service that goes on listing what was deleted', () => {
  test('has its row hidden for ten minutes and shown again, marked, after that', async ({ page, site }) => {
    await openFrozen(page, site);
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(0);
    await refresh(page);
    await expect(rows(page)).toHaveCount(0);
    await page.clock.fastForward('09:00');
    await refresh(page);
    await expect(rows(page)).toHaveCount(0);
    await page.clock.fastForward('01:00');
    await refresh(page);
    await expect(rows(page)).toContainText(stillListed);
    await rows(page).getByRole('button', { name: 'orders-primary', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'orders-primary' })).toContainText(stillListed);
    await page.keyboard.press('Escape');

    // It can be deleted once more, and leaves again.
    await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toContainText(stillListed);
    await page.keyboard.press('Escape');
    await page.route('**/compute/*', (route) => route.fulfill({ status: 204 }));
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(0);
    await refresh(page);
    await expect(rows(page)).toHaveCount(0);
    expect(deletes(site.wire)).toHaveLength(1);
  });

  test('is asked by the console itself when the ten minutes are over', async ({ page, site }) => {
    await openFrozen(page, site);
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(0);
    await page.clock.fastForward('10:01');
    await expect(rows(page)).toContainText(stillListed);
  });

  test('has its row hidden for good once a list lacks it', async ({ page, site }) => {
    await openFrozen(page, site);
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(0);
    await page.unroute('**/databases/orders/compute');
    await page.clock.fastForward('11:00');
    await refresh(page);
    await page.clock.fastForward('01:00');
    await refresh(page);
    await expect(rows(page)).toHaveCount(0);
    await search(page, '');
    await expect(rows(page)).toHaveCount(7);
  });

  test('has its row marked by the day too where that was another day', async ({ page, site }) => {
    await openFrozen(page, site, '2026-03-02T23:55:00Z');
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(0);
    await page.clock.fastForward('11:00');
    await refresh(page);
    await expect(rows(page)).toContainText('Still listed; deleted at 2 Mar 2026, 23:55 UTC');
  });

  test('has its rows deleted together again, too', async ({ page, site }) => {
    await openFrozen(page, site);
    await search(page, '');
    await page.route('**/compute/*', (route) => route.fulfill({ status: 204 }));
    const two = ['orders-primary', 'orders-replica'];
    await select(page, two);
    await expect(await deleteSelected(page, 2)).toContainText('2 deleted');
    await page.getByRole('button', { name: 'Close' }).last().click();
    await expect(rows(page)).toHaveCount(6);
    await page.clock.fastForward('10:30');
    await refresh(page);
    await expect(rows(page).filter({ hasText: 'Still listed; deleted at 14:0' })).toHaveCount(2);
    await select(page, two);
    await expect(await deleteSelected(page, 2)).toContainText('2 deleted');
    await page.getByRole('button', { name: 'Close' }).last().click();
    await expect(rows(page)).toHaveCount(6);
  });

  test('is told of in the other tab alike, and of an absence nobody says that it was deleted', async ({
    page,
    context,
    site,
    expectConsole,
  }) => {
    expectConsole(/status of 404/);
    await openFrozen(page, site);
    const other = await context.newPage();
    await openFrozen(other, site);
    await page.route('**/compute/*', (route) =>
      route.fulfill({ status: 404, json: { message: 'No.', statusCode: 404 } }),
    );
    await deleteOne(page, 'orders-primary');
    for (const tab of [page, other]) await expect(rows(tab)).toHaveCount(0);
    // All tabs of a browser have one clock.
    await page.clock.fastForward('10:30');
    for (const tab of [page, other]) {
      await refresh(tab);
      await expect(rows(tab)).toContainText('Still listed; not there at 14:02 UTC');
    }
  });
});

test('a row that was put back here and then deleted in another tab leaves here too', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const faults = '/workspaces/faults/compute?database=orders&q=error-404';
  await openScreen(page, faults);
  const other = await context.newPage();
  await other.goto(faults);
  await expect(rows(other)).toHaveCount(1);
  await deleteOne(page, 'error-404');
  await page.getByRole('status', { name: 'Results' }).getByRole('button', { name: 'Put back' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(other)).toHaveCount(1);
  await deleteOne(other, 'error-404');
  await expect(rows(other)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
  const listed = page.waitForResponse('**/databases/orders/compute');
  await page.reload();
  await listed;
  await expect(page.getByText('No instance matches')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('what was added by hand and is deleted while another screen is open stays away, after a sign-out there too', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/empty/regions');
  await page.getByRole('link', { name: 'Compute' }).click();
  await page.getByRole('button', { name: 'Add instance' }).click();
  const form = page.getByRole('dialog', { name: 'Add instance' });
  await form.getByLabel('Database').fill('orders');
  await form.getByLabel('Instance ID').fill('i-by-hand');
  await form.getByLabel('Name').fill('by hand');
  await form.getByRole('button', { name: 'Add to the list' }).click();
  await expect(rows(page)).toHaveCount(1);
  const letGo = await holdCalls(page);
  await deleteOne(page, 'by hand');
  await expect(page.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Regions', level: 1 })).toBeVisible();
  letGo({ json: { id: 'i-by-hand', name: 'by hand' } });
  await expect(page.getByRole('link', { name: /Deleting/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, { workspaceSlug: 'empty' });
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByText('No instances here')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  expect(deletes(site.wire)).toEqual([]);
});

/** Opens the row at a point in time, and keeps the list of its database as it is now, whatever happens. */
async function openFrozen(page: Page, { sandbox }: Site, time = '2026-03-02T14:02:00Z'): Promise<void> {
  const listing = new Request('http://sandbox.invalid/workspaces/acme/databases/orders/compute', {
    headers: { authorization: 'Bearer sandbox-token' },
  });
  const json: unknown = await (await sandbox.fetch(listing)).json();
  await page.route('**/databases/orders/compute', (route) => route.fulfill({ json }));
  await page.clock.install({ time: new Date(time) });
  await openScreen(page, orders);
  await expect(rows(page)).toHaveCount(1);
}

type Site = Parameters<Parameters<typeof test>[2]>[0]['site'];

async function refresh(page: Page): Promise<void> {
  const listed = page.waitForResponse('**/databases/orders/compute');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await listed;
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
}
