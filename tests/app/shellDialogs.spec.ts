import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { openScreen } from '../support/openScreen.ts';

test('the switcher keeps the screen, proves the token first and remembers slugs only', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('button', { name: 'acme Workspace, switch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspaces' });
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Another workspace').fill('beta');
  const before = site.wire.length;
  await dialog.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('button', { name: 'beta Workspace, switch' })).toBeVisible();
  await expect(page).toHaveURL('/workspaces/beta/regions');
  await expect(page).toHaveTitle('Regions · beta · Workspace Console');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  // The proof has filled the cache: one read, and it is the one on screen.
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual(['/workspaces/beta/regions']);

  await page.getByRole('button', { name: 'beta Workspace, switch' }).click();
  const used = page.getByRole('list', { name: 'Workspaces used before' });
  await expect(used.getByRole('link')).toHaveText(['beta', 'acme']);
  await used.getByRole('link', { name: 'acme' }).click();
  await expect(page).toHaveURL('/workspaces/acme/regions');
  await expect(page.getByRole('heading', { name: 'Regions', level: 1 })).toBeFocused();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain('beta');
  expect(kept).not.toContain('sandbox-token');
});

test('a workspace that can not be opened says why in the dialog, and the present one stands', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (401|403|404)/);
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'acme Workspace, switch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspaces' });
  const field = dialog.getByLabel('Another workspace');
  for (const [slug, words] of [
    ['forbidden', 'no permission for the workspace “forbidden”'],
    ['nowhere', 'There is no workspace “nowhere”'],
    ['error-401', 'does not accept this access token'],
    ['..', 'Enter the slug from the workspace’s address'],
  ] as const) {
    await field.fill(slug);
    await dialog.getByRole('button', { name: 'Open workspace' }).click();
    await expect(dialog.getByRole('alert')).toContainText(words);
    await expect(field).toBeFocused();
  }
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'acme Workspace, switch' })).toBeFocused();
});

test('never shows what another workspace holds, not for a frame', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const table = page.getByRole('table', { name: 'Compute instances' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'acme Workspace, switch' }).click();
  await page.getByLabel('Another workspace').fill('empty');
  // Whatever is drawn under the other workspace's name while switching is written down.
  await page.evaluate(() => {
    Reflect.set(window, 'seen', []);
    new MutationObserver(() => {
      const workspace = document.querySelector('[aria-label="empty Workspace, switch"]');
      const rows = document.querySelectorAll('main td').length;
      if (workspace !== null && rows > 0) Reflect.get(window, 'seen').push(rows);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('button', { name: 'empty Workspace, switch' })).toBeVisible();
  await expect(page).toHaveTitle('Compute · empty · Workspace Console');
  await expect(table).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
});

test('the drawer shows every request, and copies it as curl without the token', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/history-error-500/subscription/history');
  await expect(page.getByRole('alert')).toContainText('could not be read', { timeout: 15_000 });
  await page.getByRole('button', { name: 'Requests' }).click();
  const drawer = page.getByRole('dialog', { name: 'Requests' });
  const lines = drawer.getByRole('listitem');
  // The read and its two further tries.
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toContainText('/workspaces/history-error-500/subscription/history');
  await expect(lines.first()).toContainText('HTTP 500');
  await expect(lines.first()).toContainText('req-sandbox-500');
  await expect(lines.first()).toContainText(/\d+ ms\s*\d+ bytes/);
  await expectNoAxeViolations(page);
  const curl = await copyWith(lines.first().getByRole('button', { name: /as curl/ }));
  expect(curl).toContain('Bearer $ACCESS_TOKEN');
  expect(curl).toContain(`${site.origin}/api/workspaces/history-error-500/subscription/history`);
  expect(curl).not.toContain('sandbox-token');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('button', { name: 'Requests' }).click();
  await expect(lines).toHaveCount(1);
});

test('preferences hold at once, in every tab, and after a reload', async ({ page, context }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const other = await context.newPage();
  await other.goto('/workspaces/acme/compute');
  // The kept session is handed over by the first tab.
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('button', { name: 'Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preferences' });
  await expectNoAxeViolations(page);
  await dialog.getByRole('group', { name: 'Theme' }).getByLabel('Dark').check();
  await dialog.getByRole('group', { name: 'Density' }).getByLabel('Compact').check();
  await dialog.getByRole('group', { name: 'Confirm a deletion' }).getByLabel('Checkbox').check();
  for (const tab of [page, other]) {
    await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(tab.locator('html')).toHaveAttribute('data-density', 'compact');
    await expect(tab.locator('body')).toHaveCSS('background-color', 'rgb(14, 16, 20)');
  }
  await page.reload();
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(dialog.getByRole('group', { name: 'Theme' }).getByLabel('Dark')).toBeChecked();
  await expect(
    dialog.getByRole('group', { name: 'Confirm a deletion' }).getByLabel('Checkbox'),
  ).toBeChecked();
});

test('density moves the rows of every screen closer together', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const heights: Record<string, number[]> = { comfortable: [], compact: [] };
  for (const density of ['comfortable', 'compact']) {
    await page.evaluate(
      (chosen) => localStorage.setItem('workspace-console.preferences', JSON.stringify({ density: chosen })),
      density,
    );
    for (const [screen, item] of [
      ['compute', 'tbody tr'],
      ['subscription/history', 'ol > li'],
      ['regions', 'main li'],
    ] as const) {
      await page.goto(`/workspaces/acme/${screen}`);
      await expect(page.locator(item).first()).toBeVisible();
      const box = await page.locator(item).nth(1).boundingBox();
      heights[density]?.push(Math.round(box?.height ?? 0));
    }
  }
  const [rows, records, regions] = heights.comfortable ?? [];
  const [closeRows = 0, closeRecords = 0, closeRegions = 0] = heights.compact ?? [];
  expect([rows, closeRows]).toEqual([40, 36]);
  expect(closeRecords).toBeLessThan(records ?? 0);
  expect(closeRegions).toBeLessThan(regions ?? 0);
});

test('a chosen theme stands before the first paint', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('workspace-console.preferences', '{"theme":"dark"}'));
  // Without the console's own scripts: what is painted first is this page.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 16, 20)');
});

test('the zone chosen is the zone of every time shown', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.origin, timezoneId: 'Asia/Kolkata' });
  const page = await context.newPage();
  await openScreen(page, '/workspaces/acme/subscription/history');
  const item = page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem').first();
  await expect(item).toContainText('UTC');
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByRole('group', { name: 'Time zone' }).getByLabel('Local').check();
  await page.keyboard.press('Escape');
  await expect(item).toContainText('UTC+5:30');
  await context.close();
});
