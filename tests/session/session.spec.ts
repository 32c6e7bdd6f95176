import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('keeps the URL on sign-in, and the session on reload only if chosen', async ({ page }) => {
  await page.goto('/workspaces/acme/compute?q=reports&sort=-created');
  await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('acme');
  const token = page.getByLabel('Access token', { exact: true });
  await token.fill('sandbox-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const search = page.getByRole('searchbox', { name: 'Search instances' });
  await expect(search).toHaveValue('reports');
  expect(page.url()).toMatch(/\/workspaces\/acme\/compute\?q=reports&sort=-created$/);
  expect(await everythingKept(page)).not.toContain('sandbox-token');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(token).toHaveValue('');

  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page);
  await expect(search).toHaveValue('reports');
  await page.reload();
  await expect(search).toHaveValue('reports');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sandbox-token');
});

test('empties storage and cache on sign-out, and shows the form after Back', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const history = page.getByRole('list', { name: 'Subscription history' });
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(history).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('');
  expect(await everythingKept(page)).not.toContain('sandbox-token');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('list')).toHaveCount(0);
  await page.goForward();
  const before = site.wire.length;
  await signIn(page);
  await expect(history).toBeVisible();
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual([
    '/workspaces/acme/regions',
    '/workspaces/acme/subscription/history',
  ]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

function everythingKept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));
}
