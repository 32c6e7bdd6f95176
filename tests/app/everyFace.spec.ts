import { expect } from '@playwright/test';
import { rows, select } from '../compute/computeRows.ts';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

/** Faces that no other story stays at long enough to look: each is held to WCAG in both themes. */
test('Compute with a selection, its menus, and the question before many are deleted', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('group', { name: 'Columns shown' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await select(page, ['orders-primary', 'orders-replica']);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Delete 2 instances' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete 2 instances' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a deletion on its way, seen from its row and from another screen, and the question at a sign-out', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('link', { name: 'Compute' }).click();
  const letGo = await holdCalls(page);
  await rows(page).getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await page.goBack();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Deleting orders-primary…' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alertdialog', { name: /Sign out during a deletion/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByRole('link', { name: 'Compute', exact: true }).click();
  await expect(rows(page).first()).toContainText('Deleting…');
  await expectNoAxeViolations(page);
  letGo();
  await expect(rows(page)).toHaveCount(23);
});

for (const [name, address, read] of [
  ['Compute', '/workspaces/acme/compute', '**/databases/*/compute'],
  ['Subscription history', '/workspaces/acme/subscription/history', '**/api/**/subscription/history'],
] as const)
  test(`${name} while it is waited for, and behind the gate after a 401`, async ({ page, expectConsole }) => {
    expectConsole(/status of 401/);
    const letGo = await holdCalls(page, read);
    await openScreen(page, address);
    await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
    await expectNoAxeViolations(page);
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 401, json: { message: 'The token has expired.', statusCode: 401 } }),
    );
    letGo({ status: 401, json: {} });
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unrouteAll();
    await signIn(page);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  });

test('a screen that breaks says so, its details can be copied, and session and shell stand', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/planted/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/regions');
  await page.evaluate(() => {
    Date.prototype.getUTCFullYear = () => {
      throw new Error('planted');
    };
  });
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('heading', { name: 'This screen broke' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('planted');
  await expectNoAxeViolations(page);
  const copied = await copyWith(page.getByRole('button', { name: 'Copy details' }));
  expect(copied).toContain('Error: planted');
  expect(copied).toContain('/workspaces/acme/subscription/history');
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});
