import { expect } from '@playwright/test';
import { drawn, expectNoAxeViolations, test } from '../../support/console.ts';
import { openScreen } from '../../support/openScreen.ts';
import { confirmBulk, deleteSelected, deletes, outcomesIn, rows, select } from '../computeRows.ts';

const mixed = [
  'error-404',
  'error-409',
  'error-500',
  'cut-off',
  'accepted',
  'no-content',
  'extra-fields',
  'sparse',
];

test('every item has its own outcome, the sums add up, and what failed can be retried', async ({
  page,
  site,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/status of (404|409|500|502)|ERR_/);
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  await select(page, mixed);
  await page.getByRole('button', { name: 'Delete 8 instances', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 8 instances' });
  for (const label of mixed)
    await expect(dialog.getByRole('listitem').filter({ hasText: label })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const confirm = dialog.getByRole('button', { name: 'Delete 8 instances', exact: true });
  for (const wrong of ['', '7', '88', 'eight']) {
    await dialog.getByLabel('Type 8 to confirm').fill(wrong);
    await expect(confirm, wrong).toBeDisabled();
  }
  expect(deletes(site.wire)).toEqual([]);
  await confirmBulk(page, 8);

  const progress = page.getByRole('dialog', { name: 'Deletion of 8 instances ended' });
  await expect(progress).toContainText('8 of 8');
  await expect(progress).toContainText('3 deleted · 1 accepted · 1 not there · 1 refused · 2 unknown');
  expect(await outcomesIn(progress)).toEqual({
    'error-404': 'Not there',
    'error-409': 'Refused',
    'error-500': 'Unknown',
    'cut-off': 'Unknown',
    accepted: 'Accepted',
    'no-content': 'Deleted',
    'extra-fields': 'Deleted',
    sparse: 'Deleted',
  });
  expect(deletes(site.wire).sort()).toEqual([...mixed].sort());
  await progress.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'The deletion of 8 instances has ended',
  );

  for (const left of ['error-404', 'accepted', 'no-content', 'extra-fields', 'sparse'])
    await expect(rows(page).getByRole('button', { name: `Delete ${left}`, exact: true }), left).toHaveCount(
      0,
    );
  const failed = rows(page).filter({
    has: page.getByRole('button', { name: 'Delete error-409', exact: true }),
  });
  await expect(failed).toContainText('Refused');
  await expect(failed.getByRole('checkbox')).toBeChecked();

  await page.reload();
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toHaveCount(8);
  await page.goto('/workspaces/faults/compute?q=nothing-like-it&panel=bulk');
  await expect(progress).toBeVisible();
  await expectNoAxeViolations(page);
  await progress.getByRole('button', { name: 'Retry 3 instances' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete 3 instances' })).toBeVisible();
  expect(deletes(site.wire)).toHaveLength(8);
  await confirmBulk(page, 3);
  await expect(page.getByRole('dialog', { name: 'Deletion of 3 instances ended' })).toContainText('3 of 3');
  expect(deletes(site.wire)).toHaveLength(11);
});

test('a second Enter asks for nothing more', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await select(page, ['orders-primary', 'orders-replica']);
  await page.getByRole('button', { name: 'Delete 2 instances' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 instances' });
  await dialog.getByLabel('Type 2 to confirm').fill('2');
  await dialog.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(page.getByRole('dialog', { name: /Delet/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(22);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(2);
});

test('the token is rejected: nothing more is sent, and what was not sent says so', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  await select(page, ['error-401', 'sparse', 'extra-fields', 'accepted', 'no-content', 'numeric-id']);
  await deleteSelected(page, 6);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // While the 401 was on its way, one that was answered sooner may have made room for another; then it ends.
  const sent = deletes(site.wire).length;
  expect(sent).toBeLessThan(6);
  await page.getByLabel('Access token', { exact: true }).fill('sandbox-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const progress = page.getByRole('dialog', { name: 'Deletion of 6 instances ended' });
  await expect(progress.getByRole('alert')).toContainText('no longer accepts the token');
  await expect(progress).toContainText('6 of 6');
  const outcomes = Object.values(await outcomesIn(progress));
  expect(outcomes.filter((word) => word === 'Not sent')).toHaveLength(6 - deletes(site.wire).length);
  const before = deletes(site.wire).length;
  await page.clock.runFor(61_000);
  await drawn(page);
  expect(deletes(site.wire)).toHaveLength(before);
});

test('too many requests: it pauses in sight as long as the service asks, then goes on', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  await select(page, ['error-429', 'sparse', 'extra-fields', 'accepted', 'no-content']);
  const progress = await deleteSelected(page, 5);
  await expect(progress).toContainText(/The service asked to wait: it goes on in [1-5] s/);
  const sent = deletes(site.wire).length;
  expect(sent).toBeLessThanOrEqual(4);
  await page.clock.runFor(5_000);
  await expect(progress).toContainText('5 of 5');
  await expect(progress).toContainText('3 deleted · 1 accepted · 1 refused');
  expect(deletes(site.wire)).toHaveLength(5);
});

test.describe('while the service takes its time', () => {
  test.use({ sandboxOptions: { latencyMs: 400, instances: 90 } });

  test('at most three at once; Stop leaves the rest unsent; other screens show it; a sign-out asks', async ({
    page,
    site,
  }) => {
    await openScreen(page, '/workspaces/acme/compute?database=orders');
    await expect(rows(page)).toHaveCount(30);
    await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
    const progress = await deleteSelected(page, 30);
    await expect(progress).toContainText('of 30');
    await expect(progress).toContainText('3 on their way');
    await progress.getByRole('button', { name: 'Hide, it goes on' }).click();
    await page.getByRole('link', { name: 'Regions' }).click();
    const running = page.getByRole('link', { name: /Deleting: \d+ of 30/ });
    await expect(running).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page
      .getByRole('alertdialog', { name: 'Sign out during a deletion?' })
      .getByRole('button', { name: 'Stay signed in' })
      .click();
    await running.click();
    await progress.getByRole('button', { name: 'Stop' }).click();
    await expect(progress).toContainText('30 of 30');
    await expect(progress.getByRole('alert')).toContainText('Stopped. What was on its way by then');
    await expect(
      progress.getByRole('listitem').filter({ hasText: 'Stopped. What was on its way' }).first(),
    ).toContainText('Not sent');
    const sent = deletes(site.wire).length;
    expect(sent).toBeLessThan(30);
    expect(new Set(deletes(site.wire)).size).toBe(sent);
    await expect(progress).toContainText(`${sent} deleted · ${30 - sent} not sent`);
    await expect(running).toHaveCount(0);
    expect(site.sandbox.instances('acme', 'orders')).toHaveLength(30 - sent);
  });

  for (const end of ['a reload', 'a crash'] as const)
    test(`[35 DELETE] ${end} in flight: exactly what was on its way is unknown, and the rest was not sent`, async ({
      page,
      context,
      site,
    }) => {
      await context.clock.install();
      await openScreen(page, '/workspaces/acme/compute?database=orders');
      await expect(rows(page)).toHaveCount(30);
      const onTheWire: string[] = [];
      await page.route('**/compute/*', async (route) => {
        // Some are answered; those that come after them are held.
        if (onTheWire.length >= 5) return void onTheWire.push(idIn(route.request().url()));
        onTheWire.push(idIn(route.request().url()));
        await route.continue();
      });
      await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
      await deleteSelected(page, 30);
      await expect.poll(() => onTheWire.length).toBe(8);
      const held = onTheWire.slice(5);
      let asked = '';
      page.on('dialog', (dialog) => {
        asked = dialog.type();
        void dialog.accept();
      });
      let after = page;
      if (end === 'a reload') {
        await page.reload();
        expect(asked).toBe('beforeunload');
      } else {
        const crashed = page.waitForEvent('crash');
        await page.goto('chrome://crash').catch(() => undefined);
        await crashed;
        await page.close();
        after = await context.newPage();
        await openScreen(after, '/workspaces/acme/compute?database=orders&panel=bulk');
      }
      const progress = after.getByRole('dialog', { name: 'Deletion of 30 instances ended' });
      await expect(progress).toContainText('5 deleted · 3 unknown · 22 not sent');
      const unknown = Object.entries(await outcomesIn(progress)).filter(([, word]) => word === 'Unknown');
      const names = new Map(site.sandbox.instances('acme', 'orders').map(({ id, name }) => [id, name]));
      expect(unknown.map(([label]) => label).sort()).toEqual(held.map((id) => names.get(id)).sort());
      await after.clock.runFor(61_000);
      await after.reload();
      await expect(progress).toContainText('5 deleted · 3 unknown · 22 not sent');
      expect(deletes(site.wire)).toHaveLength(5);
      expect(onTheWire).toHaveLength(8);
    });
});

function idIn(url: string): string {
  return url.split('/').at(-1) ?? '';
}

test.describe('of 120 instances', () => {
  test.use({ sandboxOptions: { instances: 120 } });

  test('the result names the end of every one', async ({ page, site }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(page.getByText('120 instances', { exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
    await deleteSelected(page, 120);
    const ended = page.getByRole('dialog', { name: 'Deletion of 120 instances ended' });
    await expect(ended).toBeVisible({ timeout: 20_000 });
    await ended.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('status', { name: 'Results' })).toContainText(
      'The deletion of 120 instances has ended: 120 deleted.',
    );
    expect(new Set(deletes(site.wire)).size).toBe(120);
  });
});

test('where nothing of the selected can be deleted it says why, and asks for no confirmation', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute?q=primary&database=orders');
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: /orders-primary/ });
  await details.getByRole('button', { name: 'Protect on this device' }).click();
  await page.keyboard.press('Escape');
  await select(page, ['orders-primary']);
  await page.getByRole('button', { name: 'Delete 1 instance', exact: true }).click();
  const none = page.getByRole('dialog', { name: 'None of the selected can be deleted now' });
  await expect(none.getByRole('listitem')).toHaveText(/^orders-primary: .*protected/i);
  await expect(none.getByRole('textbox')).toHaveCount(0);
  await expect(none.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await none.getByRole('button', { name: 'Close' }).last().click();
  await expect(none).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(0);
});
