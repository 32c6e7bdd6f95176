import { expect } from '@playwright/test';
import { deleteOne, exportFile, idsInDeletes, rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

test('if storage is full, a deletion shows no false outcome after a reload', async ({ page, site }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const releaseCalls = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog).toContainText('This browser can’t save the deletion log.');
  releaseCalls();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText(
    'This browser can’t save the log.',
  );
  await page.reload();
  await expect(rows(page)).toHaveCount(23);
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible();
  await expect(page.getByText(/^(Not sent|Unconfirmed)|No request was sent|We don’t know/)).toHaveCount(0);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

test('the activity log shows, filters and exports deletions', async ({ page, expectConsole }) => {
  expectConsole(/status of (404|409)/);
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  await deleteOne(page, 'sparse');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await deleteOne(page, 'error-409');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await deleteOne(page, 'error-404');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = page.getByRole('dialog', { name: 'Activity' });
  const items = activity.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.nth(1)).toContainText('just now');
  await items.nth(1).getByRole('button').click();
  await expect(items.nth(1)).toContainText(/HTTP status: 409\nRequest ID: .*\nDuration: \d+ ms/);
  await activity.getByLabel('Filter by outcome').selectOption('Deleted');
  await expect(items).toHaveCount(1);
  await activity.getByRole('button', { name: /^sparse/ }).click();
  await expect(activity.locator('pre')).toContainText('"name": null');
  await expectNoAxeViolations(page);
  await expect(activity.getByRole('button', { name: /curl/ })).toHaveCount(0);
  const { text: csv } = await exportFile(activity, 'CSV');
  expect(csv).toMatch(/^\uFEFFconfirmed,workspace,database,instanceId,name,outcome/);
  expect(csv).not.toContain('sandbox-token');

  await activity.getByLabel('Filter by outcome').selectOption('Not found');
  await activity.getByRole('button', { name: /^error-404/ }).click();
  await activity.getByRole('button', { name: 'Restore to list' }).click();
  await expect(activity.getByRole('button', { name: 'No longer hidden' })).toBeFocused();
  await activity.getByRole('button', { name: 'Close' }).click();
  await expect(rows(page).getByRole('button', { name: 'Delete error-404', exact: true })).toHaveCount(1);
});
