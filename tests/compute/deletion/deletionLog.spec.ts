import { expect, type Page } from '@playwright/test';
import { test } from '../../support/console.ts';
import { holdCalls } from '../../support/holdCalls.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deleteOne, deletes, rows } from '../computeRows.ts';

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

/** A second of the page's clock lasts this long (ms), so that a read of the database doesn't exceed its time limit. */
const soon = { timeout: 500 };

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
