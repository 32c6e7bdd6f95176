import { atMost } from './bars.mjs';
import { spreadOf } from './report.mjs';
import { startConsole } from './serve.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ first: number, transfer: number, longest: number, items: number, filter: number, heap: number }} HistoryVisit
 */

const sizes = [100, 1_000, 10_000, 100_000];

/**
 * Measures the subscription history at growing sizes, in turns: time to the first items, what transferring and parsing
 * the same answer costs by itself, the longest task, items in the DOM and the time from a filter to its paint.
 * 4× CPU throttle, no network throttle: that would hide all else behind the transfer.
 * @param {Browser} browser
 * @param {number} rounds
 */
export async function measureHistory(browser, rounds) {
  const sites = [];
  for (const size of sizes) sites.push({ size, ...(await startConsole({ SANDBOX_RECORDS: String(size) })) });
  /** @type {Map<number, HistoryVisit[]>} */
  const visits = new Map(sizes.map((size) => [size, []]));
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const { size, origin } of sites) visits.get(size)?.push(await visit(browser, origin));
  } finally {
    for (const site of sites) site.stop();
  }
  const medians = new Map(
    sizes.map((size) => {
      const of = (/** @type {keyof HistoryVisit} */ key) =>
        spreadOf((visits.get(size) ?? []).map((one) => one[key])).median;
      const row = {
        first: of('first'),
        transfer: of('transfer'),
        longest: of('longest'),
        items: of('items'),
        filter: of('filter'),
        heap: of('heap'),
      };
      return [size, row];
    }),
  );
  const small = medians.get(100);
  const large = medians.get(100_000);
  if (small === undefined || large === undefined) throw new Error('A size was not measured.');
  return {
    title: `Subscription history, signed in: cold, 4× CPU, ${rounds} rounds in turns, medians`,
    table: [
      [
        'records',
        'first items, ms',
        'transfer + parse, ms',
        'longest task, ms',
        'items',
        'filter, ms',
        'heap, MB',
      ],
      ...[...medians].map(([size, row]) => [
        size.toLocaleString('en-GB'),
        row.first,
        row.transfer,
        row.longest,
        row.items,
        row.filter,
        row.heap / 1e6,
      ]),
    ],
    bars: [
      atMost(
        'history, first of 100 000 items ÷ (first of 100 + transfer and parse)',
        large.first / (small.first + large.transfer),
        1.5,
        '×',
      ),
      atMost('history, items in the DOM at 100 000', large.items, 200, 'items'),
      atMost('history, longest task at 100 000, 4× CPU', large.longest, 200, 'ms'),
      atMost('history, filter at 100 000, 4× CPU', large.filter, 150, 'ms'),
    ],
    figures: Object.fromEntries(visits),
  };
}

/**
 * @param {Browser} browser
 * @param {string} origin
 * @returns {Promise<HistoryVisit>}
 */
async function visit(browser, origin) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
  await page.goto(`${origin}/workspaces/acme/subscription/history`, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.get(globalThis, 'historySeen')?.first > 0, null, {
    timeout: 120_000,
  });
  await page.waitForTimeout(2000);
  const seen = await page.evaluate(() => ({ ...Reflect.get(globalThis, 'historySeen') }));
  const items = await page.locator('ol > li').count();
  const filter = await measureFilter(page);
  const transfer = await page.evaluate(fetchAndParse);
  await wire.send('HeapProfiler.collectGarbage');
  const { usedSize } = await wire.send('Runtime.getHeapUsage');
  await context.close();
  return { first: seen.first, longest: seen.longest, transfer, items, filter, heap: usedSize };
}

/**
 * From choosing a level to the paint of the list that shows it.
 * @param {Page} page
 * @returns {Promise<number>} ms
 */
async function measureFilter(page) {
  const select = page.getByRole('combobox', { name: 'Level', exact: true });
  await page.evaluate(() => {
    document.querySelector('select')?.addEventListener(
      'change',
      () => {
        const since = performance.now();
        const look = () => {
          const levels = [...document.querySelectorAll('ol > li > bdi')];
          const done = levels.length > 0 && levels.every((level) => level.textContent === 'ENTERPRISE');
          if (!done) requestAnimationFrame(look);
          else Reflect.set(globalThis, 'filterMs', performance.now() - since);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  await select.selectOption(':ENTERPRISE');
  await page.waitForFunction(() => Reflect.get(globalThis, 'filterMs') > 0);
  return page.evaluate(() => Number(Reflect.get(globalThis, 'filterMs')));
}

/** The same answer without a console around it; runs in the page. */
async function fetchAndParse() {
  const since = performance.now();
  const headers = { authorization: 'Bearer sandbox-token' };
  const answer = await fetch('/api/workspaces/acme/subscription/history', { headers, cache: 'no-store' });
  JSON.parse(await answer.text());
  return performance.now() - since;
}

/** Keeps a session as the console does, and notes the first items and the longest task; runs in the page. */
function watch() {
  const session = { serviceUrl: '/api', workspaceSlug: 'acme', token: 'sandbox-token' };
  sessionStorage.setItem('workspace-console.session', JSON.stringify(session));
  const seen = { first: 0, longest: 0 };
  Reflect.set(globalThis, 'historySeen', seen);
  const look = () => {
    if (document.querySelector('ol[aria-label="Subscription history"] > li') === null)
      requestAnimationFrame(look);
    else seen.first = performance.now();
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
}
