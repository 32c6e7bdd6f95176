import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, idsInDeletes, rowOf, rows } from './computeRows.ts';

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
