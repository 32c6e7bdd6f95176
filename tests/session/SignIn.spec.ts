import { expect } from '@playwright/test';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { deferred } from '../support/deferred.ts';

test('a sign-in holds in every tab, until Sign out', async ({ page, context, expectConsole }) => {
  expectConsole(/status of \d{3}/);
  await page.goto('/workspaces/acme/compute?q=reports&sort=-created');
  await signIn(page, 'some-other-token');
  await expect(page.getByRole('alert')).toContainText('Check that you copied the whole token');
  await expectNoAxeViolations(page);
  await signIn(page);
  await expect(page.getByText('24 instances')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search instances' })).toHaveValue('reports');
  expect(page.url()).toMatch(/\/workspaces\/acme\/compute\?q=reports&sort=-created$/);
  const secondTab = await context.newPage();
  await secondTab.clock.install();
  await secondTab.goto('/');
  await expect(secondTab.getByText('24 instances')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(0);
  await secondTab.clock.runFor(15_000);
  await expect(secondTab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('what was typed or filled in before the code has loaded stays', async ({ page, site }) => {
  const { promise: codeMayLoad, resolve: loadCode } = deferred<void>();
  await page.route('**/assets/*.js', (route) => codeMayLoad.then(() => route.continue()));
  await page.goto('/workspaces/acme/regions', { waitUntil: 'commit' });
  const token = page.getByLabel('Access token', { exact: true });
  const workspace = page.getByLabel('Workspace', { exact: true });
  const signInButton = page.getByRole('button', { name: 'Sign in' });
  await expect(signInButton).toBeDisabled();
  // A password manager adds an element, and fills in a value without an event.
  await workspace.evaluate((input: HTMLInputElement) => {
    input.after(document.createElement('span'));
    input.value = 'acme';
  });
  await token.click();
  await page.keyboard.type('sandbox-');
  await page.keyboard.press('Enter');
  await token.evaluate((input: HTMLInputElement) => input.form?.submit());
  loadCode();
  await expect(signInButton).toBeEnabled();
  await expect(token).toBeFocused();
  await page.keyboard.type('token');
  await expect(token).toHaveValue('sandbox-token');
  await expect(workspace).toHaveValue('acme');
  expect(new URL(page.url()).search).toBe('');
  expect(site.wire).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

test('a session that ended → the form covers an open dialog', async ({ page, site, expectConsole }) => {
  expectConsole(/status of 401/);
  await page.goto('/workspaces/acme/compute?q=orders-primary');
  await signIn(page);
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const field = page.getByLabel('Type orders-primary to confirm');
  await field.fill('orders-pri');
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('alert').getByText("You're signed out.")).toBeVisible();
  await expect(field).toBeHidden();
  await expect(page.getByLabel('Access token', { exact: true })).toBeFocused();
  await expectNoAxeViolations(page);
  await signIn(page);
  await expect(field).toHaveValue('orders-pri');
  // The dialog belongs to the session under which it was opened.
  await field.fill('orders-primary');
  await expect(page.getByText('You have signed in again since this was opened.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  expect(site.deletes()).toEqual([]);
});
