import { atMost } from './bars.mjs';
import { measureVisit } from './measureVisit.mjs';
import { spreadOf } from './report.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('./measureVisit.mjs').Visit} Visit
 * @typedef {Record<'site' | 'floor' | 'ideal', string>} Origins
 */

const names = /** @type {const} */ (['site', 'floor', 'ideal']);
const labels = { site: 'console', floor: 'floor', ideal: 'ideal' };

/** @type {[keyof Visit, string, number][]} */
const measures = [
  ['fcp', 'first paint, ms', 1],
  ['lcp', 'largest paint, ms', 1],
  ['ready', 'ready, ms', 1],
  ['blocking', 'blocked, ms', 1],
  ['shift', 'layout shift', 1],
  ['heap', 'heap after GC, MB', 1e6],
  ['nodes', 'DOM nodes', 1],
];

/** What may at most be, × floor; of the shift of the layout, as it is. */
const ceilings = {
  form: { fcp: 0.6, ready: 1.05, blocking: 1.3, shift: 0.01 },
  rows: { fcp: 0.6, ready: 1.15, blocking: 1.3, shift: 0.01, heap: 1.6 },
};

/**
 * Visits the console and both floors in turns, so that what the machine does meanwhile hits all alike.
 * @param {Browser} browser
 * @param {Origins} origins
 * @param {number} rounds
 */
export async function measureRounds(browser, origins, rounds) {
  const tables = [];
  const bars = [];
  /** @type {Record<string, unknown>} */
  const figures = {};
  for (const ready of /** @type {const} */ (['form', 'rows'])) {
    /** @type {Record<'site' | 'floor' | 'ideal', Visit[]>} */
    const visits = { site: [], floor: [], ideal: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const name of names) {
        const url = origins[name] + pathOf(name, ready);
        visits[name].push(await measureVisit(browser, { url, ready, signedIn: ready === 'rows' }));
      }
    figures[ready] = visits;
    const title = `${ready === 'form' ? 'Sign-in' : 'Compute, signed in, 24 rows'}: cold, 4× CPU, 10 Mbit/s, 40 ms, ${rounds} rounds in turns`;
    tables.push({ title, table: tableOfVisits(visits) });
    bars.push(...barsOfVisits(ready, visits));
  }
  return { tables, bars, figures };
}

/**
 * @param {'form' | 'rows'} ready
 * @param {Record<'site' | 'floor' | 'ideal', Visit[]>} visits
 */
function barsOfVisits(ready, visits) {
  return measures.flatMap(([key, label]) => {
    const ceiling = Object.entries(ceilings[ready]).find(([name]) => name === key)?.[1];
    if (ceiling === undefined) return [];
    const [site = 0, floor = 0] = [visits.site, visits.floor].map(
      (each) => spreadOf(each.map((visit) => visit[key])).median,
    );
    const name = `${ready === 'form' ? 'sign-in' : 'Compute'}, ${label.split(',')[0]}`;
    return [
      key === 'shift' ? atMost(name, site, ceiling, '') : atMost(name, site / floor, ceiling, '× floor'),
    ];
  });
}

/** @param {Record<'site' | 'floor' | 'ideal', Visit[]>} visits */
function tableOfVisits(visits) {
  const head = ['median (lowest–highest)', ...names.map((name) => labels[name]), '× floor'];
  const body = measures.map(([key, label, unit]) => {
    const spreads = names.map((name) => spreadOf(visits[name].map((visit) => visit[key] / unit)));
    const [site, floor] = spreads;
    const ratio = site !== undefined && floor !== undefined ? site.median / floor.median : Number.NaN;
    const texts = spreads.map(({ median, low, high }) => `${round(median)} (${round(low)}–${round(high)})`);
    return [label, ...texts, Number.isFinite(ratio) ? ratio : '–'];
  });
  return [head, ...body];
}

/** @param {number} value */
function round(value) {
  return value >= 20 ? value.toFixed(0) : value.toFixed(2);
}

/**
 * @param {'site' | 'floor' | 'ideal'} name
 * @param {'form' | 'rows'} ready
 */
function pathOf(name, ready) {
  if (name === 'site') return '/workspaces/acme/compute';
  if (ready === 'form') return '/';
  return name === 'floor' ? '/rows' : '/rows.html';
}
