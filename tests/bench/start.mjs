import { conditions, createStoredSession, readySelectors, visit } from './page.mjs';
import { spreadOf } from './report.mjs';

/** @typedef {import('./page.mjs').Start} Start */

/**
 * Measures the start until the sign-in form and, with a stored session, until the first row. Alternates between the console and
 * the floor (the minimal page in `floor/`), so that other work on the machine affects both.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ console: string, floor: string }} origins
 * @param {number} rounds
 */
export async function measureStart(browser, origins, rounds) {
  const session = await createStoredSession(browser, origins.console);
  const path = '/workspaces/acme/compute';
  const form = await measureInTurn({
    site: path,
    floor: '/',
    selector: readySelectors.signInForm,
    session: [],
  });
  const row = await measureInTurn({ site: path, floor: '/rows', selector: readySelectors.rows, session });
  /** @type {[string, Starts, keyof Start, number][]} */
  const lines = [
    ['sign-in form usable, ms', form, 'ready', 1],
    ['sign-in form: JavaScript, kB', form, 'js', 1000],
    ['first contentful paint, stored session, ms', row, 'paint', 1],
    ['first row of 24, stored session, ms', row, 'ready', 1],
    ['blocking time to the row, ms', row, 'blocked', 1],
    ['first row: JavaScript, kB', row, 'js', 1000],
    ['CSS, kB', row, 'css', 1000],
    ['requests to the row', row, 'requests', 1],
    ['layout shift', row, 'shift', 1],
  ];
  const ratio = (/** @type {Starts} */ starts, /** @type {keyof Start} */ key) =>
    medianOf(starts.site, key) / medianOf(starts.floor, key);
  return {
    title: `Start: ${conditions}, medians of ${rounds} rounds, console and floor in turn`,
    table: [
      ['', 'floor', 'console (lowest–highest)', '× floor (lowest–highest)'],
      ...lines.map(([name, starts, key, unit]) => [
        name,
        medianOf(starts.floor, key) / unit,
        rangeOf(starts.site.map((start) => start[key] / unit)),
        medianOf(starts.floor, key) === 0
          ? '–'
          : rangeOf(
              starts.site.map((start, round) => start[key] / (starts.floor[round]?.[key] ?? Number.NaN)),
            ),
      ]),
    ],
    measured: {
      'sign-in form usable': ratio(form, 'ready'),
      'first contentful paint, stored session': ratio(row, 'paint'),
      'first row of 24, stored session': ratio(row, 'ready'),
      'blocking time to the row': medianOf(row.site, 'blocked') / medianOf(row.floor, 'ready'),
      'JavaScript to the form': medianOf(form.site, 'js') / 1000,
      'JavaScript to the row': medianOf(row.site, 'js') / 1000,
      CSS: medianOf(row.site, 'css') / 1000,
      'layout shift': Math.max(medianOf(form.site, 'shift'), medianOf(row.site, 'shift')),
    },
    figures: { form, row },
  };

  /**
   * Measures the console and the floor in turn.
   * @param {{ site: string, floor: string, selector: string, session: [string, string][] }} page `site`: a path on the console. `floor`: a path on the floor
   * @returns {Promise<Starts>}
   */
  async function measureInTurn(page) {
    /** @type {Starts} */
    const starts = { site: [], floor: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const which of /** @type {const} */ (['site', 'floor'])) {
        const origin = which === 'site' ? origins.console : origins.floor;
        const opened = await visit(browser, origin + page[which], page.selector, page.session);
        starts[which].push(opened.start);
        await opened.close();
      }
    return starts;
  }
}

/** @typedef {{ site: Start[], floor: Start[] }} Starts */

/**
 * @param {Start[]} starts
 * @param {keyof Start} key
 */
function medianOf(starts, key) {
  return spreadOf(starts.map((start) => start[key])).median;
}

/** @param {number[]} values */
function rangeOf(values) {
  const { median, low, high } = spreadOf(values);
  const digits = median < 10 ? 2 : 0;
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}
