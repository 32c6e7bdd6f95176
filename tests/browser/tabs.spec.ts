import { type BrowserContext, expect, type Page } from '@playwright/test';
import { deleteOne, deletes, rows } from './computeRows.ts';
import { test } from './console.ts';
import { holdCalls } from './holdCalls.ts';
import { openScreen } from './openScreen.ts';

const address = '/workspaces/acme/compute?database=orders&q=orders-primary';

test('another tab is told, can send nothing meanwhile, and loses the row with the first', async ({
  page,
  context,
  site,
}) => {
  const other = await openTwice(page, context, address);
  // The other tab already has the dialog open when the first one sends.
  await rows(other).getByRole('button', { name: 'Delete orders-primary' }).click();
  await other.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  const letGo = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();

  // A dialog that was open there before is told too.
  await expect(other.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await expect(other.getByRole('alertdialog').getByRole('alert')).toContainText(
    'being deleted in another tab',
  );
  await other.keyboard.press('Escape');
  await expect(rows(other)).toContainText('Being deleted in another tab');
  await expect(rows(other).getByRole('button', { name: 'Delete orders-primary' })).toBeDisabled();

  // A tab that is opened meanwhile knows of it too; and the other one hears of the end on another screen.
  const third = await context.newPage();
  await openScreen(third, address);
  await expect(rows(third)).toContainText('Being deleted in another tab');
  await other.getByRole('link', { name: 'Regions' }).click();
  letGo();
  await expect(dialog).toHaveCount(0);
  await expect(rows(third)).toHaveCount(0);
  await other.getByRole('link', { name: 'Compute' }).click();
  await expect(other.getByText('23 instances')).toBeVisible();
  expect(deletes(site.wire)).toHaveLength(1);
});

test('a tab that goes away in the middle blocks nothing in the others', async ({ page, context }) => {
  const other = await openTwice(page, context, address);
  await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await expect(rows(other)).toContainText('Being deleted in another tab');
  await page.close();
  await expect(rows(other)).not.toContainText('Being deleted in another tab');
  await expect(rows(other).getByRole('button', { name: 'Delete orders-primary' })).toBeEnabled();
});

test('a duplicate of a tab that is deleting says what the first one comes to know', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, address, { keep: true });
  const letGo = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  const opened = context.waitForEvent('page');
  // Without noopener the new tab begins with a copy of this one's sessionStorage.
  await page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  await expect(rows(copy)).toContainText('Being deleted in another tab');
  letGo();
  await expect(rows(page)).toHaveCount(0);
  await expect(rows(copy)).toHaveCount(0);
  await expect(copy.getByRole('alert')).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('what one tab puts back is in the list of the others again', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const faults = '/workspaces/faults/compute?database=orders&q=error-404';
  const other = await openTwice(page, context, faults);
  await expect(rows(other)).toHaveCount(1);
  await deleteOne(page, 'error-404');
  await expect(rows(other)).toHaveCount(0);
  await page.getByRole('status', { name: 'Results' }).getByRole('button', { name: 'Put back' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(other)).toHaveCount(1);
  await expect(rows(other).getByRole('button', { name: 'Delete error-404' })).toBeEnabled();
});

test('what one tab has deleted and another adds again is in the list of the other', async ({
  page,
  context,
}) => {
  const other = await openTwice(page, context, address);
  const id = (await rows(other).locator('bdi.font-mono').first().textContent()) ?? '';
  await deleteOne(page, 'orders-primary');
  await expect(rows(other)).toHaveCount(0);
  await other.getByRole('button', { name: 'Clear the search' }).click();
  await other.getByRole('button', { name: 'Add instance' }).click();
  const form = other.getByRole('dialog', { name: 'Add instance' });
  await form.getByLabel('Database').fill('orders');
  await form.getByLabel('Instance ID').fill(id);
  await form.getByLabel('Name').fill('again');
  await form.getByRole('button', { name: 'Add to the list' }).click();
  await expect(rows(other).filter({ hasText: id })).toHaveCount(1);
});

/** Opens one address in two tabs, and gives the second. */
async function openTwice(page: Page, context: BrowserContext, at: string): Promise<Page> {
  await openScreen(page, at);
  const other = await context.newPage();
  await openScreen(other, at);
  return other;
}
