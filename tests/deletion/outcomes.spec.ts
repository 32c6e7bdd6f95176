import { expect } from '@playwright/test';
import { deleteOne, deleteRequests, rowOf } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('a held Enter or a double click doesn’t repeat a refused request', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-409');
  await rowOf(page, 'error-409').getByRole('button', { name: 'Delete error-409' }).click();
  const dialog = page.getByRole('alertdialog', { name: /error-409/ });
  await dialog.getByLabel('Type error-409 to confirm').fill('error-409');
  await page.keyboard.down('Enter');
  await expect(dialog.getByRole('alert')).toContainText(
    /wasn't deleted\. The request was rejected\..*Another operation on this instance is running\..*HTTP 409/,
  );
  // Wait until the dialog accepts another submission.
  await page.clock.runFor(1_000);
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  const again = dialog.getByRole('button', { name: 'Delete instance' });
  await again.dispatchEvent('click', { detail: 2 });
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toHaveCount(0);
  expect(deleteRequests(site.wire)).toHaveLength(1);
  await again.click();
  await expect.poll(() => deleteRequests(site.wire).length).toBe(2);
  expect(new Set(deleteRequests(site.wire).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
});

test('[27, 28 DELETE] a short wait after a 429 is counted down, a long one is only said', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=error-429-absurd&database=orders');
  const dialog = await deleteOne(page, 'error-429-absurd');
  await expect(dialog.getByText(/^You can try again in (29|30) s$/)).toBeVisible();
  const again = dialog.getByRole('button', { name: 'Delete instance' });
  await expect(again).toBeDisabled();
  await page.clock.fastForward(31_000);
  await expect(again).toBeEnabled();
  expect(deleteRequests(site.wire)).toHaveLength(1);
  await page.route('**/compute/error-429-absurd', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: { message: 'Later.' } }),
  );
  await again.click();
  await expect(dialog.getByText('The service asks to wait 10 minutes.')).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(again).toBeEnabled();
});

test('an unknown outcome survives a reload', async ({ page, site, expectConsole }) => {
  expectConsole(/status of 500/);
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-500');
  const dialog = await deleteOne(page, 'error-500');
  const sentence = /We don't know whether error-500 was deleted.*HTTP 500.*Something broke\./;
  await expect(dialog.getByRole('alert')).toContainText(sentence);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const alert = page.getByRole('alert').filter({ hasText: "We don't know whether error-500 was deleted" });
  await page.reload();
  await expect(alert).toContainText(sentence);
  await expect(rowOf(page, 'error-500')).toContainText('Unconfirmed');
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('1 unresolved');
  await expectNoAxeViolations(page);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});
