import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../../support/console.ts';
import { holdCalls } from '../../support/holdCalls.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deleteOne, deleteSelected, deletes, resultCounts, rowOf, rows, select } from '../computeRows.ts';

const orders = '/workspaces/acme/compute?database=orders';

test('[35 DELETE] a second tab shows a deletion, even after the deleting tab is closed', async ({
  page,
  context,
  site,
}) => {
  const other = await openTwice(page, context, orders);
  // The other tab already has the dialog open when the first one sends.
  await rowOf(other, 'orders-primary').getByRole('button', { name: 'Delete orders-primary' }).click();
  await other.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  const letGo = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();

  // The dialog that is open in the second tab changes too.
  await expect(other.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await expect(other.getByRole('alertdialog').getByRole('alert')).toContainText(
    'being deleted in another tab',
  );
  await other.keyboard.press('Escape');
  await expect(rowOf(other, 'orders-primary')).toContainText('Being deleted in another tab');
  await expect(other.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeDisabled();
  await letGo();
  await expect(dialog).toHaveCount(0);
  await expect(rows(other)).toHaveCount(7);
  expect(deletes(site.wire)).toHaveLength(1);

  await holdCalls(page);
  await deleteOne(page, 'orders-replica');
  const row = rowOf(other, 'orders-replica');
  await expect(row).toContainText('Being deleted in another tab');
  await page.close();
  await expect(row).toContainText('Unconfirmed', { timeout: 1_000 });
  await expect(other.getByRole('alert')).toContainText('We don’t know whether orders-replica was deleted.');
  await expect(other.getByRole('alert')).toContainText(
    'The page was closed or reloaded before the response arrived.',
  );
  await expect(row.getByRole('button', { name: 'Delete orders-replica' })).toBeEnabled();
});

test('a duplicated tab shows the running bulk delete', async ({ page, context, site }) => {
  await openScreen(page, orders);
  const letGo = await holdCalls(page);
  await select(page, ['orders-primary', 'orders-replica', 'orders-reports', 'orders-staging']);
  await expect(await deleteSelected(page, 4)).toContainText('3 in progress');
  const opened = context.waitForEvent('page');
  // Without noopener the new tab starts with a copy of the sessionStorage of this tab.
  await page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  const progress = copy.getByRole('dialog', { name: 'Deleting 4 instances' });
  await expect(resultCounts(progress)).toHaveText(['3 in progress', '1 waiting']);
  await expect(progress).toContainText('This bulk deletion is running in another tab of this browser');
  await expect(progress.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await progress.getByRole('button', { name: 'Hide, keep running' }).click();
  await expect(copy.getByText('Being deleted in another tab')).toHaveCount(3);
  await expect(copy.getByText('Waiting in another tab')).toHaveCount(1);
  await expect(copy.getByRole('link', { name: 'Deleting: 0 of 4' })).toBeVisible();
  await letGo();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(copy)).toHaveCount(4);
  await expect(copy.getByRole('alert')).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(4);
});

test('an open dialog shows protections and deletions from another tab', async ({ page, context, site }) => {
  const other = await openTwice(page, context, orders);
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  const field = dialog.getByLabel('Type orders-primary to confirm');
  await field.fill('orders-primary');
  await rows(other).getByRole('button', { name: 'orders-primary', exact: true }).click();
  await other.getByRole('button', { name: 'Protect on this device' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Protected on this device.');
  await expect(dialog.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await field.press('Enter');
  expect(deletes(site.wire)).toEqual([]);

  await other.getByRole('button', { name: 'Turn off protection' }).click();
  await other.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await deleteOne(other, 'orders-primary');
  await expect(rows(other)).toHaveCount(7);
  await expect(dialog.getByRole('alert')).toContainText('This instance is no longer in the list');
  expect(deletes(site.wire)).toHaveLength(1);
});

/** Opens one URL in two tabs. @returns the second tab */
async function openTwice(page: Page, context: BrowserContext, at: string): Promise<Page> {
  await openScreen(page, at);
  const other = await context.newPage();
  await openScreen(other, at);
  return other;
}
