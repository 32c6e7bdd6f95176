import { expect, type Page } from '@playwright/test';
import { deleteOne, rows } from '../compute/computeRows.ts';
import { signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const start = new Date('2026-03-02T09:00:00Z');

test.beforeEach(async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_FAILED/);
  await page.clock.setSystemTime(start);
});

test('signs out, and ends an idle session, if the console itself does not load', async ({ page }) => {
  const blocked = await blockLaterCode(page, /Console/);
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
  await passTo(page, 14);
  const warning = page.getByRole('alertdialog', { name: 'You’re about to be signed out' });
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(warning).toHaveCount(0);
  await passTo(page, 28);
  await expect(warning).toBeVisible();
  await passTo(page, 29.1);
  await expectSignedOut(page);
  const attemptsBefore = blocked().length;
  await signIn(page);
  // The notice of an earlier attempt is visible at first, and a sign-in loads the code once or twice. The last attempt
  // could succeed before the click.
  await expect.poll(() => blocked().length).toBeGreaterThan(attemptsBefore);
  await expect(notLoaded).toBeVisible();
  await expect(async () => {
    const attempts = blocked().length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(blocked()).toHaveLength(attempts);
  }).toPass();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('shows a running deletion and signs out without code that loads later', async ({ page, context }) => {
  await blockLaterCode(page);
  await openScreen(page, '/workspaces/acme/compute');
  const other = await context.newPage();
  await other.clock.setSystemTime(start);
  await openScreen(other, '/workspaces/acme/compute');
  const letGo = await holdCalls(other);
  await deleteOne(other, 'orders-primary');
  await expect(page.getByRole('link', { name: 'Deleting orders-primary…' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out during a deletion?' });
  await question.getByRole('button', { name: 'Sign out anyway' }).click();
  await expectSignedOut(page);
  await expectSignedOut(other);
  await letGo();
});

test('ends a session after its running deletion if no further code loads', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const letGo = await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await page.route('**/assets/*.js', (route) => route.abort());
  await passTo(page, 500);
  await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toBeVisible();
  await letGo();
  await expect(page.getByRole('alertdialog', { name: /orders-primary/ })).toHaveCount(0);
  await passTo(page, 503);
  await expectSignedOut(page);
});

/** Aborts requests for scripts that are not in the HTML, or that match `also`. @returns a function for the aborted URLs */
async function blockLaterCode(page: Page, also = /^$/): Promise<() => readonly string[]> {
  const html = await (await page.request.get('/')).text();
  const blocked: string[] = [];
  await page.route('**/assets/*.js', (route) => {
    const { pathname } = new URL(route.request().url());
    if (html.includes(pathname) && !also.test(pathname)) return route.continue();
    blocked.push(pathname);
    return route.abort();
  });
  return () => blocked;
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sandbox-token');
}

/** Sets the clock to a number of minutes after the start and lets one second pass. */
async function passTo(page: Page, minutes: number): Promise<void> {
  await page.clock.setSystemTime(new Date(start.getTime() + minutes * 60_000));
  await page.clock.runFor(1_100);
}
