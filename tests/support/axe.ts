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

/** Half the size of the other build; a page takes that much less time to read it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe-core finds on a page as it stands, a line an element. Its source goes into a page once.
 * @param runOnly tags, or names of rules
 */
export async function axeFindings(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: false };
  const results = await page.evaluate(async (asked) => await window.axe?.run(asked), options);
  if (results === undefined) throw new Error('The page has left while it was looked at.');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}
