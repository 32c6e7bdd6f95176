import {
  conditions,
  createStoredSession,
  readySelectors,
  timeUntil,
  timeUntilStill,
  visit,
  watchMs,
} from './page.mjs';
import { spreadOf } from './report.mjs';
import { startConsole } from './sites.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ first: number, sinceLists: number, heap: number, key: number, found: number, sort: number, scroll: number,
 *   dialog: number, dialogAgain: number, step: number, stepAgain: number, back: number, floor: number }} Figures
 */

/**
 * The names of the figures in the printed table.
 * @type {[keyof Figures, string][]}
 */
const figureNames = [
  ['first', 'first row, ms'],
  ['sinceLists', 'first row after the last listing arrived, ms'],
  ['heap', 'heap after GC, MB'],
  ['key', 'slowest key, ms'],
  ['found', 'key until the list is correct, ms'],
  ['sort', 'slowest sort, ms'],
  ['scroll', 'longest task while scrolling, ms'],
  ['dialog', 'delete dialog, first opening, ms'],
  ['dialogAgain', 'delete dialog, later opening, ms'],
  ['step', 'slowest step to another screen, first, ms'],
  ['stepAgain', 'slowest step to another screen, later, ms'],
  ['back', 'back to the list, ms'],
  ['floor', 'the floor’s first row just before, ms'],
];

/** Time (ms) until the first row of the floor, on the machine on which the limits in `bars.mjs` were measured. */
const usualFloorMs = 470;

/**
 * Measures the Compute screen with several numbers of instances. Times with a limit are scaled by the time of the floor (the
 * minimal page in `floor/`), because a virtual machine can be half as fast an hour later.
 * @param {Browser} browser
 * @param {{ sizes: number[], rounds: number, floor: string }} options `sizes` must include 24 and 10 000. `floor` is an origin
 */
export async function measureCompute(browser, { sizes, rounds, floor }) {
  const figures = await measureSizes(browser, sizes, rounds, floor);
  const [figuresOf24, figuresOf10000] = [figures.get(24), figures.get(10_000)];
  if (figuresOf24 === undefined || figuresOf10000 === undefined)
    throw new Error('The sizes must include 24 and 10 000.');
  return {
    title: `Compute, stored session, by instances: ${conditions}, medians of ${rounds}`,
    table: [
      ['', ...[...figures.keys()].map((size) => size.toLocaleString('en'))],
      ...figureNames.map(([key, name]) => [name, ...[...figures.values()].map((median) => median[key])]),
    ],
    measured: {
      'first row of 10 000 after the last listing': scaledMs(figuresOf10000, 'sinceLists'),
      'heap at 10 000': figuresOf10000.heap,
      'a key in the search at 10 000': scaledMs(figuresOf10000, 'key'),
      'from a key to the correct list at 10 000': scaledMs(figuresOf10000, 'found'),
      'a sort at 10 000': scaledMs(figuresOf10000, 'sort'),
      'delete dialog, first opening': scaledMs(figuresOf24, 'dialog'),
      'delete dialog, later opening': scaledMs(figuresOf24, 'dialogAgain'),
      'another screen, first': scaledMs(figuresOf24, 'step'),
      'another screen, later': scaledMs(figuresOf24, 'stepAgain'),
      'back to the list': scaledMs(figuresOf24, 'back'),
    },
    figures: Object.fromEntries(figures),
  };
}

/**
 * Returns a time (ms), scaled to the machine on which the limits were measured.
 * @param {Figures} figures
 * @param {keyof Figures} key
 */
function scaledMs(figures, key) {
  return (figures[key] * usualFloorMs) / figures.floor;
}

/**
 * Measures every size once per round. Returns the median of each figure by size.
 * @param {Browser} browser
 * @param {number[]} sizes
 * @param {number} rounds
 * @param {string} floor origin of the floor, which is a minimal page
 */
async function measureSizes(browser, sizes, rounds, floor) {
  const sites = [];
  /** @type {Map<number, Figures[]>} */
  const visits = new Map();
  try {
    for (const size of sizes)
      sites.push({ size, ...(await startConsole({ SANDBOX_INSTANCES: String(size) })) });
    for (let round = 0; round < rounds; round += 1)
      for (const { size, origin } of sites) {
        const floorVisit = await visit(browser, `${floor}/rows`, readySelectors.rows);
        await floorVisit.close();
        const figures = await measureVisit(browser, origin, size);
        visits.set(size, [...(visits.get(size) ?? []), { ...figures, floor: floorVisit.start.ready }]);
      }
  } finally {
    for (const site of sites) await site.stop();
  }
  return new Map([...visits].map(([size, ofSize]) => [size, medianOf(ofSize)]));
}

/**
 * @param {Figures[]} visits
 * @returns {Figures}
 */
function medianOf(visits) {
  const medians = figureNames.map(([key]) => [key, spreadOf(visits.map((figures) => figures[key])).median]);
  return Object.fromEntries(medians);
}

/**
 * @param {Browser} browser
 * @param {string} origin
 * @param {number} size
 * @returns {Promise<Omit<Figures, 'floor'>>}
 */
async function measureVisit(browser, origin, size) {
  const session = await createStoredSession(browser, origin);
  const opened = await visit(browser, `${origin}/workspaces/acme/compute`, readySelectors.rows, session);
  const { page } = opened;
  // Wait for every instance before measuring.
  await page
    .getByText(`${size.toLocaleString('en')} instances`)
    .first()
    .waitFor({ timeout: 180_000 });
  await page.waitForTimeout(1500);
  const heapMb = (await opened.readHeapBytes()) / 1e6;
  const dialog = await openDialog(page);
  const dialogAgain = await openDialog(page);
  const scroll = await longestTask(page, () => scrollThrough(page));
  const found = await measureSearch(page);
  const figures = {
    first: opened.start.ready,
    sinceLists: opened.start.sinceLists,
    heap: heapMb,
    key: await page.evaluate(() => Reflect.get(globalThis, 'benchKey') ?? 0),
    found,
    sort: await sortColumns(page),
    scroll,
    dialog,
    dialogAgain,
    ...(await stepBetweenScreens(page)),
  };
  await opened.close();
  return figures;
}

/** @param {Page} page */
async function openDialog(page) {
  const deleteButton = page.getByRole('button', { name: /^Delete / }).first();
  const ms = await timeUntil(page, '[role=alertdialog]', () => deleteButton.click());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
  return ms;
}

/**
 * Types a search. Returns the longest time (ms) from a key press until the list stops changing. Stores the duration of the
 * slowest key event in `benchKey`.
 * @param {Page} page
 */
async function measureSearch(page) {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (/^key|input/.test(name))
          Reflect.set(globalThis, 'benchKey', Math.max(duration, Reflect.get(globalThis, 'benchKey') ?? 0));
    }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
  });
  const field = page.getByRole('searchbox', { name: 'Search instances' });
  await field.click();
  let slowest = 0;
  for (const letter of 'order')
    slowest = Math.max(slowest, await timeUntilStill(page, 'keydown', () => page.keyboard.press(letter)));
  await field.fill('');
  await page.waitForTimeout(watchMs);
  return slowest;
}

/** @param {Page} page */
async function sortColumns(page) {
  let slowest = 0;
  for (const header of await page.getByRole('columnheader').getByRole('button').all())
    slowest = Math.max(slowest, await timeUntilStill(page, 'click', () => header.click()));
  return slowest;
}

/** @param {Page} page */
async function scrollThrough(page) {
  await page.getByRole('table', { name: 'Compute instances' }).hover({ position: { x: 300, y: 200 } });
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 240);
  await page.waitForTimeout(300);
  await page.mouse.wheel(0, -1e9);
  await page.waitForTimeout(500);
}

/**
 * Returns the longest task (ms) during an action, or 0 if no task took at least 50 ms.
 * @param {Page} page
 * @param {() => Promise<void>} action
 */
async function longestTask(page, action) {
  await page.evaluate(() => Reflect.set(Reflect.get(globalThis, 'benchStart'), 'longest', 0));
  await action();
  return page.evaluate(() => Number(Reflect.get(globalThis, 'benchStart').longest));
}

/** Opens the history, the regions and the list twice. Returns the slowest times (ms). @param {Page} page */
async function stepBetweenScreens(page) {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const slowest = { step: 0, stepAgain: 0, back: 0 };
  for (const round of /** @type {const} */ (['step', 'stepAgain']))
    for (const [name, selector] of /** @type {const} */ ([
      ['Subscription history', readySelectors.records],
      ['Regions', readySelectors.regions],
      ['Compute', readySelectors.rows],
    ])) {
      const link = navigation.getByRole('link', { name, exact: true });
      const ms = await timeUntil(page, selector, () => link.click());
      const kind = name === 'Compute' ? 'back' : round;
      slowest[kind] = Math.max(slowest[kind], ms);
      await page.waitForTimeout(500);
    }
  return slowest;
}
