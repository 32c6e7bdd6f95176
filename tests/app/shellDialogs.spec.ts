import { expect } from '@playwright/test';
import { rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('a switch verifies the token for the other workspace, or explains the failure', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('button', { name: 'Switch workspace, current: acme' }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspaces' });
  const field = dialog.getByLabel('Open another workspace');
  await field.fill('forbidden');
  await dialog.getByRole('button', { name: 'Open workspace' }).click();
  await expect(dialog.getByRole('alert')).toContainText('can’t access workspace “forbidden”');
  await expect(field).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch workspace, current: acme' })).toBeFocused();

  await page.getByRole('button', { name: 'Switch workspace, current: acme' }).click();
  await field.fill('beta');
  const countBefore = site.wire.length;
  await dialog.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('button', { name: 'Switch workspace, current: beta' })).toBeVisible();
  await expect(page).toHaveURL('/workspaces/beta/regions');
  await expect(page).toHaveTitle('Regions · beta · Workspace Console');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  // The read that verified the token also fills the screen.
  expect(site.wire.slice(countBefore).map(({ path }) => path)).toEqual(['/workspaces/beta/regions']);

  await page.getByRole('button', { name: 'Switch workspace, current: beta' }).click();
  const recentList = page.getByRole('list', { name: 'Recent workspaces' });
  await expect(recentList.getByRole('link')).toHaveText(['beta', 'acme']);
  await recentList.getByRole('link', { name: 'acme' }).click();
  await expect(page).toHaveURL('/workspaces/acme/regions');
  await expect(page.getByRole('heading', { name: 'Regions', level: 1 })).toBeFocused();
  const storedText = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(storedText).toContain('beta');
  expect(storedText).not.toContain('sandbox-token');
});

test('data of the previous workspace never appears under the name of the new workspace', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const table = page.getByRole('table', { name: 'Compute instances' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Switch workspace, current: acme' }).click();
  await page.getByLabel('Open another workspace').fill('empty');
  // Count the table cells that the page still contains while the sidebar names the new workspace.
  await page.evaluate(() => {
    Reflect.set(window, 'wrongCellCounts', []);
    new MutationObserver(() => {
      const workspace = document.querySelector('[aria-label="Switch workspace, current: empty"]');
      const cells = document.querySelectorAll('main td').length;
      if (workspace !== null && cells > 0) Reflect.get(window, 'wrongCellCounts').push(cells);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('button', { name: 'Switch workspace, current: empty' })).toBeVisible();
  await expect(page).toHaveTitle('Compute · empty · Workspace Console');
  await expect(table).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'wrongCellCounts'))).toEqual([]);
});

test('preferences apply immediately, in every tab and after a reload', async ({ page, context }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page).first()).toHaveCSS('height', '40px');
  const secondTab = await context.newPage();
  await secondTab.goto('/workspaces/acme/compute');
  // The first tab hands over its session.
  await expect(secondTab.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('button', { name: 'Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preferences' });
  await dialog.getByRole('group', { name: 'Theme' }).getByLabel('Dark').check();
  await dialog.getByRole('group', { name: 'Density' }).getByLabel('Compact').check();
  await dialog.getByRole('group', { name: 'Confirm deletions by' }).getByLabel('Ticking a checkbox').check();
  for (const tab of [page, secondTab]) {
    await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(tab.locator('html')).toHaveAttribute('data-density', 'compact');
    await expect(tab.locator('body')).toHaveCSS('background-color', 'rgb(14, 16, 20)');
  }
  await page.reload();
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(dialog.getByRole('group', { name: 'Theme' }).getByLabel('Dark')).toBeChecked();
  await expect(
    dialog.getByRole('group', { name: 'Confirm deletions by' }).getByLabel('Ticking a checkbox'),
  ).toBeChecked();
  await page.keyboard.press('Escape');

  await expect(rows(page).first()).toHaveCSS('height', '36px');
});

test('the theme is applied before the first paint', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('workspace-console.preferences', '{"theme":"dark"}'));
  // Without scripts, the page stays as in its first paint.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 16, 20)');
  await expect(page.getByText('This browser is too old')).toBeHidden();
});

test('the page says that a browser without the required features is too old', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('light-dark(', 'unsupported(');
    await route.fulfill({ response, body: text });
  });
  await page.goto('/');
  await expect(page.getByText(/^This browser is too old for the console\. Use Chrome/)).toBeVisible();
});
