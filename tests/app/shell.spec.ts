import { expect, type Page } from '@playwright/test';
import { rows } from '../instances/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen, signInAt } from '../support/openScreen.ts';

const search = (page: Page) => page.getByRole('combobox', { name: 'Search screens, instances and actions' });

test('Ctrl K → screens, instances, the theme and Select from list, also in forced colors', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(search(page)).toBeFocused();
  await expectNoAxeViolations(page);
  await search(page).fill('orders-staging');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspaces\/acme\/compute\?show=/);
  await expect(page.getByRole('button', { name: 'Next instance' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await search(page).fill('subscr');
  await page.getByRole('option', { name: 'Subscription history' }).click();
  await expect(page.getByRole('heading', { name: 'Subscription history', level: 1 })).toBeFocused();

  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.getByRole('link', { name: 'Regions' })).toHaveCSS('text-decoration-line', 'none');
  const current = page.getByRole('link', { name: 'Subscription history' });
  await expect(current).toHaveCSS('text-decoration-line', 'underline');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ forcedColors: null });
  await search(page).fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // The K key of a Cyrillic keyboard.
  await page.evaluate(() => {
    const init = { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await search(page).fill('select');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Select from list' })).toBeVisible();
});

test('a different workspace → its access is checked, and the menu links to the recent ones', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await openScreen(page, '/workspaces/acme/regions');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /acme/ }).click();
  await page.getByRole('menuitem', { name: 'Other workspace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a different workspace' });
  await dialog.getByLabel('Workspace').fill('forbidden');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: "can't access workspace “forbidden”" }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to acme' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();

  await banner.getByRole('button', { name: /acme/ }).click();
  await page.getByRole('menuitem', { name: 'Other workspace…' }).click();
  await dialog.getByLabel('Workspace').fill('beta');
  await dialog.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page).toHaveURL('/workspaces/beta/regions');
  await expect(page).toHaveTitle('beta · Sandbox');
  await banner.getByRole('button', { name: /beta/ }).click();
  await page.getByRole('menuitem', { name: 'acme' }).click();
  await expect(page).toHaveURL('/workspaces/acme/regions');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

test('a theme → it is applied in every tab, and before the first paint', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await signInAt(page, '/workspaces/acme/regions', { keep: true });
  const secondTab = await context.newPage();
  await secondTab.goto('/');
  await page.getByRole('banner').getByRole('button', { name: /acme/ }).click();
  await expectNoAxeViolations(page);
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  for (const tab of [page, secondTab])
    await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('banner').getByRole('button', { name: /acme/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  // Without scripts, the page stays as in its first paint.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 12, 14)');
});

test.describe('with an environment, a notice and no deleting', () => {
  const notice = 'Change freeze until Monday. See https://example.com/freeze.';
  test.use({
    serverOptions: {
      env: { ENVIRONMENT: 'Production', ENVIRONMENT_COLOR: 'red', NOTICE: notice, READ_ONLY: 'Audit week' },
    },
  });

  test('every screen says so, and a hidden notice stays hidden', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(page).toHaveTitle('acme · Production');
    await expect(page.getByRole('banner').getByText('Production')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Read-only')).toBeVisible();
    await expect(rows(page)).toHaveCount(24);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await expectNoAxeViolations(page);
    const note = page.getByRole('note').filter({ hasText: 'Change freeze' });
    await expect(note.getByRole('link')).toHaveAttribute('href', 'https://example.com/freeze');
    await note.getByRole('button', { name: 'Hide notice' }).click();
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    await expect(note).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    await expect(note).toHaveCount(0);
  });
});
