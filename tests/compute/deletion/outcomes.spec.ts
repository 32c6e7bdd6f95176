import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../../support/console.ts';
import { copyWith } from '../../support/copyWith.ts';
import { openScreen } from '../../support/openScreen.ts';
import type { WireLine } from '../../support/startSite.ts';
import { deleteOne, rowOf } from '../computeRows.ts';

type Failure = {
  fault: string;
  says: RegExp;
  facts: RegExp;
  next: 'Try again' | 'Check again';
  logs: RegExp;
};

const refused = 'was not deleted: the service refused.';
const failures: Failure[] = [
  {
    fault: 'error-409',
    says: new RegExp(`${refused}.*Another operation on it is under way.`, 's'),
    facts: /HTTP 409/,
    next: 'Try again',
    logs: /status of 409/,
  },
  {
    fault: 'error-500',
    says: /We do not know whether error-500 was deleted.*Something broke\./s,
    facts: /HTTP 500 · Request ID/,
    next: 'Check again',
    logs: /status of 500/,
  },
];

for (const { fault, says, facts, next, logs } of failures)
  test(`${fault}: the failure stays in the dialog, can be copied and tried again`, async ({
    page,
    context,
    site,
    expectConsole,
  }) => {
    expectConsole(logs);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    await openScreen(page, `/workspaces/faults/compute?database=orders&q=${fault}`);
    const dialog = await deleteOne(page, fault);
    const alert = dialog.getByRole('alert');
    await expect(alert).toContainText(says);
    await expect(alert).toContainText(facts);
    expect(deletes(site.wire)).toHaveLength(1);
    const copied = await copyWith(alert.getByRole('button', { name: 'Copy', exact: true }));
    expect(copied).toContain(`Instance ID: ${fault}`);
    expect(copied).not.toContain('sandbox-token');

    const again = dialog.getByRole('button', { name: next });
    await expect(again).toBeVisible();
    // What is not known is asked for anew, letter by letter.
    if (next === 'Check again') {
      await expect(again).toBeDisabled();
      await dialog.getByLabel(`Type ${fault} to confirm`).fill(fault);
    }
    await expectNoAxeViolations(page);
    await again.click();
    await expect.poll(() => deletes(site.wire).length).toBe(2);
    const keys = deletes(site.wire).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

test('[27 DELETE] a 429 locks its button as long as the service asks, in sight, and nothing tries again by itself', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=error-429&database=orders');
  const dialog = await deleteOne(page, 'error-429');
  await expect(dialog.getByRole('alert')).toContainText('the service refused');
  await expect(dialog.getByRole('button', { name: /^Try again in [45] s$/ })).toBeDisabled();
  await page.clock.runFor(2_000);
  await expect(dialog.getByRole('button', { name: /^Try again in [123] s$/ })).toBeDisabled();
  await page.clock.runFor(61_000);
  const again = dialog.getByRole('button', { name: 'Try again', exact: true });
  await expect(again).toBeEnabled();
  expect(deletes(site.wire)).toHaveLength(1);
  await again.click();
  await expect.poll(() => deletes(site.wire).length).toBe(2);
});

test('[28 DELETE] an absurd wait counts down from 30 s; one of over 5 minutes is a sentence and locks nothing', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=error-429-absurd&database=orders');
  const dialog = await deleteOne(page, 'error-429-absurd');
  await expect(dialog.getByRole('button', { name: /^Try again in (29|30) s$/ })).toBeDisabled();
  await page.clock.runFor(31_000);
  await page.route('**/compute/error-429-absurd', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: { message: 'Later.' } }),
  );
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(dialog).toContainText('The service asks to wait 10 minutes.');
  await expect(dialog.getByRole('button', { name: 'Try again', exact: true })).toBeEnabled();
});

test('what is not known stays marked over a reload, until a check settles it', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|500)/);
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-500');
  const dialog = await deleteOne(page, 'error-500');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  const alert = page.getByRole('alert').filter({ hasText: 'We do not know whether error-500 was deleted.' });
  await expect(alert).toBeVisible();
  await page.reload();
  await expect(alert).toBeVisible();
  await expect(rowOf(page, 'error-500')).toContainText(/unknown/i);
  await expectNoAxeViolations(page);
  expect(deletes(site.wire)).toHaveLength(1);

  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  const copied = await copyWith(alert.getByRole('button', { name: 'Copy as curl' }));
  expect(copied).toContain("/databases/orders/compute/error-500'");
  expect(copied).toContain('$ACCESS_TOKEN');
  await alert.getByRole('button', { name: 'Check again' }).click();
  const second = page.getByRole('alertdialog', { name: /error-500/ });
  // There is no other way to ask the service: it has to be said before it is sent.
  await expect(second).toContainText('Check again sends the same deletion once more');
  await page.route('**/compute/error-500', (route) =>
    route.fulfill({ status: 404, json: { message: 'Gone.', statusCode: 404 } }),
  );
  await second.getByLabel('Type error-500 to confirm').fill('error-500');
  await second.getByRole('button', { name: 'Check again' }).click();
  await expect(second).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'error-500 is not there: already deleted, or not visible to this token.',
  );
  await expect(alert).toHaveCount(0);
  await expect(rowOf(page, 'error-500')).toHaveCount(0);
});

test('a fresh list that lacks the row settles what was not known', async ({ page, site, expectConsole }) => {
  expectConsole(/ERR_|status of 502/);
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=cut-off');
  const dialog = await deleteOne(page, 'cut-off');
  await expect(dialog.getByRole('alert')).toContainText('We do not know whether cut-off was deleted');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('cut-off is no longer in the service’s list');
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('mismatch: an answer from another workspace is an alarm that has to be acknowledged', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=mismatch');
  const dialog = await deleteOne(page, 'mismatch');
  await expect(dialog.getByRole('alert')).toContainText('names another workspace');
  await expect(dialog.getByRole('alert')).toContainText('somebody-else');
  await expect(dialog.getByRole('button', { name: 'I have seen this' })).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('names another workspace');
  await page.getByRole('button', { name: 'I have seen this' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

function deletes(wire: readonly WireLine[]): WireLine[] {
  return wire.filter(({ method }) => method === 'DELETE');
}
