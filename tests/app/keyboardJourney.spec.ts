import { expect, type Locator } from '@playwright/test';
import { test, waitForRender } from '../support/console.ts';

test('an admin deletes by keyboard alone, and always sees the focus', async ({ page, site }) => {
  await page.goto('/');
  await tabTo(page.getByLabel('Workspace', { exact: true }));
  await page.keyboard.type('acme');
  await tabTo(page.getByLabel('Access token', { exact: true }));
  await page.keyboard.type('sandbox-token');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await tabTo(page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('orders-replica');
  await expect(page.getByText('1 of 24 instances')).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'Delete orders-replica' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByLabel('Type orders-replica to confirm')).toBeFocused();
  await page.keyboard.type('orders-replica');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'orders-replica' })).toBeVisible();
  expect(site.deletes()).toHaveLength(1);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

/** Presses Tab until the control has the focus, and expects a visible ring around it. */
async function tabTo(control: Locator): Promise<void> {
  const page = control.page();
  for (let presses = 0; presses < 120; presses += 1) {
    const isFocused = await control.evaluateAll((all) => all.some((each) => each.matches(':focus')));
    if (isFocused) break;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
  await waitForRender(page);
  const hasRing = await control.evaluate((element) =>
    [element, element.parentElement].some((each) => each && getComputedStyle(each).outlineStyle !== 'none'),
  );
  expect(hasRing).toBe(true);
}
