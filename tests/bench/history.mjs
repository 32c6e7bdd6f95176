import { conditions, keepSession, timeUntilStill, visit, wanted } from './page.mjs';
import { measureSizes, tableOfSizes } from './sizes.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */

/**
 * Measures the subscription history at several sizes. It has no bars.
 * @param {Browser} browser
 * @param {{ sizes: number[], rounds: number }} what
 */
export async function measureHistory(browser, { sizes, rounds }) {
  const figures = await measureSizes({ variable: 'SANDBOX_RECORDS', sizes, rounds }, (origin) =>
    walk(browser, origin),
  );
  return {
    title: `Subscription history, kept session, by records: ${conditions}, medians of ${rounds}`,
    table: tableOfSizes(figures, [
      ['first', 'first record, ms'],
      ['longest', 'longest task at the start, ms'],
      ['filter', 'a level chosen until the list is right, ms'],
      ['heap', 'heap after GC, MB'],
      ['drawn', 'records in the page'],
    ]),
    measured: {},
    figures: Object.fromEntries(figures),
  };
}

/**
 * @param {Browser} browser
 * @param {string} origin
 */
async function walk(browser, origin) {
  const session = await keepSession(browser, origin);
  const opened = await visit(
    browser,
    `${origin}/workspaces/acme/subscription/history`,
    wanted.records,
    session,
  );
  const { page, start } = opened;
  await page.waitForTimeout(1500);
  const heap = (await opened.heap()) / 1e6;
  const drawn = await page.locator(wanted.records).count();
  const list = 'ol[aria-label="Subscription history"]';
  const filter = await timeUntilStill(page, { event: 'change', under: list, restMs: 1000 }, () =>
    page.getByRole('combobox', { name: 'Level', exact: true }).selectOption({ index: 1 }),
  );
  await opened.close();
  return { first: start.ready, longest: start.longest, filter, heap, drawn };
}
