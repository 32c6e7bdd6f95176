import { expect } from '@playwright/test';
import { test } from '../../support/console.ts';
import { holdCalls } from '../../support/holdCalls.ts';
import { openScreen } from '../../support/openScreen.ts';
import { confirmBulk, deleteOne, deleteSelected, deletes, rows, select } from '../computeRows.ts';

test('one that is selected alone is confirmed by its name, as from its row', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await select(page, ['orders-primary']);
  await page.getByRole('button', { name: 'Delete 1 instance', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  await dialog.getByLabel('Type orders-primary to confirm').fill('1');
  await expect(dialog.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await dialog.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await expect(rows(page)).toHaveCount(23);
  await expect(page.getByText('1 instance selected')).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('what left the list since it was asked about is asked about anew, without it', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  const other = await context.newPage();
  await openScreen(other, '/workspaces/acme/compute?database=orders');
  await select(page, ['orders-primary', 'orders-replica', 'orders-reports']);
  await page.getByRole('button', { name: 'Delete 3 instances', exact: true }).click();
  await page.getByLabel('Type 3 to confirm').fill('3');
  await deleteOne(other, 'orders-primary');
  await expect(rows(other)).toHaveCount(7);
  await expect(rows(page)).toHaveCount(7);
  await page.getByRole('button', { name: 'Delete 3 instances', exact: true }).click();
  const anew = page.getByRole('alertdialog', { name: 'Delete 2 instances' });
  await expect(anew.getByRole('listitem')).toHaveCount(2);
  expect(deletes(site.wire)).toHaveLength(1);
  await confirmBulk(page, 2);
  await expect(rows(page)).toHaveCount(5);
  expect(deletes(site.wire)).toHaveLength(3);
});

test('one whose record names another workspace is left out, and said to be', async ({ page, site }) => {
  await openScreen(page, '/workspaces/odd/compute?database=orders');
  await select(page, ['odd-foreign', 'odd-plain']);
  await page.getByRole('button', { name: 'Delete 2 instances', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 1 instance' });
  await dialog.getByText('1 of the selected are left out').click();
  await expect(dialog).toContainText('odd-foreign: Its record names another workspace. Delete it by itself.');
  expect(deletes(site.wire)).toEqual([]);
});

test('what asks before a sign-out steps back once the token is rejected', async ({ page, expectConsole }) => {
  expectConsole(/status of 401/);
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  const letGo = await holdCalls(page);
  await select(page, ['orders-primary', 'orders-replica']);
  const progress = await deleteSelected(page, 2);
  await progress.getByRole('button', { name: 'Hide, it goes on' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const asks = page.getByRole('alertdialog', { name: 'Sign out during a deletion?' });
  await expect(asks).toBeVisible();
  letGo({ status: 401, json: { message: 'No.', statusCode: 401 } });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(asks).toHaveCount(0);
});
