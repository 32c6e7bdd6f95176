import { expect } from '@playwright/test';
import { deleteOne, rows, selectRows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

// These tests check the accessibility of states that no other browser test checks.
test('loading screens, menus and a selection are accessible', async ({ page }) => {
  const busyRegion = page.getByRole('main').locator('[aria-busy=true]').first();
  const release = await holdCalls(page, /\/api\/.*\/(compute|history)$/);
  await openScreen(page, '/workspaces/acme/subscription/history');
  await expect(busyRegion).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByRole('heading', { name: 'Compute', level: 1 })).toBeVisible();
  await expect(busyRegion).toBeVisible();
  await expectNoAxeViolations(page);
  await release();
  await expect(rows(page)).toHaveCount(24);

  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('group', { name: 'Columns shown' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await selectRows(page, ['orders-primary', 'orders-replica']);
  await expect(page.getByRole('button', { name: 'Delete 2 instances' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a running deletion and the question before signing out are accessible', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('link', { name: 'Compute' }).click();
  const release = await holdCalls(page);
  await deleteOne(page, 'orders-primary');
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
  await release();
  await expect(rows(page)).toHaveCount(23);
});

test('the shell stays visible around an unknown URL and a crashed screen', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/planted/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.setViewportSize({ width: 1000, height: 800 });
  await openScreen(page, '/workspaces/acme/nothing');
  // Below 1024 px, the sidebar shows only icons, but its links keep their names.
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Subscription history' })).toBeVisible();
  expect((await navigation.boundingBox())?.width).toBeLessThan(60);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Request log' }).click();
  await expect(page.getByRole('dialog', { name: 'Request log' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    Date.prototype.getUTCFullYear = () => {
      throw new Error('planted');
    };
  });
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('heading', { name: 'This page crashed' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('planted');
  await expectNoAxeViolations(page);
  const copiedText = await copyWith(page.getByRole('button', { name: 'Copy details' }));
  expect(copiedText).toContain('Error: planted');
  expect(copiedText).toContain('/workspaces/acme/subscription/history');
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});
