import { expect, type Locator } from '@playwright/test';
import { rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, openScreen, test } from '../support/console.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('the navigation is a tab bar, and the heading opens its further buttons', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  expect(await getBottom(navigation)).toBeGreaterThanOrEqual(739);
  await expect(navigation.getByText('History', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await page.getByRole('link', { name: 'Subscription history' }).tap();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  const topOf = async (name: string) => (await page.getByLabel(name, { exact: true }).boundingBox())?.y;
  expect(await topOf('To')).toBe(await topOf('From'));
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions' }).tap();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('nine rows fit, 24 selected move none, and dialogs are at the bottom', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  expect(await getBottom(rows(page).nth(8))).toBeLessThanOrEqual(navigation?.y ?? 0);
  const row = page.getByRole('row', { name: /orders-primary/ });
  const rowBox = await row.boundingBox();
  await page.getByRole('checkbox', { name: 'Select all 24 instances' }).check();
  expect(await row.boundingBox()).toEqual(rowBox);
  await page.getByRole('searchbox').fill('orders');
  await expect(page.getByText('16 not shown')).toBeInViewport({ ratio: 1 });
  for (const name of ['Delete 24 instances', 'Clear selection'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expectNoAxeViolations(page);
  const deleteButton = row.getByRole('button', { name: 'Delete orders-primary' });
  expect((await deleteButton.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await deleteButton.tap();
  await expect.poll(() => getBottom(page.getByRole('alertdialog'))).toBeGreaterThanOrEqual(739);
  await expectNoAxeViolations(page);
});

test('Filter → every value of the facets is in view', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'Filter' }).tap();
  const values = page.getByRole('region').getByRole('button', { name: /\d$/ });
  await expect(values).toHaveCount(10);
  for (const value of await values.all()) await expect(value).toBeInViewport({ ratio: 1 });
});

async function getBottom(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
}
