import { expect } from '@playwright/test';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';

test('serves the console, and every call to the service carries the bearer', async ({ page, site }) => {
  await page.goto('/workspaces/acme/regions');
  await signIn(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/workspaces/acme/regions');
  expect(site.sandbox.calls.length).toBeGreaterThan(0);
  expect(site.sandbox.calls.every((call) => call.authorized)).toBe(true);
});

test('lets an announced line of the browser console pass', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/);
  await page.goto('/');
  expect(await page.evaluate(async () => (await fetch('/assets/missing.js')).status)).toBe(404);
});

test.describe('a planted offender fails its test:', () => {
  test.fail();
  test.beforeEach(({ page }) => page.goto('/').then(() => {}));

  test('an error in the browser console', async ({ page }) => {
    await page.evaluate(() => fetch('/assets/missing.js').then(() => {}));
  });
  test('an uncaught error', async ({ page }) => {
    await page.evaluate(() => reportError(new Error('planted')));
  });
  test('an inline script, which the policy blocks', async ({ page }) => {
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.append('document.title = "planted"');
      document.body.append(script);
    });
  });
  test('a style attribute in markup, which the policy blocks', async ({ page }) => {
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  });
  test('a request to another origin', async ({ page }) => {
    await page.evaluate(() => void window.open('http://127.0.0.1:9/planted', '_blank', 'noopener'));
    await page.context().waitForEvent('requestfailed');
  });
  test('a control without a name', async ({ page }) => {
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
    await expectNoAxeViolations(page);
  });
  test('a button that is called something else than it reads', async ({ page }) => {
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.append('Refresh');
      button.ariaLabel = 'Load again';
      document.querySelector('main')?.append(button);
    });
    await expectNoAxeViolations(page);
  });
});
