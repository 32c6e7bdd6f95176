import { atMost } from './bars.mjs';
import { conditions, keepSession, visit, wanted } from './page.mjs';
import { spreadOf } from './report.mjs';

/** @typedef {import('./page.mjs').Start} Start */

/**
 * Opens the gate and the first screen of a kept session, the console and the floor in turns, so that what the machine
 * does meanwhile hits both alike.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ console: string, floor: string }} origins
 * @param {number} rounds
 */
export async function measureStart(browser, origins, rounds) {
  const session = await keepSession(browser, origins.console);
  const places = [
    { name: 'gate', site: '/workspaces/acme/compute', floor: '/', selector: wanted.gate, session: [] },
    {
      name: 'first row of 24',
      site: '/workspaces/acme/compute',
      floor: '/rows',
      selector: wanted.rows,
      session,
    },
  ];
  /** @type {(string | number)[][]} */
  const table = [['', 'floor', 'console (lowest–highest)', '× floor']];
  /** @type {Record<string, { site: Start, floor: Start }>} */
  const figures = {};
  for (const place of places) {
    /** @type {{ site: Start[], floor: Start[] }} */
    const starts = { site: [], floor: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const which of /** @type {const} */ (['site', 'floor'])) {
        const origin = which === 'site' ? origins.console : origins.floor;
        const opened = await visit(browser, origin + place[which], place.selector, place.session);
        starts[which].push(opened.start);
        await opened.close();
      }
    const site = medianOf(starts.site);
    const floor = medianOf(starts.floor);
    figures[place.name] = { site, floor };
    const { low, high } = spreadOf(starts.site.map(({ ready }) => ready));
    const line = (/** @type {string} */ what, /** @type {keyof Start} */ key, unit = 1) => [
      `${place.name}: ${what}`,
      floor[key] / unit,
      key === 'ready' ? `${site.ready.toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)})` : site[key] / unit,
      floor[key] === 0 ? '–' : site[key] / floor[key],
    ];
    table.push(
      line('ready, ms', 'ready'),
      line('JavaScript, kB', 'js', 1000),
      line('CSS, kB', 'css', 1000),
      line('requests', 'requests'),
      line('layout shift', 'shift'),
    );
  }
  const [gate, row] = [figures.gate, figures['first row of 24']];
  if (gate === undefined || row === undefined) throw new Error('A start was not measured.');
  return {
    title: `Start: ${conditions}, medians of ${rounds} rounds in turns`,
    table,
    bars: [
      atMost('gate usable', gate.site.ready / gate.floor.ready, 1.25, '× floor'),
      atMost('first row of 24, kept session', row.site.ready / row.floor.ready, 1.5, '× floor'),
      atMost('JavaScript up to the first row', row.site.js / 1000, 175, 'kB'),
      atMost('CSS', row.site.css / 1000, 15, 'kB'),
      atMost('layout shift', Math.max(gate.site.shift, row.site.shift), 0.01, ''),
    ],
    figures,
  };
}

/**
 * @param {Start[]} starts
 * @returns {Start}
 */
function medianOf(starts) {
  const median = (/** @type {keyof Start} */ key) => spreadOf(starts.map((start) => start[key])).median;
  return {
    ready: median('ready'),
    shift: median('shift'),
    longest: median('longest'),
    js: median('js'),
    css: median('css'),
    requests: median('requests'),
  };
}
