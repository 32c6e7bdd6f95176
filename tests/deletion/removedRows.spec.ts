import { expect, type Page } from '@playwright/test';
import { deleteOne, deleteSelected, idsInDeletes, rowOf, rows, selectRows } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('a deleted row is hidden for ten minutes, and marked if it is listed afterwards', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const secondTab = await context.newPage();
  for (const tab of [page, secondTab]) await openUnchangingList(tab, site);
  await deleteOne(page, 'orders-primary');
  await expect(rows(page)).toHaveCount(7);
  let deleteResponse: { status: number; json?: unknown } = { status: 404, json: { message: 'No.' } };
  await page.route('**/compute/*', (route) => route.fulfill(deleteResponse));
  await deleteTwo(page, '2 not found');
  for (const tab of [page, secondTab]) await expect(rows(tab)).toHaveCount(5);
  await refresh(page);
  await expect(rows(page)).toHaveCount(5);
  // `page.clock` moves the clock of all tabs.
  await page.clock.fastForward('09:00');
  await refresh(page);
  await expect(rows(page)).toHaveCount(5);
  // Ten minutes after the deletion, the console requests the list by itself.
  await page.clock.fastForward('01:30');
  const stillListed = 'Still listed; deleted at 14:02 UTC';
  for (const tab of [page, secondTab]) {
    await expect(rowOf(tab, 'orders-primary')).toContainText(stillListed);
    await expect(rows(tab).filter({ hasText: 'Still listed; not found at 14:0' })).toHaveCount(2);
  }

  await rows(page).getByRole('button', { name: 'orders-primary', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toContainText(stillListed);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toContainText(stillListed);
  await page.keyboard.press('Escape');
  deleteResponse = { status: 204 };
  await deleteOne(page, 'orders-primary');
  await expect(rows(page)).toHaveCount(7);
  await deleteTwo(page, '2 deleted');
  await expect(rows(page)).toHaveCount(5);
  await refresh(page);
  await expect(rows(page)).toHaveCount(5);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

/** Deletes two rows in a bulk delete, and expects a result such as “2 deleted”. */
async function deleteTwo(page: Page, expectedResult: string): Promise<void> {
  await selectRows(page, ['orders-replica', 'orders-reports']);
  await expect(await deleteSelected(page, 2)).toContainText(expectedResult);
  await page.getByRole('button', { name: 'Close' }).last().click();
}

/** Opens a list at 14:02 UTC. The service returns the same list to every later read, even after a deletion. */
async function openUnchangingList(page: Page, { sandbox }: Site): Promise<void> {
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
  const listResponse = page.waitForResponse('**/databases/orders/compute');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await listResponse;
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
}
