import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { openScreen, signInAt } from '../support/openScreen.ts';

test('prefills the workspace from the address, and the whole address survives the sign-in', async ({
  page,
}) => {
  await page.goto('/workspaces/acme/compute?q=reports&sort=-created');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('acme');
  await page.getByLabel('Access token', { exact: true }).fill('sandbox-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search instances' })).toHaveValue('reports');
  expect(page.url()).toMatch(/\/workspaces\/acme\/compute\?q=reports&sort=-created$/);
});

test('moves the address along when another workspace is typed', async ({ page, site }) => {
  await page.goto('/workspaces/beta/subscription/history');
  await signIn(page, { workspaceSlug: 'acme' });
  await expect(page.getByRole('heading', { name: 'Subscription history' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/workspaces/acme/subscription/history');
  expect(site.wire.filter(({ path }) => path.includes('/beta/'))).toEqual([]);
});

test('a kept session outlives a reload, one that is not kept does not', async ({ page }) => {
  await signInAt(page, '/workspaces/acme/regions');
  expect(await everythingKept(page)).not.toContain('sandbox-token');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('');

  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page);
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sandbox-token');
});

test('signing out empties the storage and the cache, and Back shows the gate', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('');
  expect(await everythingKept(page)).not.toContain('sandbox-token');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('list')).toHaveCount(0);
  await page.goForward();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const before = site.wire.length;
  await signIn(page);
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual([
    '/workspaces/acme/regions',
    '/workspaces/acme/subscription/history',
  ]);
});

test('without a reload the cache is empty too: the history is read again', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/subscription/history');
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page);
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  const reads = site.wire.filter(({ path }) => path.endsWith('/subscription/history'));
  expect(reads).toHaveLength(2);
});

test("another workspace's address proves the token first", async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const before = site.wire.length;
  await page.goto('/workspaces/beta/subscription/history');
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await expect(page.getByTitle('beta', { exact: true })).toBeVisible();
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual([
    '/workspaces/beta/regions',
    '/workspaces/beta/subscription/history',
  ]);
});

test('a workspace the token may not see shows nothing but the gate, and the way back', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await openScreen(page, '/workspaces/acme/compute');
  await page.goto('/workspaces/forbidden/regions');
  await expect(page.getByRole('alert')).toContainText('no permission for the workspace “forbidden”');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  const asked = site.wire.filter(({ path }) => path.startsWith('/workspaces/forbidden/'));
  expect(asked).toHaveLength(1);
  await page.getByRole('link', { name: 'Back to the workspace acme' }).click();
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
});

test('a token that is rejected later brings one gate in place, and the page is behind it', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await page.goto('/workspaces/history-error-401/subscription/history');
  await signIn(page, { workspaceSlug: 'history-error-401' });
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('The service no longer accepts your token.');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/workspaces/history-error-401/subscription/history');
  expect(site.wire.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
  await expectNoAxeViolations(page);
});

function everythingKept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));
}
