import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteRequests, rows } from './computeRows.ts';

test('a delete needs the exact name, and its row stays away after a reload', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/compute');
  const dialog = await openDialog(page, 'orders-primary');
  const id = site.sandbox.instances('acme', 'orders')[0]?.id ?? '';
  await expectNoAxeViolations(page);

  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  const field = dialog.getByLabel('Type orders-primary to confirm');
  await expect(confirmButton(dialog)).toBeDisabled();
  expect(await copyWith(dialog.getByRole('button', { name: 'orders-primary' }))).toBe('orders-primary');
  await field.press('ControlOrMeta+v');
  await expect(confirmButton(dialog)).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(deleteRequests(site.wire)).toEqual([]);

  await openDialog(page, 'orders-primary');
  await confirm(dialog, 'orders-primary');
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toHaveCount(23);
  await expect(page.getByRole('button', { name: 'orders-replica', exact: true })).toBeFocused();
  await expect(page.getByText('orders-primary removed, queued for deletion')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(23);
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

test('small windows show name, field and buttons', async ({ page, expectConsole }) => {
  expectConsole(/status of 409/);
  await page.setViewportSize({ width: 740, height: 360 });
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-409');
  const dialog = await openDialog(page, 'error-409');
  await expect(dialog.getByRole('heading', { name: /error-409/ })).toBeInViewport({ ratio: 1 });
  await expect(confirmButton(dialog)).toBeInViewport({ ratio: 1 });
  const field = dialog.getByLabel('Type error-409 to confirm');
  await field.focus();
  await expectAbove(field, confirmButton(dialog), '740 × 360');
  await page.setViewportSize({ width: 360, height: 640 });
  const reason = 'INC-4312: left over from the load test of the new service in October';
  await dialog.getByLabel('Reason').fill(reason);
  await confirm(dialog, 'error-409');
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  await dialog.evaluate((element) => element.scrollTo(0, 5_000));
  for (const name of ['Close', 'Delete instance'])
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await openDialog(page, 'error-409');
  await expect(dialog.getByRole('button', { name: `Use ${reason} again` })).toBeVisible();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('[05 DELETE] no response → elapsed time from 5 s on, and unknown after 60 s', async ({ page, site }) => {
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=no-answer&database=orders');
  const dialog = await openDialog(page, 'no-answer');
  await dialog.getByLabel('Type no-answer to confirm').fill('no-answer');
  // Pause the clock before the request, because on a slow machine the dialog would show a higher number of seconds.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await confirmButton(dialog).click();
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(1);
  await expect(dialog.getByText('Waiting for a response…', { exact: true })).toBeVisible();
  await page.clock.runFor(4_500);
  await expect(dialog.getByText('Waiting for a response…', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Deleting…' }).click({ force: true });
  await page.clock.runFor(1_000);
  await expect(dialog).toContainText('Waiting for a response… 5 s (ends after 60 s)');
  await page.clock.resume();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await expect(dialog).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await expect(rows(page)).toContainText('Unconfirmed');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    /We don't know whether no-answer was deleted.*60 seconds/,
  );
  await expectNoAxeViolations(page);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

async function openDialog(page: Page, name: string): Promise<Locator> {
  await rows(page)
    .getByRole('button', { name: `Delete ${name}`, exact: true })
    .click();
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
