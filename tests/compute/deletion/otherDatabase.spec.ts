import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../../support/console.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deletes, rows, select } from '../computeRows.ts';

// The sandbox lists it under each database, and its record names analytics.
const both = 'It is listed in the database orders, and its record names the database analytics.';

test.beforeEach(({ page }) => openScreen(page, '/workspaces/odd/compute?database=orders'));

test('a record that names another database is marked in its row, and only there', async ({ page }) => {
  const marked = rows(page).filter({ hasText: 'Other database' });
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText('odd-elsewhere');
  // The word that tells is not cut off.
  const tag = marked.getByText('Other database');
  expect(await tag.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByRole('combobox', { name: 'Database' }).selectOption('analytics');
  await expect(rows(page).filter({ hasText: 'odd-elsewhere' })).toHaveCount(1);
  await expect(marked).toHaveCount(0);
});

test('its details and its dialog say both names, and nothing is sent without a confirmation', async ({
  page,
  site,
}) => {
  await rows(page).getByRole('button', { name: 'odd-elsewhere', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'odd-elsewhere' });
  await expect(details.getByRole('alert')).toContainText(both);
  await expectNoAxeViolations(page);
  await details.getByRole('button', { name: 'Close' }).click();

  await rows(page).getByRole('button', { name: 'Delete odd-elsewhere', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /odd-elsewhere/ });
  await expect(dialog.getByRole('alert')).toContainText('belongs to another database');
  await expect(dialog.getByRole('alert')).toContainText(both);
  await expectNoAxeViolations(page);
  expect(deletes(site.wire)).toEqual([]);
});

test('it is left out where many are deleted, and said to be', async ({ page, site }) => {
  await select(page, ['odd-elsewhere', 'odd-plain', 'odd-markup']);
  await page.getByRole('button', { name: 'Delete 3 instances', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 instances' });
  await dialog.getByText('1 of the selected are left out').click();
  await expect(dialog).toContainText(
    'odd-elsewhere: Its record names another database. Delete it by itself.',
  );
  await dialog.getByLabel('Type 2 to confirm').fill('2');
  await dialog.getByRole('button', { name: 'Delete 2 instances', exact: true }).click();
  await expect.poll(() => deletes(site.wire).length).toBe(2);
  expect(deletes(site.wire).sort()).toEqual(['odd-markup', 'odd-plain']);
});

test('a record that names another workspace is marked in its row and its details too', async ({ page }) => {
  const marked = rows(page).filter({ hasText: 'Other workspace' });
  await expect(marked).toHaveCount(1);
  await marked.getByRole('button', { name: 'odd-foreign', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'It is listed in the workspace odd, and its record names the workspace somebody-else.',
  );
});
