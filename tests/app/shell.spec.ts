import { expect } from '@playwright/test';
import { rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, openScreen, test } from '../support/console.ts';

const operator = { NOTICE: 'Change freeze until Monday.', READ_ONLY: 'Audit week' };
test.use({ siteOptions: { env: { ENVIRONMENT: 'Production', ENVIRONMENT_COLOR: 'red', ...operator } } });

test('the workspace menu works by keyboard, and Esc gives the focus back', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const trigger = page.getByRole('banner').getByRole('button', { name: /acme/ });
  await trigger.press('Enter');
  await expect(page.getByRole('menu')).toHaveAccessibleDescription(/^Signed in as token [0-9a-f]{8}$/);
  await expect(page.getByRole('menuitem', { name: 'Sign in to another workspace' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.press('Home');
  await expect(page.getByRole('menuitem', { name: 'Sign in to another workspace' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test('a theme applies in every tab and at the first paint', async ({ page, context, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await openScreen(page, '/workspaces/acme/regions');
  const secondTab = await context.newPage();
  await secondTab.goto('/');
  await page.getByRole('banner').getByRole('button', { name: /acme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  for (const tab of [page, secondTab]) {
    await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark');
    const bars = tab.locator('meta[name=theme-color]');
    await expect(bars.and(tab.locator('[content="#0b0c0e"]'))).toHaveCount(2);
  }
  // Only theme.js runs, so the page stays as in its first paint.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 12, 14)');
});

test('an environment, a notice, no deleting → every screen says so, at every width', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page).toHaveTitle('Compute · acme · Production');
  await expect(page.getByRole('banner').getByText('Read-only')).toBeVisible();
  await expect(rows(page)).toHaveCount(24);
  await expect(page.getByText(/^Read-only\..*Audit week/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete|Add instances/ })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expect(page.getByRole('note').filter({ hasText: 'Change freeze' })).toBeVisible();
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
  await expect(page.getByText('Audit week')).toHaveCount(1);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const text of ['acme', 'Production']) {
      const box = await page.getByRole('banner').getByText(text).boundingBox();
      expect(box?.width, `${text} at ${width} px`).toBeGreaterThan(25);
    }
  }
});
