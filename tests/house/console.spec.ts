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

/** What is planted is noted as what it is, and nothing else is. */
for (const [what, plant, noted] of [
  [
    'an error in the browser console',
    () => void fetch('/assets/missing.js'),
    /^console: Failed to load resource: .*status of 404/,
  ],
  ['an uncaught error', () => reportError(new Error('planted')), /^uncaught: planted$/],
  [
    'an inline script, which the policy blocks',
    () => {
      const script = document.createElement('script');
      script.append('document.title = "planted"');
      document.body.append(script);
    },
    /policy: (script-src|require-trusted-types-for)|script-src|TrustedScript/,
  ],
  [
    'a style attribute in markup, which the policy blocks',
    () => document.body.setAttribute('style', 'color: red'),
    /^(uncaught: policy: style-src-attr blocked inline|console: .*style-src)/,
  ],
  [
    'a request to another origin',
    () => void window.open('http://127.0.0.1:9/planted', '_blank', 'noopener'),
    /^other origin: http:\/\/127\.0\.0\.1:9\/planted$/,
  ],
] as const)
  test(`notices ${what}`, async ({ page, problems, expectConsole }) => {
    await page.goto('/');
    await page.evaluate(plant);
    await expect.poll(() => problems.some((problem) => noted.test(problem))).toBe(true);
    expectConsole(noted);
  });

test.describe('whatever was noticed and not announced', () => {
  // The body asserts nothing: the only failure there can be is the one at its end. A timeout would be none.
  test.fail();

  test('fails the test', async ({ page }) => {
    const noticed = page.waitForEvent('console');
    await page.evaluate('console.error("planted")');
    await noticed;
  });
});

test.describe('the accessibility of a page', () => {
  for (const [what, label, rule] of [
    ['a control without a name', '', 'button-name'],
    ['a button that is called something else than it reads', 'Load again', 'label-content-name-mismatch'],
  ] as const)
    test(`is refused for ${what}`, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.evaluate((name) => {
        const button = document.createElement('button');
        if (name !== '') button.append('Refresh');
        button.ariaLabel = name;
        document.querySelector('main')?.append(button);
      }, label);
      await expect(expectNoAxeViolations(page)).rejects.toThrow(rule);
    });
});
