import { expect } from '@playwright/test';
import { test } from '../support/console.ts';

/** Problems that a page can have. `plant` causes the problem, and the fixture `problems` must then contain the report. */
const plantedProblems: [name: string, plant: () => void, report: RegExp][] = [
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
];

test('`problems` reports every kind of problem in a page', async ({ page, problems, expectConsole }) => {
  await page.goto('/');
  for (const [name, plant, report] of plantedProblems) {
    const isReported = () => problems.some((problem) => report.test(problem));
    expect(isReported(), `${name}, before it happens`).toBe(false);
    await page.evaluate(plant);
    await expect.poll(isReported, name).toBe(true);
    expectConsole(report);
  }
});

test.describe('an unexpected problem', () => {
  // The test itself asserts nothing, so only the check of the fixture after the test can fail.
  test.fail();

  test('fails the test', async ({ page }) => {
    const messageNoticed = page.waitForEvent('console');
    await page.evaluate('console.error("planted")');
    await messageNoticed;
  });
});
