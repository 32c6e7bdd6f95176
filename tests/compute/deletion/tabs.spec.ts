import { type BrowserContext, expect, type Page } from '@playwright/test';
import { drawn, test } from '../../support/console.ts';
import { holdCalls } from '../../support/holdCalls.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deleteOne, deleteSelected, deletes, rows, select } from '../computeRows.ts';

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

test('[35 DELETE] a tab that goes away in the middle is unknown in the others within a second, and blocks nothing there', async ({
  page,
  context,
}) => {
  const other = await openTwice(page, context, address);
  await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await expect(rows(other)).toContainText('Being deleted in another tab');
  await page.close();
  await expect(rows(other)).toContainText('Unknown', { timeout: 1_000 });
  await expect(other.getByRole('alert')).toContainText('We do not know whether orders-primary was deleted.');
  await expect(rows(other).getByRole('button', { name: 'Delete orders-primary' })).toBeEnabled();
  // The next visit is told the same, and what its own list says of it where the held call went out with the tab.
  await other.close();
  const later = await context.newPage();
  await openScreen(later, address);
  await expect(later.getByRole('alert')).toContainText(
    /We do not know whether orders-primary was deleted|orders-primary is no longer in the service’s list/,
  );
  await expect(later.getByRole('alert')).toContainText(
    'The page was closed or reloaded before the answer came.',
  );
});

test('a duplicate of a tab that is deleting says what the first one comes to know', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, address);
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

test('a duplicate of a tab that deletes many shows the same as that tab, then and after a reload', async ({
  page,
  context,
  site,
}) => {
  const orders = '/workspaces/acme/compute?database=orders';
  await openScreen(page, orders);
  const letGo = await holdCalls(page);
  await select(page, ['orders-primary', 'orders-replica', 'orders-reports', 'orders-staging']);
  await expect(await deleteSelected(page, 4)).toContainText('3 on their way');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  const progress = copy.getByRole('dialog', { name: 'Deleting 4 instances' });
  await expect(progress).toContainText('3 on their way · 1 waiting');
  await expect(progress).toContainText('It runs in another tab of this browser');
  await expect(progress.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await progress.getByRole('button', { name: 'Hide, it goes on' }).click();
  await expect(copy.getByText('Being deleted in another tab')).toHaveCount(3);
  await expect(copy.getByText('Waiting in another tab')).toHaveCount(1);
  await expect(copy.getByRole('link', { name: 'Deleting: 0 of 4' })).toBeVisible();
  letGo();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(copy)).toHaveCount(4);
  for (const moment of ['then', 'after a reload']) {
    if (moment !== 'then') await copy.reload();
    await expect(rows(copy), moment).toHaveCount(4);
    await expect(copy.getByRole('alert'), moment).toHaveCount(0);
    await copy.getByRole('button', { name: 'Activity' }).click();
    const activity = copy.getByRole('list', { name: 'Activity' });
    await expect(activity.getByText('Deleted', { exact: true }), moment).toHaveCount(4);
    await copy.keyboard.press('Escape');
    await expect(copy).not.toHaveURL(/panel=activity/);
  }
  expect(deletes(site.wire)).toHaveLength(4);
});

test('a duplicate that outlives its tab says what that one sent, and what it never did', async ({
  page,
  context,
}) => {
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await holdCalls(page);
  await select(page, [
    'orders-primary',
    'orders-replica',
    'orders-reports',
    'orders-staging',
    'orders-exports',
  ]);
  await expect(await deleteSelected(page, 5)).toContainText('3 on their way');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  await expect(copy.getByRole('dialog')).toContainText('3 on their way');
  await page.close();
  const progress = copy.getByRole('dialog', { name: 'Deletion of 5 instances ended' });
  await expect(progress).toContainText('3 unknown · 2 not sent');
  await copy.reload();
  await expect(progress).toContainText('3 unknown · 2 not sent');
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

test('what was added by hand, deleted in one tab and added again in another stays', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const add = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Add instance' }).click();
    const form = tab.getByRole('dialog', { name: 'Add instance' });
    await form.getByLabel('Database').fill('orders');
    await form.getByLabel('Instance ID').fill('no-content');
    await form.getByLabel('Name').fill('by hand');
    await form.getByRole('button', { name: 'Add to the list' }).click();
  };
  const other = await openTwice(page, context, '/workspaces/empty/compute');
  await add(page);
  await expect(rows(other)).toHaveCount(1);
  await deleteOne(page, 'by hand');
  await expect(rows(page)).toHaveCount(0);
  await expect(rows(other)).toHaveCount(0);
  await add(other);
  await expect(rows(other)).toHaveCount(1);
  await expect(rows(page)).toHaveCount(1);
  // The first tab has heard of it by now, and has to leave it alone.
  await drawn(page);
  await expect(rows(other)).toHaveCount(1);
  await page.reload();
  await expect(rows(other)).toHaveCount(1);
});

/** Opens one address in two tabs, and gives the second. */
async function openTwice(page: Page, context: BrowserContext, at: string): Promise<Page> {
  await openScreen(page, at);
  const other = await context.newPage();
  await openScreen(other, at);
  return other;
}
