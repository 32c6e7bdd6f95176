import { expect, type Page } from '@playwright/test';
import { deleteOne } from '../compute/computeRows.ts';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const start = new Date('2026-03-02T09:00:00Z');
const minutes = 60_000;

test.beforeEach(({ page }) => page.clock.setSystemTime(start));

test('after 13 idle minutes it warns, after 15 it has signed out, and says why', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  await passTo(page, 12.5);
  await expect(warning(page)).toHaveCount(0);
  await passTo(page, 13.2);
  await expect(warning(page)).toContainText(/This happens in 1:4\d\. Nothing was done here for a while\./);
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expectNoAxeViolations(page);

  await passTo(page, 15.1);
  await expect(page.getByText('You were signed out: nothing was done here for 15 minutes.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sandbox-token');
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page);
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

test('Stay signed in starts the idle time anew', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  await passTo(page, 14);
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning(page)).toHaveCount(0);
  await passTo(page, 26);
  await expect(warning(page)).toHaveCount(0);
  await passTo(page, 30);
  await expect(page.getByText('You were signed out: nothing was done')).toBeVisible();
});

test('a dialog that steps back for the warning keeps what was typed into it', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'Add instance' }).click();
  await page.getByLabel('Instance ID').fill('typed-before-lunch');
  await passTo(page, 14);
  await expect(page.getByRole('dialog', { name: 'Add instance' })).toHaveCount(0);
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByLabel('Instance ID')).toHaveValue('typed-before-lunch');
});

test('a key or a click is a sign of life, also in another tab', async ({ page, context }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const second = await context.newPage();
  await second.clock.setSystemTime(start);
  await second.goto('/workspaces/acme/subscription/history');
  await expect(second.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  // All tabs of a browser have one clock.
  await passTo(page, 12);
  await second.keyboard.press('Shift');
  await passTo(page, 20);
  for (const tab of [page, second]) {
    await expect(warning(tab)).toHaveCount(0);
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }
});

test('a machine that slept for an hour wakes up signed out: the first touch comes too late', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  const kept = await page.evaluate(() => {
    // As in sleep: timers stand still, and the clock goes on.
    const now = Date.now();
    Date.now = () => now + 3_600_000;
    const before = JSON.stringify({ ...sessionStorage });
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    return [before, JSON.stringify({ ...sessionStorage })];
  });
  expect(kept[0]).toContain('sandbox-token');
  expect(kept[1]).not.toContain('sandbox-token');
  await expect(page.getByText('You were signed out: nothing was done')).toBeVisible();
});

test('a kept tab that comes back after the idle time asks to sign in', async ({ page, expectConsole }) => {
  // The page in between has no icon.
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/acme/regions');
  await page.goto('/healthz');
  await passTo(page, 16);
  await page.goto('/workspaces/acme/regions');
  await expect(page.getByText('You were signed out: nothing was done')).toBeVisible();
  await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('acme');
});

test('after 8 hours it ends in any case, with a word 2 minutes ahead', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  await useUntil(page, 478);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await passTo(page, 478.5);
  await expect(warning(page)).toContainText('A session ends 8 hours after the sign-in.');
  await warning(page).getByRole('button', { name: 'Go on until then' }).click();
  await expect(warning(page)).toHaveCount(0);
  // Whoever reloads may have forgotten by then: it is said once more, over the page.
  await page.reload();
  await warning(page).getByRole('button', { name: 'Go on until then' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await passTo(page, 480.1);
  await expect(page.getByText('a session ends 8 hours after the sign-in')).toBeVisible();
});

test('a sign-out under a clock that was ahead leaves the 8 hours of the next session as they are', async ({
  page,
}) => {
  await passTo(page, 30 * 24 * 60);
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.clock.setSystemTime(start);
  await signIn(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await useUntil(page, 478);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await passTo(page, 478.5);
  await expect(warning(page)).toContainText('A session ends 8 hours after the sign-in.');
  await passTo(page, 480.1);
  await expect(page.getByText('a session ends 8 hours after the sign-in')).toBeVisible();
});

test('a session that began under a clock that was ahead ends 8 hours after the clock was set right', async ({
  page,
}) => {
  await passTo(page, 30 * 24 * 60);
  await openScreen(page, '/workspaces/acme/regions');
  await passTo(page, 0);
  await useUntil(page, 240);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await useUntil(page, 478, 240);
  await passTo(page, 480.1);
  await expect(page.getByText('a session ends 8 hours after the sign-in')).toBeVisible();
});

test('nothing ends during a deletion, and its outcome can be read afterwards', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/compute/*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  await dialog.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await passTo(page, 14);
  await expect(dialog).toBeVisible();
  await passTo(page, 500);
  await expect(dialog).toBeVisible();
  answer();
  // The warning that was due stands over it.
  const results = page.getByRole('status', { name: 'Results', includeHidden: true });
  await expect(results).toContainText('orders-primary was removed');
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await expect(warning(page)).toBeVisible();
  await passTo(page, 503);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('its Sign out asks first where another tab is deleting', async ({ page, context, site }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const second = await context.newPage();
  await second.clock.setSystemTime(start);
  await second.goto('/workspaces/acme/compute');
  const letGo = await holdCalls(second);
  const dialog = await deleteOne(second, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await passTo(page, 13.5);
  await warning(page).getByRole('button', { name: 'Sign out' }).click();
  const asks = page.getByRole('alertdialog', { name: 'Sign out during a deletion?' });
  await asks.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(asks).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  letGo();
  await expect(dialog).toHaveCount(0);
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('what nobody knows of a deletion is there again for who signs in after the idle time', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await openScreen(page, '/workspaces/faults/compute?q=error-500');
  const dialog = await deleteOne(page, 'error-500');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await passTo(page, 16);
  await expect(page.getByText('You were signed out: nothing was done here')).toBeVisible();
  await signIn(page, { workspaceSlug: 'faults' });
  await expect(page.getByRole('alert')).toContainText('We do not know whether error-500 was deleted.');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('alertdialog', { name: 'Sign out before the outcome is known?' })
    .getByRole('button', { name: 'Sign out all the same' })
    .click();
  await signIn(page, { workspaceSlug: 'faults' });
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an open dialog steps back for the warning, and keeps what was typed', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute?q=orders');
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const field = page.getByLabel('Type orders-primary to confirm');
  await field.fill('orders-pri');
  await passTo(page, 14);
  await expect(warning(page)).toBeVisible();
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(warning(page)).toHaveCount(0);
  await expect(field).toHaveValue('orders-pri');
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test.describe('a readable JWT', () => {
  const claims = Buffer.from(JSON.stringify({ exp: after(9).getTime() / 1000 })).toString('base64url');
  const token = `eyJhbGciOiJub25lIn0.${claims}.c2ln`;
  test.use({ otherTokens: [token] });

  test('is spoken of before it expires, once', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/regions', { token });
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    await passTo(page, 7.5);
    const alert = page.getByRole('alertdialog', { name: 'Your access token is about to expire' });
    await expect(alert).toContainText(/By its own account it expires in 1:\d\d\./);
    await expectNoAxeViolations(page);
    await alert.getByRole('button', { name: 'Go on' }).click();
    await passTo(page, 9.5);
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

function after(passed: number): Date {
  return new Date(start.getTime() + passed * minutes);
}

/** Puts the clock to so many minutes after the start, and lets what looks at it every second look. */
async function passTo(page: Page, passed: number): Promise<void> {
  await page.clock.setSystemTime(after(passed));
  await page.clock.runFor(1_100);
}

function warning(page: Page) {
  return page.getByRole('alertdialog', { name: 'You are about to be signed out' });
}

/** Touches the page every 10 minutes. Both in minutes after the start. */
async function useUntil(page: Page, end: number, from = 10): Promise<void> {
  for (let passed = from; passed < end; passed += 10) {
    await passTo(page, passed);
    await page.keyboard.press('Shift');
  }
}
