import { expect, type Page } from '@playwright/test';
import { deleteOne, rows } from '../compute/computeRows.ts';
import { signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { advanceClockTo, pageStart, signOutWarning } from './clockSteps.ts';

test.beforeEach(async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_FAILED/);
  await page.clock.setSystemTime(pageStart);
});

test('Sign out and the idle timer work if the code of the console does not load', async ({ page }) => {
  const getBlockedPaths = await blockLaterCode(page, /Console/);
  await page.goto('/workspaces/acme/regions');
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page);
  const notLoaded = page.getByRole('heading', { name: 'Part of the console didn’t load' });
  await expect(notLoaded).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectSignedOut(page);
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page);
  await expect(notLoaded).toBeVisible();
  await advanceClockTo(page, 14);
  const warning = signOutWarning(page);
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(warning).toHaveCount(0);
  await advanceClockTo(page, 29.1);
  await expectSignedOut(page);
  const countBefore = getBlockedPaths().length;
  await signIn(page);
  // A sign-in requests the code once or twice. Wait until the count is stable, so that no request succeeds too early.
  await expect.poll(() => getBlockedPaths().length).toBeGreaterThan(countBefore);
  await expect(notLoaded).toBeVisible();
  await expect(async () => {
    const { length } = getBlockedPaths();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(getBlockedPaths()).toHaveLength(length);
  }).toPass();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a tab that can’t load more code shows a running deletion and can sign out', async ({
  page,
  context,
}) => {
  await blockLaterCode(page);
  await openScreen(page, '/workspaces/acme/compute');
  const otherTab = await context.newPage();
  await otherTab.clock.setSystemTime(pageStart);
  await openScreen(otherTab, '/workspaces/acme/compute');
  const release = await holdCalls(otherTab);
  await deleteOne(otherTab, 'orders-primary');
  await expect(page.getByRole('link', { name: 'Deleting orders-primary…' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out during a deletion?' });
  await question.getByRole('button', { name: 'Sign out anyway' }).click();
  await expectSignedOut(page);
  await expectSignedOut(otherTab);
  await release();
});

/**
 * Aborts requests for scripts that index.html doesn't name, and for paths that match `alsoBlocked`.
 * @returns a function that returns the aborted paths
 */
async function blockLaterCode(page: Page, alsoBlocked = /^$/): Promise<() => readonly string[]> {
  const html = await (await page.request.get('/')).text();
  const blockedUrls: string[] = [];
  await page.route('**/assets/*.js', (route) => {
    const { pathname } = new URL(route.request().url());
    if (html.includes(pathname) && !alsoBlocked.test(pathname)) return route.continue();
    blockedUrls.push(pathname);
    return route.abort();
  });
  return () => blockedUrls;
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sandbox-token');
}
