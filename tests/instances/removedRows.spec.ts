import { expect, type Page } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, idsInDeletes, rowOf, rows } from './computeRows.ts';

test('a deleted row is hidden for ten minutes, a row that was not found until the next list', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  // The service returns the same list to every read, even after a deletion.
  const json = site.sandbox.instances('acme', 'orders').map((instance): unknown => JSON.parse(instance.json));
  await page.route('**/databases/orders/compute', (route) => route.fulfill({ json }));
  await page.clock.install({ time: new Date('2026-03-02T14:02:00Z') });
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await deleteOne(page, 'orders-primary');
  await expect(rows(page)).toHaveCount(7);
  await page.route('**/compute/*', (route) =>
    route.fulfill({ status: 404, json: { message: 'No.', statusCode: 404 } }),
  );
  await deleteOne(page, 'orders-replica');
  await expect(rows(page)).toHaveCount(6);
  await refresh(page);
  await expect(rowOf(page, 'orders-replica')).toContainText(
    "Still listed, although the service didn't find it at",
  );
  await expect(rows(page)).toHaveCount(7);
  await page.clock.fastForward('10:30');
  await refresh(page);
  await expect(rowOf(page, 'orders-primary')).toContainText('Still listed; deleted at 14:02 UTC');
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Still listed; deleted at 14:02 UTC');
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

async function refresh(page: Page): Promise<void> {
  const listResponse = page.waitForResponse('**/databases/orders/compute');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await listResponse;
}
