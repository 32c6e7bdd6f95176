import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, deletes, rowOf, rows, select } from './computeRows.ts';

const created = '2026-01-01T10:00:00Z';

test('marks a duplicate ID, counts hidden records and shows a new instance at once', async ({
  page,
  site,
}) => {
  let plain = { id: 'two', name: 'plain', created };
  await page.route('**/databases/orders/compute', (route) =>
    route.fulfill({
      json: [
        { id: 'one', name: 'first' },
        { id: 'one', name: 'second' },
        plain,
        { id: 'old', name: 'old', deleted: '2025-01-01T00:00:00Z' },
        { id: 'zero', name: 'zero', deleted: '0001-01-01T00:00:00Z' },
      ],
    }),
  );
  await page.route('**/compute/two', (route) => route.fulfill({ status: 204 }));
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText(/1 deleted record hidden$/)).toBeVisible();
  await expect(rowOf(page, 'first')).toContainText('Duplicate ID');

  await select(page, ['first', 'plain', 'zero']);
  await page.getByRole('button', { name: 'Delete 3 instances' }).click();
  const bulk = page.getByRole('alertdialog', { name: 'Delete 2 instances' });
  await bulk.locator('summary').click();
  await expect(bulk).toContainText('first: Several records have this ID.');
  await bulk.getByRole('button', { name: 'Cancel' }).click();

  await rowOf(page, 'first').getByRole('button', { name: 'first', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'first' })).toContainText('Several records have this ID.');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');

  await deleteOne(page, 'plain');
  await expect(rows(page)).toHaveCount(2);
  // The same record in a stale list stays hidden. A later one is another instance.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expect(rows(page)).toHaveCount(2);
  plain = { ...plain, created: '2026-01-01T10:00:01Z' };
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rowOf(page, 'plain')).not.toContainText('Still listed');
  expect(deletes(site.wire)).toEqual([]);
});
