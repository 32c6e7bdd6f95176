import { expect } from '@playwright/test';
import { test } from '../support/console.ts';

/** Problems that a page can have, and what the fixture `problems` must then report. */
const plantedProblems: [plant: () => void, report: RegExp][] = [
  [() => void fetch('/assets/missing.js'), /^console: Failed to load resource: .*status of 404/],
  [() => reportError(new Error('planted')), /^uncaught: planted$/],
  [() => document.body.setAttribute('style', 'color: red'), /^(uncaught: policy: |console: .*)style-src/],
  [
    () => void window.open('http://127.0.0.1:9/planted', '_blank', 'noopener'),
    /^other origin: http.*planted$/,
  ],
];

test('`problems` reports every kind of problem in a page', async ({ page, problems, expectConsole }) => {
  await page.goto('/');
  for (const [plant, report] of plantedProblems) {
    const isReported = () => problems.some((problem) => report.test(problem));
    expect(isReported(), `${report}, before it happens`).toBe(false);
    await page.evaluate(plant);
    await expect.poll(isReported, `${report}`).toBe(true);
    expectConsole(report);
  }
});
