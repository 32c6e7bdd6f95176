import { expect, type Page } from '@playwright/test';
import { deleteOne } from '../compute/computeRows.ts';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const start = new Date('2026-03-02T09:00:00Z');
const minutes = 60_000;

test.beforeEach(({ page }) => page.clock.setSystemTime(start));

test.describe('with a token that says when it expires', () => {
  const claims = Buffer.from(JSON.stringify({ exp: after(9).getTime() / 1000 })).toString('base64url');
  const token = `eyJhbGciOiJub25lIn0.${claims}.c2ln`;
  test.use({ otherTokens: [token] });

  test('announces the expiry once, warns after 13 idle minutes and signs out after 15', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/regions', { token });
    await passTo(page, 7.5);
    const expiry = page.getByRole('alertdialog', { name: 'Your access token is about to expire' });
    await expect(expiry).toContainText(/The token says it expires in 1:\d\d\./);
    await expiry.getByRole('button', { name: 'Continue' }).click();
    await passTo(page, 9.5);
    await expect(expiry).toHaveCount(0);
    await passTo(page, 20);
    await expect(warning(page)).toHaveCount(0);
    await passTo(page, 20.7);
    await expect(warning(page)).toContainText(/This happens in 1:4\d because of inactivity\./);
    await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
    await expectNoAxeViolations(page);
    await warning(page).getByRole('button', { name: 'Stay signed in' }).click();
    await expect(warning(page)).toHaveCount(0);
    await passTo(page, 33);
    await expect(warning(page)).toHaveCount(0);

    await passTo(page, 36);
    await expect(page.getByText('You were signed out after 15 minutes of inactivity.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(token);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await signIn(page);
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  });
});

test('hides a dialog during the warning and keeps its text', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute?q=orders');
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const name = page.getByLabel('Type orders-primary to confirm');
  await name.fill('orders-pri');
  await passTo(page, 14);
  await expect(warning(page)).toBeVisible();
  await expect(name).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(warning(page)).toHaveCount(0);
  await expect(name).toHaveValue('orders-pri');
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toEqual([]);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add instance' }).click();
  await page.getByLabel('Instance ID').fill('typed-before-lunch');
  await passTo(page, 28);
  await expect(page.getByRole('dialog', { name: 'Add instance' })).toHaveCount(0);
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByLabel('Instance ID')).toHaveValue('typed-before-lunch');
});

test('ends no session during a deletion and shows its result after sign-in', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-500');
  const letGo = await holdCalls(page);
  const dialog = await deleteOne(page, 'error-500');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  for (const passed of [14, 500]) {
    await passTo(page, passed);
    await expect(dialog).toBeVisible();
  }
  letGo();
  const unknown = page
    .getByRole('alert', { includeHidden: true })
    .filter({ hasText: 'We don’t know whether error-500 was' });
  await expect(unknown).not.toHaveCount(0);
  await expect(warning(page)).toBeVisible();
  await passTo(page, 503);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await signIn(page, { workspaceSlug: 'faults' });
  await expect(unknown).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('alertdialog', { name: 'Sign out with unconfirmed deletions?' })
    .getByRole('button', { name: 'Sign out anyway' })
    .click();
  await signIn(page, { workspaceSlug: 'faults' });
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

function after(passed: number): Date {
  return new Date(start.getTime() + passed * minutes);
}

/** Sets the clock to a number of minutes after the start and lets a second pass. */
async function passTo(page: Page, passed: number): Promise<void> {
  await page.clock.setSystemTime(after(passed));
  await page.clock.runFor(1_100);
}

function warning(page: Page) {
  return page.getByRole('alertdialog', { name: 'You’re about to be signed out' });
}
