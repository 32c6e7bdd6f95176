import { expect } from '@playwright/test';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';

test('a failed sign-in is explained, and a reload restores only a kept session', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of \d{3}/);
  await page.goto('/workspaces/acme/compute?q=reports&sort=-created');
  await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('acme');
  await expect(page.getByLabel('Access token', { exact: true })).toBeFocused();
  const alert = page.getByRole('alert');
  for (const [workspaceSlug, token, sentence] of [
    ['acme', 'some-other-token', 'Check that you copied the whole token'],
    ['error-500', 'sandbox-token', 'Request ID req-sandbox-500'],
  ] as const) {
    await signIn(page, { workspaceSlug, token });
    await expect(alert).toContainText(sentence);
  }
  await expect(alert).toHaveText(/^(?!.*HTTP 500.*HTTP 500).*HTTP 500/);
  await expectNoAxeViolations(page);
  await signIn(page);
  const search = page.getByRole('searchbox', { name: 'Search instances' });
  await expect(search).toHaveValue('reports');
  expect(page.url()).toMatch(/\/workspaces\/acme\/compute\?q=reports&sort=-created$/);
  await page.reload();
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('');
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page);
  await expect(search).toHaveValue('reports');
  await page.reload();
  await expect(search).toHaveValue('reports');
});

test('the form can be filled in before its code has loaded, and nothing submits it', async ({
  page,
  site,
}) => {
  let loadCode = () => {};
  const codeMayLoad = new Promise<void>((resolve) => {
    loadCode = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await codeMayLoad;
    await route.continue();
  });
  await page.goto('/workspaces/acme/regions', { waitUntil: 'commit' });
  const token = page.getByLabel('Access token', { exact: true });
  const signInButton = page.getByRole('button', { name: 'Sign in' });
  await expect(signInButton).toBeDisabled();
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
  await page.getByLabel('Keep me signed in in this tab').check();
  await token.click();
  await page.keyboard.type('sandbox-');
  await page.keyboard.press('Enter');
  await token.evaluate((input: HTMLInputElement) => input.form?.submit());
  loadCode();
  await expect(signInButton).toBeEnabled();
  await expect(token).toBeFocused();
  await page.keyboard.type('token');
  await expect(token).toHaveValue('sandbox-token');
  await expect(page.getByLabel('Keep me signed in in this tab')).toBeChecked();
  expect(new URL(page.url()).search).toBe('');
  expect(site.wire).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

test('the countdown hides an open dialog, keeps its text and ends the session', async ({ page, site }) => {
  await page.clock.install();
  await page.goto('/workspaces/acme/compute?q=orders-primary');
  await signIn(page);
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const field = page.getByLabel('Type orders-primary to confirm');
  await field.fill('orders-pri');
  await page.clock.fastForward(14.5 * 60_000);
  const countdown = page.getByRole('alertdialog', { name: "You're about to be signed out" });
  await expect(countdown.getByRole('timer')).toHaveText(/^0:[23]\d$/);
  await expect(countdown.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expect(field).toBeHidden();
  await expectNoAxeViolations(page);
  await countdown.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(countdown).toHaveCount(0);
  await expect(field).toHaveValue('orders-pri');
  await page.clock.fastForward(15.1 * 60_000);
  await expect(page.getByText('You were signed out after 15 minutes of inactivity.')).toBeVisible();
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toEqual([]);
});
