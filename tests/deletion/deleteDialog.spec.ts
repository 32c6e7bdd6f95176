import { expect, type Locator, type Page } from '@playwright/test';
import { deleteRequests, dialogScriptUrl, rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { openScreen } from '../support/openScreen.ts';

test('a deletion needs the exact name, and the row stays hidden after a reload', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/compute');
  const dialog = await openDialog(page, 'orders-primary');
  const id = site.sandbox.instances('acme', 'orders')[0]?.id ?? '';
  for (const value of ['orders-primary', id, 'orders', 'acme']) await expect(dialog).toContainText(value);
  await expect(dialog.locator('time')).toHaveText(/\d{4}, \d{2}:\d{2} UTC/);
  await expect(dialog).toContainText(
    'This queues the instance for deletion, which permanently deletes all its data and can’t be undone.',
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(confirmButton(dialog)).toBeDisabled();
  await expectNoAxeViolations(page);

  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  const field = dialog.getByLabel('Type orders-primary to confirm');
  await field.fill('orders');
  await expect(confirmButton(dialog)).toBeDisabled();
  await field.press('Enter');
  expect(await copyWith(dialog.getByRole('button', { name: 'Copy name' }))).toBe('orders-primary');
  await field.fill('');
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue('orders-primary');
  await expect(confirmButton(dialog)).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeFocused();

  expect(deleteRequests(site.wire)).toEqual([]);
  const nextKey = await rows(page).nth(1).getAttribute('data-key');
  await openDialog(page, 'orders-primary');
  await confirm(dialog, 'orders-primary');
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toHaveCount(23);
  await expect(page.locator('tr:focus')).toHaveAttribute('data-key', nextKey ?? '');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'orders-primary was removed and is queued for deletion. Its data is deleted when the deletion is finalized.',
  );
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(rows(page)).toHaveCount(23);
  await expect(page.getByText('orders-primary', { exact: true })).toHaveCount(0);
  expect(deleteRequests(site.wire)).toEqual([
    {
      method: 'DELETE',
      path: `/workspaces/acme/databases/orders/compute/${id}`,
      authorization: 'Bearer sandbox-token',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(site.sandbox.queued('acme', 'orders').map((queued) => queued.id)).toEqual([id]);
});

test('the code of the delete dialog loads before the first click', async ({ page, expectConsole }) => {
  // The blocked scripts can include code of other screens, which logs errors.
  expectConsole(/ERR_FAILED/);
  const loadingScripts = new Set<string>();
  let hasDialogCode = false;
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loadingScripts.add(request.url());
  });
  page.on('requestfinished', (request) => {
    loadingScripts.delete(request.url());
    hasDialogCode ||= dialogScriptUrl.test(request.url());
  });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await expect.poll(() => hasDialogCode && loadingScripts.size === 0).toBe(true);
  // Block scripts, so that the click works only if the code is already loaded.
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('the keyboard deletes and restores a row, and the next row gets the focus', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  const row = rows(page).filter({ has: page.getByRole('button', { name: 'Delete error-404', exact: true }) });
  await row.focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // The row gets the focus back, because a key press on the row opened the dialog.
  await expect(row).toBeFocused();
  expect(deleteRequests(site.wire)).toEqual([]);
  const restore = page.getByRole('button', { name: 'Restore to list' });
  for (const choice of ['restore', 'dismiss'] as const) {
    await page.keyboard.press('Delete');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Type error-404 to confirm')).toBeFocused();
    await page.keyboard.type('error-404');
    await page.keyboard.press('Enter');
    await expect(restore).toBeFocused();
    if (choice === 'dismiss') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(restore).toHaveCount(0);
    if (choice === 'restore') await expect(row).toBeFocused();
  }
  await expect(page.locator('tr:focus')).toHaveAttribute('data-key', /error-408/);
  expect(deleteRequests(site.wire)).toHaveLength(2);
});

test('a result message covers neither the details nor the last Delete button', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await page.setViewportSize({ width: 1024, height: 700 });
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-4');
  const dialog = await openDialog(page, 'error-404');
  await confirm(dialog, 'error-404');
  await page.getByRole('button', { name: 'error-409', exact: true }).click();
  const result = page.getByRole('status', { name: 'Results' });
  const resultBox = await result.boundingBox();
  const detailsBox = await page.locator('[data-drawer]').boundingBox();
  expect((resultBox?.x ?? 0) + (resultBox?.width ?? 0)).toBeLessThanOrEqual(detailsBox?.x ?? 0);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 360, height: 780 });
  const lastButton = page.getByRole('button', { name: 'Delete error-429-absurd' });
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expectAbove(lastButton, result, 'the last row');
  }).toPass();
});

test('the delete dialog shows name, field and buttons in small windows', async ({ page, expectConsole }) => {
  expectConsole(/status of 409/);
  await page.setViewportSize({ width: 740, height: 360 });
  await openScreen(page, '/workspaces/faults/compute?q=error-409');
  const dialog = await openDialog(page, 'error-409', 'orders');
  await expect(dialog.getByRole('heading', { name: /error-409/ })).toBeInViewport({ ratio: 1 });
  await expect(confirmButton(dialog)).toBeInViewport({ ratio: 1 });
  const field = dialog.getByLabel('Type error-409 to confirm');
  await field.focus();
  await expectAbove(field, confirmButton(dialog), '740 × 360');
  await page.setViewportSize({ width: 320, height: 256 });
  await field.blur();
  await field.focus();
  await expectAbove(field, confirmButton(dialog), '320 × 256');

  await page.setViewportSize({ width: 360, height: 640 });
  await confirm(dialog, 'error-409');
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  await expectAbove(
    dialog.getByRole('alert'),
    dialog.getByRole('button', { name: 'Try again' }),
    'the failure',
  );
  await dialog.evaluate((element) => element.scrollTo(0, 5_000));
  for (const name of ['Cancel', 'Try again'])
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('[05 DELETE] a deletion without a response ends as unknown after 60 s', async ({ page, site }) => {
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=no-answer&database=orders');
  const dialog = await openDialog(page, 'no-answer');
  await confirm(dialog, 'no-answer');
  const deletingButton = dialog.getByRole('button', { name: 'Deleting…' });
  await expect(deletingButton).toBeVisible();
  // Pause the clock, because on a slow machine the dialog would show a higher number of seconds.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.mouse.click(5, 5);
  await deletingButton.click({ force: true });
  await expect(dialog).toContainText('Waiting for a response…');
  const buttonBox = await deletingButton.boundingBox();
  await page.clock.runFor(5_500);
  await expect(dialog).toContainText(/Waiting for a response… [5-9] s \(times out after 60 s\)/);
  expect(await deletingButton.boundingBox()).toEqual(buttonBox);
  await page.clock.resume();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Deleting no-answer…' })).toBeVisible();
  await page.clock.fastForward(50_000);
  await page.clock.runFor(5_000);
  const sentence = /We don’t know whether no-answer was deleted.*60 seconds/s;
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(sentence);
  await expect(rows(page)).toContainText('Unconfirmed');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(sentence);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

async function openDialog(page: Page, name: string, database?: string): Promise<Locator> {
  const list = database === undefined ? rows(page) : rows(page).filter({ hasText: database });
  await list.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: new RegExp(name) });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function confirm(dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await confirmButton(dialog).click();
}

function confirmButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: 'Delete instance' });
}

/** Checks that the upper element ends above the lower element. */
async function expectAbove(upper: Locator, lower: Locator, message: string): Promise<void> {
  const [upperBox, lowerBox] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
  expect((upperBox?.y ?? 0) + (upperBox?.height ?? 0), message).toBeLessThanOrEqual(lowerBox?.y ?? 0);
}
