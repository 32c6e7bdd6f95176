import { expect } from '@playwright/test';
import { openScreen, test } from '../support/console.ts';
import { deleteOne, deleteSelected, rows, selectRows } from './computeRows.ts';

const orders = '/workspaces/acme/compute?database=orders';

test('the tab is closed → all are deleted, and the next one says so', async ({ page, context, site }) => {
  await openScreen(page, orders);
  const release = site.hold('DELETE');
  await selectRows(page, ['orders-replica', 'orders-reports', 'orders-staging']);
  await deleteSelected(page, 3);
  await expect.poll(() => site.deletes()).toHaveLength(1);
  await page.close();
  const next = await context.newPage();
  await next.goto('/workspaces/acme/regions');
  await next.getByRole('link', { name: 'Deleting 1 of 3' }).click();
  release();
  const entry = next.getByRole('button', { name: /^3 instances/ });
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
  await expect(entry).toContainText('3 deleted');
  expect(site.deletes()).toHaveLength(3);
});

test('Enter is held from the row on → the dialog confirms nothing', async ({ page, site }) => {
  await openScreen(page, orders);
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).focus();
  await page.keyboard.down('Enter');
  const field = page.getByLabel('Type orders-primary to confirm');
  await expect(field).toBeFocused();
  await field.fill('orders-primary');
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Delete orders-primary');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(7);
  expect(site.deletes()).toHaveLength(1);
  await expect(page.locator('body')).not.toBeFocused();
});

test('Delete again… after a rejection → the field has the focus', async ({ page, site }) => {
  await openScreen(page, orders);
  site.answer(({ method }) => (method === 'DELETE' ? new Response(null, { status: 403 }) : null));
  const dialog = await deleteOne(page, 'orders-primary');
  await dialog.getByRole('button', { name: 'Delete again…' }).press('Enter');
  await expect(dialog.getByLabel('Type orders-primary to confirm')).toBeFocused();
});

test('after 5 s, the dialog says that it can be closed, and nothing moves', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.clock.install();
  await openScreen(page, orders);
  const release = site.hold('DELETE');
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog).toHaveAccessibleName('Deleting orders-primary');
  const before = await dialog.boundingBox();
  await page.clock.runFor(6_000);
  await expect(dialog).toContainText(/\d s\. You can close this; the result goes to Activity\./);
  expect(await dialog.boundingBox()).toEqual(before);
  release();
  await expect(dialog).toBeHidden();
});

for (const [width, height] of Object.entries({ 720: 450, 320: 256 }))
  test(`${width} × ${height} px → the confirm field is in view, above Reason`, async ({ page }) => {
    await page.setViewportSize({ width: Number(width), height });
    await openScreen(page, orders);
    await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
    const field = page.getByLabel('Type orders-primary to confirm');
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
    const reason = await page.getByRole('textbox', { name: 'Reason' }).boundingBox();
    expect(reason?.y).toBeGreaterThan((await field.boundingBox())?.y ?? Infinity);
  });
