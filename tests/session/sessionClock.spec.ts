import { expect } from '@playwright/test';
import { deleteOne, idsInDeletes } from '../compute/computeRows.ts';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { advanceClockTo, pageStart, signOutWarning } from './clockSteps.ts';

test.beforeEach(({ page }) => page.clock.setSystemTime(pageStart));

test.describe('with a token that names its expiry', () => {
  const claims = { exp: pageStart.getTime() / 1_000 + 9 * 60 };
  const token = `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  test.use({ otherTokens: [token] });

  test('the console warns before the token expires and before the idle sign-out', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/regions', { token });
    await advanceClockTo(page, 7.5);
    const tokenWarning = page.getByRole('alertdialog', { name: 'Your access token is about to expire' });
    await expect(tokenWarning).toContainText(/The token says it expires in 1:\d\d\./);
    await tokenWarning.getByRole('button', { name: 'Continue' }).click();
    await advanceClockTo(page, 9.5);
    await expect(tokenWarning).toHaveCount(0);
    await advanceClockTo(page, 20.7);
    const warning = signOutWarning(page);
    await expect(warning).toContainText(/This happens in 1:4\d because of inactivity\./);
    await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
    await expectNoAxeViolations(page);
    await warning.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(warning).toHaveCount(0);

    await advanceClockTo(page, 36);
    await expect(page.getByText('You were signed out after 15 minutes of inactivity.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(token);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});

test('a warning hides an open dialog and keeps the typed text', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute?q=orders');
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const field = page.getByLabel('Type orders-primary to confirm');
  await field.fill('orders-pri');
  await advanceClockTo(page, 14);
  await expect(signOutWarning(page)).toBeVisible();
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(signOutWarning(page)).toHaveCount(0);
  await expect(field).toHaveValue('orders-pri');
  expect(idsInDeletes(site.wire)).toEqual([]);
});

test('a deletion postpones the end of a session; the next session shows its result', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-500');
  const release = await holdCalls(page);
  const dialog = await deleteOne(page, 'error-500');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  for (const minutes of [14, 500]) {
    await advanceClockTo(page, minutes);
    await expect(dialog).toBeVisible();
  }
  release();
  const unknown = page
    .getByRole('alert', { includeHidden: true })
    .filter({ hasText: 'We don’t know whether error-500 was' });
  await expect(unknown).not.toHaveCount(0);
  await expect(signOutWarning(page)).toBeVisible();
  // Block code that loads later, because a session must end without it.
  await page.route('**/assets/*.js', (route) => route.abort());
  await advanceClockTo(page, 503);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.unroute('**/assets/*.js');

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
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});
