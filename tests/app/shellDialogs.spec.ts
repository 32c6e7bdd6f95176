import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('switches the workspace after verifying the token and explains failures', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (401|403|404)/);
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('button', { name: 'Switch workspace, current: acme' }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspaces' });
  const field = dialog.getByLabel('Open another workspace');
  for (const [slug, words] of [
    ['forbidden', 'can’t access workspace “forbidden”'],
    ['nowhere', 'Workspace “nowhere” wasn’t found'],
    ['error-401', 'does not accept this access token'],
    ['..', 'Enter the workspace slug'],
  ] as const) {
    await field.fill(slug);
    await dialog.getByRole('button', { name: 'Open workspace' }).click();
    await expect(dialog.getByRole('alert')).toContainText(words);
    await expect(field).toBeFocused();
  }
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch workspace, current: acme' })).toBeFocused();

  await page.getByRole('button', { name: 'Switch workspace, current: acme' }).click();
  await field.fill('beta');
  const before = site.wire.length;
  await dialog.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('button', { name: 'Switch workspace, current: beta' })).toBeVisible();
  await expect(page).toHaveURL('/workspaces/beta/regions');
  await expect(page).toHaveTitle('Regions · beta · Workspace Console');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  // The read that verified the token also fills the screen.
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual(['/workspaces/beta/regions']);

  await page.getByRole('button', { name: 'Switch workspace, current: beta' }).click();
  const used = page.getByRole('list', { name: 'Recent workspaces' });
  await expect(used.getByRole('link')).toHaveText(['beta', 'acme']);
  await used.getByRole('link', { name: 'acme' }).click();
  await expect(page).toHaveURL('/workspaces/acme/regions');
  await expect(page.getByRole('heading', { name: 'Regions', level: 1 })).toBeFocused();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain('beta');
  expect(kept).not.toContain('sandbox-token');
});

test('never renders data of another workspace while switching', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const table = page.getByRole('table', { name: 'Compute instances' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Switch workspace, current: acme' }).click();
  await page.getByLabel('Open another workspace').fill('empty');
  // Records rows that are drawn while the sidebar names the new workspace.
  await page.evaluate(() => {
    Reflect.set(window, 'seen', []);
    new MutationObserver(() => {
      const workspace = document.querySelector('[aria-label="Switch workspace, current: empty"]');
      const rows = document.querySelectorAll('main td').length;
      if (workspace !== null && rows > 0) Reflect.get(window, 'seen').push(rows);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('button', { name: 'Switch workspace, current: empty' })).toBeVisible();
  await expect(page).toHaveTitle('Compute · empty · Workspace Console');
  await expect(table).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
});

test('applies preferences at once, in every tab and after a reload', async ({ page, context }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const [rows = 0, records = 0, regions = 0] = await heights(page);
  expect(rows).toBe(40);
  const other = await context.newPage();
  await other.goto('/workspaces/acme/compute');
  // The first tab hands over its session.
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('button', { name: 'Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preferences' });
  await dialog.getByRole('group', { name: 'Theme' }).getByLabel('Dark').check();
  await dialog.getByRole('group', { name: 'Density' }).getByLabel('Compact').check();
  await dialog.getByRole('group', { name: 'Confirm deletions by' }).getByLabel('Ticking a checkbox').check();
  for (const tab of [page, other]) {
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

  const [closeRows, closeRecords, closeRegions] = await heights(page);
  expect(closeRows).toBe(36);
  expect(closeRecords).toBeLessThan(records);
  expect(closeRegions).toBeLessThan(regions);
});

test('applies the theme before the first paint', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('workspace-console.preferences', '{"theme":"dark"}'));
  // Without scripts, the page stays as it is first painted.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 16, 20)');
  await expect(page.getByText('This browser is too old')).toBeHidden();
});

test('says that a browser without the required features is too old', async ({ page, expectConsole }) => {
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

/** Returns the height of the second item of each screen (px). */
async function heights(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const [link, item] of [
    ['Compute', 'main tbody tr'],
    ['Subscription history', 'main ol > li'],
    ['Regions', 'main li'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    const second = page.locator(item).nth(1);
    await expect(second).toBeVisible();
    found.push(Math.round((await second.boundingBox())?.height ?? 0));
  }
  return found;
}
