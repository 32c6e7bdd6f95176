import { expect } from '@playwright/test';
import { deleteOne, deleteSelected, idsInDeletes, rowOf, rows, selectRows } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const ordersUrl = '/workspaces/acme/compute?database=orders';

test('[35 DELETE] a second tab shows a deletion, even if the deleting tab is closed', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, ordersUrl);
  const secondTab = await context.newPage();
  await openScreen(secondTab, ordersUrl);
  // Open the dialog in the second tab before the first tab sends its request.
  await rowOf(secondTab, 'orders-primary').getByRole('button', { name: 'Delete orders-primary' }).click();
  await secondTab.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  const releaseCalls = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await expect(secondTab.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await expect(secondTab.getByRole('alertdialog').getByRole('alert')).toContainText('being deleted already');
  await secondTab.keyboard.press('Escape');
  await expect(rowOf(secondTab, 'orders-primary')).toContainText('Deleting…');
  await releaseCalls();
  await expect(dialog).toHaveCount(0);
  await expect(rows(secondTab)).toHaveCount(7);
  expect(idsInDeletes(site.wire)).toHaveLength(1);

  await holdCalls(page);
  await deleteOne(page, 'orders-replica');
  const row = rowOf(secondTab, 'orders-replica');
  await expect(row).toContainText('Deleting…');
  await page.close();
  await expect(row).toContainText('Unconfirmed');
  await expect(secondTab.getByRole('alert')).toContainText(
    /We don't know whether orders-replica was deleted.*The page was closed or reloaded before a result was stored\./,
  );
  await expect(row.getByRole('button', { name: 'Delete orders-replica' })).toBeEnabled();
});

test('one bulk delete at a time runs in a browser', async ({ page, context, site }) => {
  await openScreen(page, ordersUrl);
  const releaseCalls = await holdCalls(page);
  await selectRows(page, ['orders-primary', 'orders-replica']);
  const progress = await deleteSelected(page, 2);
  await expect(progress.getByRole('heading')).toHaveText('Deleting the first of 2');
  const secondTab = await context.newPage();
  await openScreen(secondTab, ordersUrl);
  await selectRows(secondTab, ['orders-reports', 'orders-staging']);
  const refused = await deleteSelected(secondTab, 2);
  await expect(
    refused.getByText('A bulk delete is running in this browser already. Wait for it to end.'),
  ).toBeVisible();
  await releaseCalls();
  await expect(progress.getByRole('heading')).toHaveText('2 of 2 instances deleted');
  await expect(rows(secondTab)).toHaveCount(6);
  await refused.getByRole('button', { name: 'Delete 2 instances' }).click();
  await expect(refused.getByRole('heading')).toHaveText('2 of 2 instances deleted');
  // The result in the first tab stays.
  await expect(progress.getByRole('heading')).toHaveText('2 of 2 instances deleted');
  expect(idsInDeletes(site.wire)).toHaveLength(4);
});
