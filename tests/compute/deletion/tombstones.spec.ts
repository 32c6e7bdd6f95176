import { expect, type Page } from '@playwright/test';
import { test } from '../../support/console.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deleteOne, deleteSelected, deletes, rowOf, rows, select } from '../computeRows.ts';

const two = ['orders-replica', 'orders-reports'];

test.describe('a service that goes on listing what was deleted', () => {
  test('has its rows hidden for ten minutes, in every tab, and shown again, marked, after that', async ({
    page,
    context,
    site,
    expectConsole,
  }) => {
    expectConsole(/status of 404/);
    await openFrozen(page, site);
    const other = await context.newPage();
    await openFrozen(other, site);
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(7);
    await page.route('**/compute/*', (route) =>
      route.fulfill({ status: 404, json: { message: 'No.', statusCode: 404 } }),
    );
    await deleteOne(page, 'orders-staging');
    for (const tab of [page, other]) await expect(rows(tab)).toHaveCount(6);
    await refresh(page);
    await expect(rows(page)).toHaveCount(6);
    // All tabs of a browser have one clock.
    await page.clock.fastForward('09:00');
    await refresh(page);
    await expect(rows(page)).toHaveCount(6);
    // Then the console asks by itself.
    await page.clock.fastForward('01:01');
    for (const tab of [page, other]) {
      await expect(rowOf(tab, 'orders-primary')).toContainText('Still listed; deleted at 14:02 UTC');
      await expect(rowOf(tab, 'orders-staging')).toContainText('Still listed; not there at 14:02 UTC');
    }
    expect(deletes(site.wire)).toHaveLength(1);
  });

  test('has them deleted once more, alone or together, and they leave again', async ({ page, site }) => {
    await openFrozen(page, site);
    await page.route('**/compute/*', (route) => route.fulfill({ status: 204 }));
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(7);
    await deleteTogether(page);
    await expect(rows(page)).toHaveCount(5);
    await page.clock.fastForward('11:00');
    const back = rows(page).filter({ hasText: 'Still listed; deleted at 14:0' });
    await expect(back).toHaveCount(3);

    await rows(page).getByRole('button', { name: 'orders-primary', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'orders-primary' })).toContainText('Still listed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toContainText('Still listed');
    await page.keyboard.press('Escape');
    await deleteOne(page, 'orders-primary');
    await expect(rows(page)).toHaveCount(7);
    await deleteTogether(page);
    await expect(rows(page)).toHaveCount(5);
    await refresh(page);
    await expect(rows(page)).toHaveCount(5);
    await expect(back).toHaveCount(0);
  });
});

async function deleteTogether(page: Page): Promise<void> {
  await select(page, two);
  await expect(await deleteSelected(page, 2)).toContainText('2 deleted');
  await page.getByRole('button', { name: 'Close' }).last().click();
}

/** Opens the list at a point in time, and keeps it as it is now, whatever happens. */
async function openFrozen(page: Page, { sandbox }: Site): Promise<void> {
  const listing = new Request('http://sandbox.invalid/workspaces/acme/databases/orders/compute', {
    headers: { authorization: 'Bearer sandbox-token' },
  });
  const json: unknown = await (await sandbox.fetch(listing)).json();
  await page.route('**/databases/orders/compute', (route) => route.fulfill({ json }));
  await page.clock.install({ time: new Date('2026-03-02T14:02:00Z') });
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await expect(rows(page)).toHaveCount(8);
}

type Site = Parameters<Parameters<typeof test>[2]>[0]['site'];

async function refresh(page: Page): Promise<void> {
  const listed = page.waitForResponse('**/databases/orders/compute');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await listed;
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
}
