import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../../support/console.ts';
import { copyWith } from '../../support/copyWith.ts';
import { openScreen } from '../../support/openScreen.ts';
import type { WireLine } from '../../support/startSite.ts';
import { dialogCode, rows } from '../computeRows.ts';

test('names what is deleted and what follows, and the safe way out has the focus', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const dialog = await openDialog(page, 'orders-primary');
  const id = site.sandbox.instances('acme', 'orders')[0]?.id ?? '';
  for (const fact of ['orders-primary', id, 'orders', 'acme', 'api.orders-primary', 'db.orders-primary'])
    await expect(dialog).toContainText(fact);
  await expect(dialog.locator('time')).toHaveText(/\d{4}, \d{2}:\d{2} UTC/);
  await expect(dialog).toContainText(/removed from the list and queued for deletion/);
  await expect(dialog).toContainText('all its data is deleted');
  await expect(dialog).toContainText('This console can’t undo it.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(confirmButton(dialog)).toBeDisabled();
  await expectNoAxeViolations(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeFocused();
  expect(deletes(site.wire)).toEqual([]);
});

test('a click beside the dialog does not close it, Cancel does; nothing is sent', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const dialog = await openDialog(page, 'orders-primary');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toHaveCount(24);
  expect(deletes(site.wire)).toEqual([]);
});

test('only the name itself confirms: letter by letter, or by its copy button', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/compute');
  const dialog = await openDialog(page, 'orders-primary');
  const field = dialog.getByLabel('Type orders-primary to confirm');
  for (const wrong of ['orders', 'ORDERS-PRIMARY', 'orders-primary2', 'orders primary']) {
    await field.fill(wrong);
    await expect(confirmButton(dialog), wrong).toBeDisabled();
    await field.press('Enter');
  }
  expect(await copyWith(dialog.getByRole('button', { name: 'Copy name' }))).toBe('orders-primary');
  await field.fill('');
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue('orders-primary');
  await expect(confirmButton(dialog)).toBeEnabled();
  expect(deletes(site.wire)).toEqual([]);
});

test('the code of the dialogs comes once the page has painted, and none has to come with the click', async ({
  page,
  expectConsole,
}) => {
  // Code that is fetched ahead for other screens may be stopped, too.
  expectConsole(/ERR_FAILED/);
  const scripts = new Set<string>();
  const under = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') return;
    scripts.add(request.url());
    under.add(request.url());
  });
  page.on('requestfinished', (request) => under.delete(request.url()));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await expect.poll(() => [...scripts].some((url) => dialogCode.test(url)) && under.size === 0).toBe(true);
  // From here on no code comes any more: what the click shows has to be there already.
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('the row leaves, the next one has the focus, and a reload does not bring it back', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const [first] = site.sandbox.instances('acme', 'orders');
  const next = await rows(page).nth(1).getAttribute('data-key');
  const dialog = await openDialog(page, 'orders-primary');
  await confirm(dialog, 'orders-primary');
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toHaveCount(23);
  await expect(page.getByRole('button', { name: 'Delete orders-primary', exact: true })).toHaveCount(0);
  await expect(page.locator('tr:focus')).toHaveAttribute('data-key', next ?? '');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'orders-primary was removed and is queued for deletion. Its data is deleted once the deletion is finalized.',
  );
  expect(deletes(site.wire)).toEqual([
    {
      method: 'DELETE',
      path: `/workspaces/acme/databases/orders/compute/${first?.id}`,
      authorization: 'Bearer sandbox-token',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(site.sandbox.instances('acme', 'orders').map(({ id }) => id)).not.toContain(first?.id);
  expect(site.sandbox.queued('acme', 'orders').map(({ id }) => id)).toEqual([first?.id]);
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(rows(page)).toHaveCount(23);
  await expect(page.getByText('orders-primary', { exact: true })).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('everything can be done from the keyboard', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(deletes(site.wire)).toEqual([]);

  // A key on the row had asked; the row has the focus again.
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByLabel('Type orders-primary to confirm').focus();
  await page.keyboard.type('orders-primary');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toHaveCount(23);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('row after row can be deleted by keys: the next row has the focus, not its Delete', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  for (const count of [23, 22]) {
    const next = await rows(page).nth(3).getAttribute('data-key');
    const remove = rows(page)
      .nth(2)
      .getByRole('button', { name: /^Delete / });
    const label = (await remove.getAttribute('aria-label'))?.replace('Delete ', '') ?? '';
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByLabel(`Type ${label} to confirm`).focus();
    await page.keyboard.type(label);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(count);
    await expect(page.locator('tr:focus')).toHaveAttribute('data-key', next ?? '');
  }
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(3)).toBeFocused();
  expect(deletes(site.wire)).toHaveLength(2);
});

test.describe('the last instance', () => {
  test.use({ sandboxOptions: { instances: 1 } });

  test('gives the focus to the heading, and the list says that it is empty', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await confirm(await openDialog(page, 'orders-primary'), 'orders-primary');
    await expect(page.getByText('No instances here')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Compute', level: 1 })).toBeFocused();
  });
});

test('a key still held, and the second half of a double click, do not try a refusal again', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await openScreen(page, '/workspaces/faults/compute?q=error-409');
  const dialog = await openDialog(page, 'error-409', 'orders');
  await dialog.getByLabel('Type error-409 to confirm').fill('error-409');
  await page.keyboard.down('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  for (let held = 0; held < 5; held += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(deletes(site.wire)).toHaveLength(1);

  const again = dialog.getByRole('button', { name: 'Try again' });
  await again.dispatchEvent('click', { detail: 2 });
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
  await again.click();
  await expect.poll(() => deletes(site.wire).length).toBe(2);
});

test('on a phone both ways out of a refusal are in sight, wherever the sheet is scrolled to', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await page.setViewportSize({ width: 360, height: 640 });
  await openScreen(page, '/workspaces/faults/compute?q=error-409');
  const dialog = await openDialog(page, 'error-409', 'orders');
  await confirm(dialog, 'error-409');
  // What came of it is where the eye is, above the two.
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  const failure = await dialog.getByRole('alert').boundingBox();
  const footer = await dialog.getByRole('button', { name: 'Try again' }).boundingBox();
  expect((failure?.y ?? 0) + (failure?.height ?? 0)).toBeLessThan(footer?.y ?? 0);
  for (const top of [0, 5_000]) {
    await dialog.evaluate((sheet, to) => sheet.scrollTo(0, to), top);
    for (const name of ['Cancel', 'Try again'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});

test('[05 DELETE] while nobody answers nothing leads away; after 60 s it is unknown, in words, on the row and in the log', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=no-answer&database=orders');
  const dialog = await openDialog(page, 'no-answer');
  await confirm(dialog, 'no-answer');
  const deleting = dialog.getByRole('button', { name: 'Deleting…' });
  await expect(deleting).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await deleting.click({ force: true });
  await expectNoAxeViolations(page);
  await expect(dialog).not.toContainText('Waiting for the service');
  await page.clock.runFor(5_500);
  await expect(dialog).toContainText(/Waiting for the service for [5-9] s/);
  await page.clock.runFor(50_000);
  await expect(deleting).toBeVisible();
  await page.clock.runFor(5_000);
  const words = /We do not know whether no-answer was deleted.*60 seconds/s;
  await expect(dialog.getByRole('alert')).toContainText(words);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toContainText('Unknown');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words);
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Unknown');
  expect(deletes(site.wire).map(({ path }) => path)).toEqual([
    '/workspaces/faults/databases/orders/compute/no-answer',
  ]);
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

function deletes(wire: readonly WireLine[]): WireLine[] {
  return wire.filter(({ method }) => method === 'DELETE');
}

test('in a low window the dialog begins with what it deletes, and what confirms is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await openScreen(page, '/workspaces/acme/compute');
  const dialog = await openDialog(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('heading', { name: /orders-primary/ })).toBeInViewport({ ratio: 1 });
  await expect(confirmButton(dialog)).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Type orders-primary to confirm').focus();
  for (const [width, height] of [
    [740, 360],
    [640, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const field = dialog.getByLabel('Type orders-primary to confirm');
    await field.blur();
    await field.focus();
    const [at, buttons] = await Promise.all([field.boundingBox(), confirmButton(dialog).boundingBox()]);
    expect((at?.y ?? 0) + (at?.height ?? 0), `${width} × ${height}`).toBeLessThanOrEqual(buttons?.y ?? 0);
  }
});
