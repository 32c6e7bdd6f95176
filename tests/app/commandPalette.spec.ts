import { expect, type Page } from '@playwright/test';
import { idsInDeletes } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

test('the palette finds pages, instances, regions and actions', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  await openPalette(page);
  const field = page.getByRole('combobox', { name: /Find a page/ });
  await expect(field).toBeFocused();
  const options = page.getByRole('option');
  await field.fill('re');
  await expect(options.filter({ hasText: 'orders-replica' })).toBeVisible();
  await expectNoAxeViolations(page);

  await field.fill('orders-prim');
  await expect(options.first()).toContainText('orders-primary');
  await expect(options.first()).toContainText(site.sandbox.instances('acme', 'orders')[0]?.id ?? '');
  await expect(options.first().locator('mark')).toHaveText('orders-prim');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
  expect(idsInDeletes(site.wire)).toEqual([]);
  await page.keyboard.press('Escape');

  await openPalette(page);
  // Like the search of the Compute screen, the palette finds an instance by its host.
  await field.fill('db.orders-primary.orders');
  await expect(options).toHaveCount(1);
  await expect(options).toContainText('orders-primary');
  // Every result underlines the part that matches.
  await field.fill('eas');
  await expect(options.filter({ hasText: 'CLOUDB_EASTUS' })).toBeVisible();
  await expect(options.filter({ hasText: '…cloudb-eastus.example' })).not.toHaveCount(0);
  await expect(options.filter({ hasNot: page.locator('mark') })).toHaveCount(0);
  await field.fill('CLOUDA_EU_CENTRAL');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('Copied CLOUDA_EU_CENTRAL_1.');

  await openPalette(page);
  await field.fill('example');
  await options.filter({ hasText: /^Show all \d+ in Compute$/ }).click();
  await expect(page).toHaveURL('/workspaces/acme/compute?q=example');

  await page.getByRole('checkbox', { name: 'Select orders-staging' }).check();
  const row = page.getByRole('row', { name: /orders-replica/ });
  await row.focus();
  await openPalette(page);
  await expect(options.first()).toContainText('Detailsorders-replica');
  await field.fill('delete');
  await page.keyboard.press('Enter');
  // The command applies to the focused row, although another row is selected.
  await expect(page.getByRole('alertdialog', { name: 'Delete orders-replica' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  expect(idsInDeletes(site.wire)).toEqual([]);

  await openPalette(page);
  await field.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPalette(page);
  await field.fill('nothing is called so');
  await expect(options).toHaveCount(0);
  await expect(page.getByText('No results for')).toBeVisible();
  await field.fill('hist');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/workspaces/acme/subscription/history');
  await expect(page.getByRole('heading', { name: 'Subscription history', level: 1 })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /Find a page/ })).toHaveCount(0);
});

test('the palette finds instances on the Regions screen, and reports lists that fail', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/acme/regions');
  const release = await holdCalls(page, '**/databases/orders/compute');
  await page.route('**/databases/identity/compute', (route) => route.fulfill({ status: 404, body: '' }));
  await openPalette(page);
  await page.getByRole('combobox', { name: /Find a page/ }).fill('orders-primary');
  const dialog = page.getByRole('dialog', { name: 'Command palette' });
  await expect(dialog.getByText('Loading instances and regions…')).toBeVisible();
  await expect(dialog.getByText('No results for “orders-primary” yet.')).toBeVisible();
  await release();
  await expect(page.getByRole('option').first()).toContainText('orders-primary');
  await expect(dialog.getByRole('status')).toHaveText(
    'Some lists didn’t load, so instances or regions may be missing.',
  );
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
  expect(idsInDeletes(site.wire)).toEqual([]);
});

test('the palette keeps the keys that are typed before its code has loaded', async ({ page, site }) => {
  const release = await holdCalls(page, '**/assets/ShellDialogs-*');
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('row', { name: /orders-replica/ }).focus();
  await page.keyboard.press('Control+k');
  // The palette gets all keys: the focused row must not receive Delete or Enter, and g and s must not open a screen.
  for (const key of ['x', 'Delete', 'Backspace', 'g', 's', 'Enter', 'Backspace', 'Backspace'])
    await page.keyboard.press(key);
  await page.keyboard.type('Regi');
  const loadingStatus = page.getByRole('status').filter({ hasText: 'Loading…' });
  await expect(loadingStatus).toContainText('Regi');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(loadingStatus).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('Regi');
  await release();
  const field = page.getByRole('combobox', { name: /Find a page/ });
  await expect(field).toBeFocused();
  await page.keyboard.type('ons');
  await expect(field).toHaveValue('Regions');
  await expect(page).toHaveURL('/workspaces/acme/compute');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/workspaces/acme/regions');
  expect(idsInDeletes(site.wire)).toEqual([]);
});

test('the row has the focus again after shortcuts and dialogs', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search instances' });
  await expect(search).toBeFocused();
  await search.fill('orders-s');
  await expect(page.getByText('2 of 24 instances')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const row = page.getByRole('row', { name: /orders-staging/ });
  await expect(row).toBeFocused();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Delete the selected instances, or the focused instance…')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog', { name: 'Delete orders-staging' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

test('after a command, the heading has the focus if no control had the focus before', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const heading = page.getByRole('heading', { name: 'Regions', exact: true });
  await expect(heading).toBeVisible();
  for (const selector of ['body', 'main']) {
    await page.locator(selector).evaluate((element) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      element.focus();
    });
    await openPalette(page);
    await page.getByRole('combobox', { name: /Find a page/ }).fill('CLOUDA_EU_CENTRAL');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading, selector).toBeFocused();
  }
});

/** Opens the palette with its shortcut. Shortcuts work only after the previous dialog has closed. */
async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
}
