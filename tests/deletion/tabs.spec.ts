import { expect } from '@playwright/test';
import {
  deleteOne,
  deleteSelected,
  idsInDeletes,
  resultFilters,
  rowOf,
  rows,
  selectRows,
} from '../compute/computeRows.ts';
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

  // The open dialog in the second tab now refuses the deletion.
  await expect(secondTab.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await expect(secondTab.getByRole('alertdialog').getByRole('alert')).toContainText(
    'being deleted in another tab',
  );
  await secondTab.keyboard.press('Escape');
  await expect(rowOf(secondTab, 'orders-primary')).toContainText('Being deleted in another tab');
  await expect(secondTab.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeDisabled();
  await releaseCalls();
  await expect(dialog).toHaveCount(0);
  await expect(rows(secondTab)).toHaveCount(7);
  expect(idsInDeletes(site.wire)).toHaveLength(1);

  await holdCalls(page);
  await deleteOne(page, 'orders-replica');
  const row = rowOf(secondTab, 'orders-replica');
  await expect(row).toContainText('Being deleted in another tab');
  await page.close();
  await expect(row).toContainText('Unconfirmed', { timeout: 1_000 });
  await expect(secondTab.getByRole('alert')).toContainText(
    'We don’t know whether orders-replica was deleted.',
  );
  await expect(secondTab.getByRole('alert')).toContainText(
    'The page was closed or reloaded before the response arrived.',
  );
  await expect(row.getByRole('button', { name: 'Delete orders-replica' })).toBeEnabled();
});

test('the bulk result stays open if another tab deletes other instances', async ({ page, context }) => {
  await openScreen(page, ordersUrl);
  await selectRows(page, ['orders-primary', 'orders-replica']);
  await deleteSelected(page, 2);
  const result = page.getByRole('dialog', { name: '2 of 2 instances deleted' });
  await expect(result).toBeVisible();
  const secondTab = await context.newPage();
  await openScreen(secondTab, ordersUrl);
  await selectRows(secondTab, ['orders-reports', 'orders-staging', 'orders-search']);
  await deleteSelected(secondTab, 3);
  await expect(secondTab.getByRole('dialog', { name: '3 of 3 instances deleted' })).toBeVisible();
  // The log of the first tab contains both bulk deletes.
  await expect(rows(page)).toHaveCount(3);
  await expect(result).toBeVisible();
});

test('a duplicated tab shows a running bulk delete, which only the first tab can stop', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, ordersUrl);
  const releaseCalls = await holdCalls(page);
  await selectRows(page, ['orders-primary', 'orders-replica', 'orders-reports', 'orders-staging']);
  const progress = await deleteSelected(page, 4);
  await expect(progress).toContainText('3 in progress');
  const newPage = context.waitForEvent('page');
  // Without `noopener`, the new tab starts with a copy of the sessionStorage, as a duplicated tab does.
  await page.evaluate(() => void window.open(location.href));
  const copy = await newPage;
  const secondProgress = copy.getByRole('dialog', { name: 'Deleting 4 instances' });
  await expect(resultFilters(secondProgress)).toHaveText(['3 in progress', '1 waiting']);
  await expect(secondProgress).toContainText('This bulk deletion is running in another tab of this browser');
  await expect(secondProgress.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await secondProgress.getByRole('button', { name: 'Hide, keep running' }).click();
  await expect(copy.getByText('Being deleted in another tab')).toHaveCount(3);
  await expect(copy.getByText('Waiting in another tab')).toHaveCount(1);
  await expect(copy.getByRole('link', { name: 'Deleting: 0 of 4' })).toBeVisible();
  await progress.getByRole('button', { name: 'Stop' }).click();
  await expect(resultFilters(progress)).toHaveText(['1 not sent', '3 in progress']);
  await releaseCalls();
  await expect(resultFilters(progress)).toHaveText(['3 deleted', '1 not sent']);
  await expect(progress.getByRole('alert')).toContainText('You stopped this bulk deletion.');
  for (const tab of [page, copy]) await expect(rows(tab)).toHaveCount(5);
  await expect(copy.getByRole('alert')).toHaveCount(0);
  expect(idsInDeletes(site.wire)).toHaveLength(3);
});
