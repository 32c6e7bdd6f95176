import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('groups the regions by provider, counts them, and a click copies the identifier', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/regions');
  await expect(page.getByText('3 regions available to this workspace')).toBeVisible();
  const first = page.getByRole('list', { name: 'Regions of CLOUDA' });
  await expect(first.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Regions of CLOUDB' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: /CLOUDA/ })).toContainText('2 regions');
  await expect(first.getByRole('listitem').first()).toContainText('us-west-2');
  await expectNoAxeViolations(page);
  await first.getByRole('button', { name: /CLOUDA_US_WEST_2/ }).click();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('Copied CLOUDA_US_WEST_2.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CLOUDA_US_WEST_2');
});

test('loses no odd identifier', async ({ page }) => {
  await openScreen(page, '/workspaces/odd/regions');
  const group = (name: string) => page.getByRole('list', { name: `Regions of ${name}`, exact: true });
  await expect(group('CLOUDA')).toContainText('listed 2 times');
  await expect(group('clouda')).toContainText('clouda_us_west_2');
  await expect(group('CLOUDB')).toContainText('CLOUDB__EASTUS');
  const others = group('other identifiers');
  for (const identifier of ['CLOUDC', '_EASTUS', 'CLOUDB_', '(empty)'])
    await expect(others.getByRole('listitem').filter({ hasText: identifier }).first()).toBeVisible();
  // Eleven identifiers of which one is listed twice.
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
  await expectNoAxeViolations(page);
});

test('no regions is a friendly answer', async ({ page }) => {
  await openScreen(page, '/workspaces/empty/regions');
  await expect(page.getByText('No regions yet')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoAxeViolations(page);
});
