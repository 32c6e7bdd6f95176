import { expect, type Page } from '@playwright/test';
import { test } from '../../support/console.ts';
import { holdCalls } from '../../support/holdCalls.ts';
import { openScreen } from '../../support/openScreen.ts';
import { confirmBulk, deleteOne, deletes, rows, select } from '../computeRows.ts';

test('an open dialog follows protections and deletions in another tab', async ({ page, context, site }) => {
  const orders = '/workspaces/acme/compute?database=orders';
  await openScreen(page, orders);
  const other = await context.newPage();
  await openScreen(other, orders);
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
  await page.keyboard.press('Escape');

  await select(page, ['orders-replica', 'orders-reports', 'orders-staging']);
  await page.getByRole('button', { name: 'Delete 3 instances', exact: true }).click();
  await page.getByLabel('Type 3 to confirm').fill('3');
  await deleteOne(other, 'orders-replica');
  await expect(rows(page)).toHaveCount(6);
  const anew = page.getByRole('alertdialog', { name: 'Delete 2 instances' });
  await expect(anew.getByRole('alert')).toContainText(
    '1 instance will be skipped because the list has changed',
  );
  expect(deletes(site.wire)).toHaveLength(2);
  await confirmBulk(page, 2);
  await expect(rows(page)).toHaveCount(4);
  expect(deletes(site.wire)).toHaveLength(4);
});

test('a full storage is reported and makes no claim after a reload', async ({ page, site }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const letGo = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog).toContainText('This browser can’t save the deletion log.');
  letGo();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText(
    'This browser can’t save the log.',
  );
  await page.reload();
  await expect(rows(page)).toHaveCount(23);
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible();
  await expect(page.getByText(/Not sent|No request was sent|Unconfirmed/)).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('a stuck database doesn’t block a deletion and is reported', async ({ page, site }) => {
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await holdDatabase(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  expect(deletes(site.wire)).toHaveLength(0);
  await passUntil(page, () =>
    expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed', soon),
  );
  await expect(rows(page)).toHaveCount(23);
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText(
    'This browser can’t save the log.',
  );
  await page.keyboard.press('Escape');
  const letGo = await holdCalls(page);
  const next = await deleteOne(page, 'orders-replica');
  await expect(next).toContainText(
    'This browser can’t save the deletion log. Keep this page open until the deletion finishes.',
  );
  letGo();
  await passUntil(page, () => expect(rows(page)).toHaveCount(22, soon));
  expect(deletes(site.wire)).toHaveLength(2);
});

const soon = { timeout: 100 };

/** Advances the page's clock by one second at a time until a condition is true. */
async function passUntil(page: Page, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await holds();
  }).toPass({ intervals: [20] });
}

/** Keeps a transaction open until the page is closed, so that all others wait. */
async function holdDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const name = databases.find((one) => one.name?.startsWith('workspace-console.3.data.'))?.name ?? '';
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const store = opening.result.transaction('entries', 'readwrite').objectStore('entries');
    const ask = () => store.get('none').addEventListener('success', ask);
    ask();
  });
}
