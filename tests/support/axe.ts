import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The minified build, because a page reads it in half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns what axe-core finds on a page, one line per element.
 * @param runOnly tags or names of rules
 */
export async function axeFindings(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: false };
  const results = await page.evaluate(async (asked) => await window.axe?.run(asked), options);
  if (results === undefined) throw new Error('The page closed during the check.');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}
