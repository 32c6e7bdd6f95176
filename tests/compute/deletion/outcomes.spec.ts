import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeViolations, test, type WireLine } from '../../support/console.ts';
import { copyWith } from '../../support/copyWith.ts';
import { openScreen } from '../../support/openScreen.ts';

type Failure = {
  sentinel: string;
  says: RegExp;
  facts: RegExp;
  next: 'Try again' | 'Check again';
  logs: RegExp;
};

const refused = 'was not deleted: the service refused.';
const failures: Failure[] = [
  {
    sentinel: 'error-409',
    says: new RegExp(`${refused}.*Another operation on it is under way.`, 's'),
    facts: /HTTP 409/,
    next: 'Try again',
    logs: /status of 409/,
  },
  {
    sentinel: 'error-429',
    says: new RegExp(`${refused}.*Too many requests.`, 's'),
    facts: /HTTP 429/,
    next: 'Try again',
    logs: /status of 429/,
  },
  {
    sentinel: 'error-500',
    says: /We do not know whether error-500 was deleted.*Something broke\./s,
    facts: /HTTP 500 · Request ID/,
    next: 'Check again',
    logs: /status of 500/,
  },
  {
    sentinel: 'error-503',
    says: /We do not know whether error-503 was deleted.*being looked after/s,
    facts: /HTTP 503/,
    next: 'Check again',
    logs: /status of 503/,
  },
  {
    sentinel: 'cut-off',
    says: /We do not know whether cut-off was deleted/,
    facts: /HTTP (200|502)/,
    next: 'Check again',
    logs: /ERR_|status of (404|502)/,
  },
];

for (const { sentinel, says, facts, next, logs } of failures)
  test(`${sentinel}: the failure stays in the dialog, can be copied and tried again`, async ({
    page,
    context,
    site,
    expectConsole,
  }) => {
    expectConsole(logs);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    await openScreen(page, `/workspaces/faults/compute?q=${sentinel}`);
    const dialog = await confirmDelete(page, sentinel);
    const alert = dialog.getByRole('alert');
    await expect(alert).toContainText(says);
    await expect(alert).toContainText(facts);
    expect(deletes(site.wire)).toHaveLength(1);
    const copied = await copyWith(alert.getByRole('button', { name: 'Copy', exact: true }));
    expect(copied).toContain(`Instance ID: ${sentinel}`);
    expect(copied).not.toContain('sandbox-token');

    const again = dialog.getByRole('button', { name: next });
    await expect(again).toBeVisible();
    // What is not known is asked for anew, letter by letter.
    if (next === 'Check again') {
      await expect(again).toBeDisabled();
      await dialog.getByLabel(`Type ${sentinel} to confirm`).fill(sentinel);
    }
    if (sentinel === 'error-409' || sentinel === 'error-500') await expectNoAxeViolations(page);
    await again.click();
    await expect.poll(() => deletes(site.wire).length).toBe(2);
    const keys = deletes(site.wire).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

test('after a refusal and Cancel the row is still there', async ({ page, site, expectConsole }) => {
  expectConsole(/status of 409/);
  await openScreen(page, '/workspaces/faults/compute?q=error-409');
  const dialog = await confirmDelete(page, 'error-409');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'error-409')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(site.sandbox.instances('faults', 'orders').map(({ id }) => id)).toContain('error-409');
});

test('what is not known stays marked over a reload, until a check settles it', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|500)/);
  await openScreen(page, '/workspaces/faults/compute?q=error-500', { keep: true });
  const dialog = await confirmDelete(page, 'error-500');
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
  await openScreen(page, '/workspaces/faults/compute?q=cut-off', { keep: true });
  const dialog = await confirmDelete(page, 'cut-off');
  await expect(dialog.getByRole('alert')).toContainText('We do not know whether cut-off was deleted');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('cut-off is no longer in the service’s list');
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

for (const [sentinel, says] of [
  ['error-404', 'error-404 is not there: already deleted, or not visible to this token.'],
  ['accepted', 'The service accepted the deletion of accepted.'],
  ['no-content', 'no-content was removed and is queued for deletion.'],
  ['extra-fields', 'extra-fields was removed and is queued for deletion.'],
] as const)
  test(`${sentinel}: the row leaves and the result is announced`, async ({ page, site, expectConsole }) => {
    expectConsole(/status of 404/);
    await openScreen(page, `/workspaces/faults/compute?q=${sentinel}`);
    const dialog = await confirmDelete(page, sentinel);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('status', { name: 'Results' })).toContainText(says);
    await expect(rowOf(page, sentinel)).toHaveCount(0);
    expect(deletes(site.wire)).toHaveLength(1);
  });

test('mismatch: an answer from another workspace is an alarm that has to be acknowledged', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/faults/compute?q=mismatch', { keep: true });
  const dialog = await confirmDelete(page, 'mismatch');
  await expect(dialog.getByRole('alert')).toContainText('names another workspace');
  await expect(dialog.getByRole('alert')).toContainText('somebody-else');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('names another workspace');
  await page.getByRole('button', { name: 'I have seen this' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('offline: nothing is sent, now or later', async ({ page, context, site, expectConsole }) => {
  // Code that is fetched ahead may be on its way by then.
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  await dialog.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await expect(dialog.getByRole('alert')).toContainText('was not deleted: nothing was sent.');
  await context.setOffline(false);
  await page.waitForTimeout(500);
  expect(deletes(site.wire)).toEqual([]);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

/** Confirms the deletion of what is called like a sentinel, in the database `orders`. */
async function confirmDelete(page: Page, name: string): Promise<Locator> {
  await rowOf(page, name)
    .getByRole('button', { name: `Delete ${name}`, exact: true })
    .click();
  const dialog = page.getByRole('alertdialog', { name: new RegExp(name) });
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  return dialog;
}

function rowOf(page: Page, name: string): Locator {
  return page
    .getByRole('table', { name: 'Compute instances' })
    .locator('tbody tr')
    .filter({ has: page.getByRole('button', { name: `Delete ${name}`, exact: true }) })
    .filter({ has: page.getByText('orders', { exact: true }) });
}

function deletes(wire: readonly WireLine[]): WireLine[] {
  return wire.filter(({ method }) => method === 'DELETE');
}
