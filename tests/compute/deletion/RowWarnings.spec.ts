import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../../support/console.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deletes, rows, select } from '../computeRows.ts';

// The sandbox lists it under each database, and its record names analytics.
const both = 'It’s listed in orders, but the record says analytics.';
const otherDatabase = 'odd-elsewhere: The record names a different database. Delete it separately.';
const otherWorkspace = 'odd-foreign: The record names a different workspace. Delete it separately.';

test.beforeEach(({ page }) => openScreen(page, '/workspaces/odd/compute?database=orders'));

test('marks a record of another database in its row, its details and its dialog only', async ({
  page,
  site,
}) => {
  const foreign = rows(page).filter({ hasText: 'Different workspace' });
  await expect(foreign).toHaveCount(1);
  await foreign.getByRole('button', { name: 'odd-foreign', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'odd-foreign' }).getByRole('alert')).toContainText(
    'It’s listed in odd, but the record says somebody-else.',
  );
  await page.keyboard.press('Escape');

  const marked = rows(page).filter({ hasText: 'Different database' });
  await expect(marked).toHaveCount(1);
  // The tag is not truncated.
  const tag = marked.getByText('Different database');
  expect(await tag.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await marked.getByRole('button', { name: 'odd-elsewhere', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'odd-elsewhere' });
  await expect(details.getByRole('alert')).toContainText(both);
  await details.getByRole('button', { name: 'Close' }).click();

  await marked.getByRole('button', { name: 'Delete odd-elsewhere', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /odd-elsewhere/ });
  await expect(dialog.getByRole('alert')).toContainText('names a different database');
  await expect(dialog.getByRole('alert')).toContainText(both);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  expect(deletes(site.wire)).toEqual([]);

  await page.getByRole('button', { name: 'Databases: orders' }).click();
  await page.getByRole('checkbox', { name: 'analytics' }).check();
  await page.getByRole('checkbox', { name: 'orders' }).uncheck();
  await expect(rows(page).filter({ hasText: 'odd-elsewhere' })).toHaveCount(1);
  await expect(marked).toHaveCount(0);
});

test('skips a record of another database in a bulk delete and says so', async ({ page, site }) => {
  await select(page, ['odd-elsewhere', 'odd-foreign']);
  await page.getByRole('button', { name: 'Delete 2 instances', exact: true }).click();
  const none = page.getByRole('dialog', { name: 'None of the selected instances can be deleted' });
  await expect(none.getByRole('listitem').filter({ hasText: otherDatabase })).toBeVisible();
  await expect(none.getByRole('listitem').filter({ hasText: otherWorkspace })).toBeVisible();
  await expect(none.getByRole('textbox')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await none.getByRole('button', { name: 'Close' }).last().click();

  await select(page, ['odd-plain', 'odd-markup']);
  await page.getByRole('button', { name: 'Delete 4 instances', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 instances' });
  await dialog.getByText('2 selected instances will be skipped').click();
  for (const left of [otherDatabase, otherWorkspace]) await expect(dialog).toContainText(left);
  await dialog.getByLabel('Type 2 to confirm').fill('2');
  await dialog.getByRole('button', { name: 'Delete 2 instances', exact: true }).click();
  await expect.poll(() => deletes(site.wire).length).toBe(2);
  expect(deletes(site.wire).sort()).toEqual(['odd-markup', 'odd-plain']);
});
