import { expect, type Page } from '@playwright/test';
import { deleteOne, deleteSelected, idsInDeletes, rowOf, rows, selectRows } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('a deleted row is hidden for ten minutes, a row that was not found until the next list', async ({
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
  await page.route('**/compute/*', (route) =>
    route.fulfill({ status: 404, json: { message: 'No.', statusCode: 404 } }),
  );
  await deleteOne(page, 'orders-replica');
  for (const tab of [page, secondTab]) await expect(rows(tab)).toHaveCount(6);
  await refresh(page);
  await expect(rowOf(page, 'orders-replica')).toContainText(
    "Still listed, although the service didn't find it at",
  );
  await expect(rows(page)).toHaveCount(7);
  // `page.clock` moves the clock of all tabs.
  await page.clock.fastForward('09:00');
  await refresh(page);
  await expect(rows(page)).toHaveCount(7);
  await page.clock.fastForward('01:30');
  await refresh(page);
  await expect(rowOf(page, 'orders-primary')).toContainText('Still listed; deleted at 14:02 UTC');

  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Still listed; deleted at 14:02 UTC');
  await page.keyboard.press('Escape');
  await page.route('**/compute/*', (route) => route.fulfill({ status: 204 }));
  await selectRows(page, ['orders-primary', 'orders-replica']);
  const result = await deleteSelected(page, 2);
  await expect(result).toContainText('2 of 2 instances deleted');
  await result.getByRole('button', { name: 'Close' }).click();
  await refresh(page);
  await expect(rows(page)).toHaveCount(6);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

/** Opens a list at 14:02 UTC. The service returns the same list to every later read, even after a deletion. */
async function openUnchangingList(page: Page, { sandbox }: Site): Promise<void> {
  const list = new Request('http://sandbox.invalid/workspaces/acme/databases/orders/compute', {
    headers: { authorization: 'Bearer sandbox-token' },
  });
  const json: unknown = await (await sandbox.fetch(list)).json();
  await page.route('**/databases/orders/compute', (route) => route.fulfill({ json }));
  await page.clock.install({ time: new Date('2026-03-02T14:02:00Z') });
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await expect(rows(page)).toHaveCount(8);
}

type Site = Parameters<Parameters<typeof test>[2]>[0]['site'];

async function refresh(page: Page): Promise<void> {
  const listResponse = page.waitForResponse('**/databases/orders/compute');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await listResponse;
}
