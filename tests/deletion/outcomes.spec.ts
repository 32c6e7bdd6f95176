import { expect } from '@playwright/test';
import { deleteOne, deleteRequests, rowOf } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { openScreen } from '../support/openScreen.ts';

test('a held Enter or a double click doesn’t repeat a rejected request', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-409');
  await rowOf(page, 'error-409').getByRole('button', { name: 'Delete error-409' }).click();
  const dialog = page.getByRole('alertdialog', { name: /error-409/ });
  await dialog.getByLabel('Type error-409 to confirm').fill('error-409');
  await page.keyboard.down('Enter');
  const alert = dialog.getByRole('alert');
  await expect(alert).toContainText(
    /wasn’t deleted\. The service rejected the request\..*Another operation on this instance is running\./s,
  );
  await expect(alert).toContainText(/HTTP 409/);
  // Wait until the dialog accepts another submission.
  await page.clock.runFor(1_000);
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(deleteRequests(site.wire)).toHaveLength(1);

  const tryAgain = dialog.getByRole('button', { name: 'Try again' });
  await tryAgain.dispatchEvent('click', { detail: 2 });
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toHaveCount(0);
  expect(deleteRequests(site.wire)).toHaveLength(1);
  const copiedText = await copyWith(alert.getByRole('button', { name: 'Copy report' }));
  expect(copiedText).toContain('Instance ID: error-409');
  expect(copiedText).not.toContain('sandbox-token');
  expect(deleteRequests(site.wire)).toHaveLength(1);
  await tryAgain.click();
  await expect.poll(() => deleteRequests(site.wire).length).toBe(2);
  expect(new Set(deleteRequests(site.wire).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
});

test('[27, 28 DELETE] Try again counts down a short wait after a 429, but no long wait', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=error-429-absurd&database=orders');
  const dialog = await deleteOne(page, 'error-429-absurd');
  await expect(dialog.getByRole('alert')).toContainText('The service rejected the request');
  await expect(dialog.getByRole('button', { name: /^Try again in (29|30) s$/ })).toBeDisabled();
  const tryAgain = dialog.getByRole('button', { name: 'Try again', exact: true });
  const respondWithRetryAfter = (seconds: string) =>
    page.route('**/compute/error-429-absurd', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': seconds }, json: { message: 'Later.' } }),
    );
  await page.clock.fastForward(31_000);
  await expect(tryAgain).toBeEnabled();
  expect(deleteRequests(site.wire)).toHaveLength(1);
  await respondWithRetryAfter('5');
  await tryAgain.click();
  await expect(dialog.getByRole('button', { name: /^Try again in [45] s$/ })).toBeDisabled();
  await page.clock.runFor(6_000);
  await respondWithRetryAfter('600');
  await tryAgain.click();
  await expect(dialog).toContainText('The service asks to wait 10 minutes.');
  await page.clock.runFor(1_000);
  await expect(tryAgain).toBeEnabled();
});

test('an unknown outcome survives a reload and disappears after a 404 for the same instance', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|500)/);
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-500');
  const dialog = await deleteOne(page, 'error-500');
  const sentence = /We don’t know whether error-500 was deleted.*HTTP 500.*Something broke\..*Request ID/s;
  await expect(dialog.getByRole('alert')).toContainText(sentence);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const alert = page.getByRole('alert').filter({ hasText: 'We don’t know whether error-500 was deleted.' });
  await page.reload();
  await expect(alert).toContainText(sentence);
  await expect(rowOf(page, 'error-500')).toContainText('Unconfirmed');
  await expectNoAxeViolations(page);
  expect(deleteRequests(site.wire)).toHaveLength(1);

  // There is no curl command for a DELETE, because a pasted command would bypass the confirmation.
  await expect(alert.getByRole('button', { name: /curl/ })).toHaveCount(0);
  await alert.getByRole('button', { name: 'Delete again…' }).click();
  await expect(dialog).toContainText('This sends a new delete request.');
  await page.route('**/compute/error-500', (route) =>
    route.fulfill({ status: 404, json: { message: 'Gone.', statusCode: 404 } }),
  );
  await dialog.getByLabel('Type error-500 to confirm').fill('error-500');
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'error-500 wasn’t found. It’s already deleted, or this token can’t see it.',
  );
  await expect(alert).toHaveCount(0);
  await expect(rowOf(page, 'error-500')).toHaveCount(0);
});
