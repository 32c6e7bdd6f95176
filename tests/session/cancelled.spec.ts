import { expect, type Page } from '@playwright/test';
import { drawn, signIn, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const region = { json: ['CLOUDA_US_WEST_2'] };

test('does not open a workspace after Cancel, Esc or another link, and keeps the dialog opened since', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  for (const leave of [
    () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    const aborted = abortedCalls(page);
    const letGo = await holdCalls(page, '**/workspaces/beta/regions');
    await askFor(page, 'beta');
    await expect(page.getByRole('button', { name: 'Checking access…' })).toBeVisible();
    await leave();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Preferences' }).click();
    await letGo(region);
    await drawn(page);
    await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
    await expect(page).toHaveURL('/workspaces/acme/compute');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeVisible();
    expect(aborted).toContain('/api/workspaces/beta/regions');
    await page.unroute('**/workspaces/beta/regions');
  }
  await askFor(page, 'beta');
  await expect(page).toHaveURL('/workspaces/beta/compute');

  const letGo = await holdCalls(page, '**/workspaces/empty/regions');
  await askFor(page, 'empty', 'beta');
  await page.getByRole('dialog').getByRole('link', { name: 'acme' }).click();
  await expect(page).toHaveURL('/workspaces/acme/compute');
  await letGo(region);
  await drawn(page);
  await expect(page).toHaveURL('/workspaces/acme/compute');
  await expect(page.getByRole('button', { name: 'Switch workspace, current: acme' })).toBeVisible();
});

test('does not replace the session with a token whose verification was left', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (401|403)/);
  await openScreen(page, '/workspaces/acme/regions');
  async function cancel() {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText('You don’t have access to forbidden');
    await page.getByRole('link', { name: 'Regions' }).click();
  }
  for (const leave of [cancel, () => page.goBack()]) {
    await page.evaluate(() => {
      history.pushState(null, '', '/workspaces/forbidden/regions');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByRole('alert')).toContainText('You don’t have access to forbidden');
    await page.getByRole('button', { name: 'Use another token' }).click();
    const aborted = abortedCalls(page);
    const letGo = await holdCalls(page, '**/workspaces/beta/regions');
    await signIn(page, { workspaceSlug: 'beta', token: 'some-other-token' });
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
    await leave();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await letGo(region);
    await drawn(page);
    await expect(page.getByRole('button', { name: 'Switch workspace, current: acme' })).toBeVisible();
    expect(aborted).toContain('/api/workspaces/beta/regions');
    await page.unroute('**/workspaces/beta/regions');
  }
  const before = site.wire.length;
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(site.wire.slice(before).map(({ authorization }) => authorization)).toEqual(['Bearer sandbox-token']);
});

test('aborts a verification on sign-out and logs it in no session', async ({ page, context }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const other = await context.newPage();
  await other.goto('/workspaces/acme/regions');
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const aborted = abortedCalls(page);
  const letGo = await holdCalls(page, '**/workspaces/beta/regions');
  await askFor(page, 'beta');
  await expect(page.getByRole('button', { name: 'Checking access…' })).toBeVisible();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, { workspaceSlug: 'empty' });
  await expect(page.getByRole('button', { name: 'Switch workspace, current: empty' })).toBeVisible();
  await letGo(region);
  await drawn(page);
  await expect(page).toHaveURL('/workspaces/empty/regions');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Request log' }).click();
  const log = page.getByRole('list', { name: 'Requests, newest first' });
  await expect(log.getByRole('listitem').first()).toContainText('/workspaces/empty/regions');
  await expect(log).not.toContainText('beta');
  expect(aborted).toContain('/api/workspaces/beta/regions');
});

async function askFor(page: Page, workspaceSlug: string, from = 'acme'): Promise<void> {
  await page.getByRole('button', { name: `Switch workspace, current: ${from}` }).click();
  await page.getByLabel('Open another workspace').fill(workspaceSlug);
  await page.getByRole('button', { name: 'Open workspace' }).click();
}

/** The paths of calls that were given up; Chromium says it now and then of one that was read whole, too. */
function abortedCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_ABORTED') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}
