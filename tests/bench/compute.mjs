import { chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '../support/chromium.mjs';
import { atMost } from './bars.mjs';
import { measureCompute } from './measureCompute.mjs';
import { spreadOf, tableOf } from './report.mjs';
import { startConsole } from './serve.mjs';

/**
 * @typedef {import('./measureCompute.mjs').ComputeFigures} ComputeFigures
 */

const sizes = [100, 1_000, 10_000, 100_000];

/** @type {[keyof ComputeFigures, string, number][]} */
const measures = [
  ['first', 'first row, ms', 1],
  ['all', 'all listed, ms', 1],
  ['transfer', 'JSON over the wire, ms', 1],
  ['parse', 'JSON.parse, ms', 1],
  ['bytes', 'JSON, MB', 1e6],
  ['heap', 'heap after GC, MB', 1e6],
  ['rows', 'row elements at most', 1],
  ['key', 'slowest key (Event Timing), ms', 1],
  ['found', 'key until the list is right, ms', 1],
  ['sort', 'slowest sort, ms', 1],
  ['scroll', 'longest task while scrolling, ms', 1],
  ['dialog', 'click until the dialog is open, ms', 1],
  ['gone', 'answer until the row is gone, ms', 1],
  ['page', 'slower step between two screens, ms', 1],
];

/**
 * The Compute list at growing sizes, in turns, held to its bars; a build has to stand. No network throttle: that would
 * hide all else behind the transfer.
 * @param {import('@playwright/test').Browser} browser
 * @param {number} rounds
 */
export async function computeBench(browser, rounds) {
  const sites = [];
  for (const size of sizes) {
    const site = await startConsole({ SANDBOX_INSTANCES: String(size) });
    // The service makes its instances when they are first asked for; that is no time of the console.
    await warmUp(site.origin);
    sites.push({ size, ...site });
  }
  /** @type {Map<number, ComputeFigures[]>} */
  const visits = new Map(sizes.map((size) => [size, []]));
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const { size, origin } of sites)
        visits.get(size)?.push(await measureCompute(browser, origin, size - round));
  } finally {
    for (const site of sites) site.stop();
  }
  const medians = [...visits.values()].map(medianOf);
  const table = [
    ['instances', ...sizes.map((size) => size.toLocaleString('en-GB'))],
    ...measures.map(([key, name, unit]) => [name, ...medians.map((one) => one[key] / unit)]),
  ];
  return {
    title: `Compute, signed in: cold, 4× CPU, ${rounds} rounds in turns, medians`,
    table,
    bars: barsOf(medians),
    figures: Object.fromEntries(visits),
  };
}

/**
 * @param {ComputeFigures[]} visits
 * @returns {ComputeFigures}
 */
function medianOf(visits) {
  const [first] = visits;
  if (first === undefined) throw new Error('A size was not measured.');
  const median = { ...first };
  for (const [key] of measures) median[key] = spreadOf(visits.map((visit) => visit[key])).median;
  return median;
}

/** @param {ComputeFigures[]} figures */
function barsOf(figures) {
  const [small, large] = [figures[0], figures.at(-1)];
  if (small === undefined || large === undefined) return [];
  return [
    atMost(
      'compute, rows of 100 000 on screen',
      large.first,
      1.5 * small.first + large.transfer + large.parse,
      'ms',
    ),
    atMost('compute, row elements in the page', large.rows, 120, 'rows'),
    atMost('compute, a key in the search', large.key, 100, 'ms'),
    atMost('compute, the list right after a key', large.found, 250, 'ms'),
    atMost('compute, sort', large.sort, 300, 'ms'),
    atMost('compute, longest task while scrolling', large.scroll, 50, 'ms'),
    atMost('compute, heap', large.heap / large.bytes, 3, '× JSON'),
    atMost('compute, click until the dialog is open', small.dialog, 50, 'ms'),
    atMost('compute, answer until the row is gone', large.gone, 100, 'ms'),
    atMost('compute, a step between two screens', small.page, 100, 'ms'),
  ];
}

/** @param {string} origin */
async function warmUp(origin) {
  for (const name of ['orders', 'analytics', 'identity'])
    await (
      await fetch(`${origin}/api/workspaces/acme/databases/${name}/compute`, {
        headers: { authorization: 'Bearer sandbox-token' },
      })
    ).text();
}

if (process.argv[1]?.endsWith('compute.mjs')) {
  const browser = await chromium.launch({ executablePath: ensureChromium() ?? '', args: chromiumFlags });
  const { title, table, bars } = await computeBench(browser, 3);
  const [head = [], ...body] = table;
  process.stdout.write(`${title}\n${tableOf(head.map(String), body)}\n`);
  const lines = bars.map(({ name, value, bar, unit, holds }) => [
    name,
    value,
    bar,
    unit,
    holds ? 'holds' : 'OVER',
  ]);
  process.stdout.write(tableOf(['bar', 'measured', 'allowed', 'unit', ''], lines));
  await browser.close();
}
