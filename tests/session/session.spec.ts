import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/console.ts';

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

function everythingKept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));
}
