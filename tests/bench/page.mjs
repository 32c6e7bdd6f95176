/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ ready: number, paint: number, blocked: number, shift: number, longest: number, js: number, css: number,
 *   requests: number, sinceLists: number }} Start
 */

/** The conditions of each `visit`: a slow processor, a slow line, and compressed files over HTTP/1.1. */
export const conditions = '4× CPU, 10 Mbit/s, 40 ms, HTTP/1.1, gzip, cold cache';
const network = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

/** A selector for each kind of page. The page is ready as soon as it contains a matching element. */
export const readySelectors = {
  signInForm: 'form input[type=password]',
  rows: 'tbody tr button',
  records: 'ol[aria-label="Subscription history"] > li',
  regions: 'ul[aria-label^="Regions of"] > li',
};

/**
 * Opens a URL with an empty cache and waits until it is ready. Times are in ms since the navigation, sizes in bytes.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} selector of the element to wait for
 * @param {[string, string][]} [session] the result of `createStoredSession`
 */
export async function visit(browser, url, selector, session = []) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', network);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watchStart, { selector, session });
  await page.goto(url, { waitUntil: 'commit' });
  // Wait for the paint time too, because the browser reports the paint only after the frame.
  await page.waitForFunction(
    () =>
      Math.min(Reflect.get(globalThis, 'benchStart').ready, Reflect.get(globalThis, 'benchStart').paint) > 0,
    null,
    { timeout: 180_000 },
  );
  await page.waitForTimeout(300);
  /** @type {Start} */
  const start = await page.evaluate(readStart);
  const readHeapBytes = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return (await devTools.send('Runtime.getHeapUsage')).usedSize;
  };
  return { page, start, readHeapBytes, close: () => context.close() };
}

/**
 * Signs in with "Keep me signed in in this tab" and returns the entries of sessionStorage.
 * @param {Browser} browser
 * @param {string} origin
 * @returns {Promise<[string, string][]>}
 */
export async function createStoredSession(browser, origin) {
  const page = await browser.newPage();
  await page.goto(`${origin}/workspaces/acme/regions`);
  await page.getByLabel('Workspace', { exact: true }).fill('acme');
  await page.getByLabel('Access token', { exact: true }).fill('sandbox-token');
  await page.getByLabel('Keep me signed in in this tab').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const storedEntries = await page.evaluate(() => Object.entries(sessionStorage));
  await page.close();
  return storedEntries;
}

/**
 * Returns the time (ms) from a click to the frame that shows an element with this selector.
 * @param {Page} page
 * @param {string} selector
 * @param {() => Promise<unknown>} action
 * @returns {Promise<number>}
 */
export async function timeUntil(page, selector, action) {
  await page.evaluate(watchClick, selector);
  await action();
  return page.evaluate(() => Reflect.get(globalThis, 'benchMs'));
}

/** Time (ms) for which changes of the table are recorded after a key press or a click. */
export const watchMs = 600;

/**
 * Returns the time (ms) from an event to the last frame that changed the table, or 0 if nothing changed.
 * @param {Page} page
 * @param {'keydown' | 'click'} event
 * @param {() => Promise<unknown>} action
 * @returns {Promise<number>}
 */
export async function timeUntilStill(page, event, action) {
  await page.evaluate(watchTable, event);
  await action();
  await page.waitForTimeout(watchMs);
  return page.evaluate(() => Reflect.get(globalThis, 'benchChanges').stop());
}

/**
 * Records the start of the page in `window.benchStart`: ready, paint, layout shift and longest task. Runs in the page before any
 * other script.
 * @param {{ selector: string, session: [string, string][] }} options
 */
function watchStart({ selector, session }) {
  for (const [key, value] of session) sessionStorage.setItem(key, value);
  const figures = { ready: 0, paint: 0, shift: 0, longest: 0 };
  /** @type {{ startTime: number, duration: number }[]} */
  const tasks = [];
  Reflect.set(globalThis, 'benchStart', figures);
  Reflect.set(globalThis, 'benchTasks', tasks);
  const checkSelector = () => {
    if (document.querySelector(selector) === null) requestAnimationFrame(checkSelector);
    else figures.ready = performance.now();
  };
  requestAnimationFrame(checkSelector);
  const observe = (/** @type {string} */ type, /** @type {(entry: PerformanceEntry) => void} */ onEntry) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => {
    if (Reflect.get(entry, 'hadRecentInput') !== true) figures.shift += Number(Reflect.get(entry, 'value'));
  });
  observe('longtask', ({ startTime, duration }) => {
    tasks.push({ startTime, duration });
    figures.longest = Math.max(figures.longest, duration);
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') figures.paint = startTime;
  });
}

/**
 * Returns the figures that `watchStart` recorded, and totals of the requests. Runs in the page. Ignores requests and tasks that
 * began after the page was ready. The blocking time is the sum of the time that each task takes beyond 50 ms.
 */
function readStart() {
  const figures = Reflect.get(globalThis, 'benchStart');
  const resources = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming);
  const startResources = resources.filter(({ startTime }) => startTime < figures.ready);
  const bytesOf = (/** @type {string} */ ending) =>
    startResources
      .filter(({ name }) => new URL(name).pathname.endsWith(ending))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  /** @type {{ startTime: number, duration: number }[]} */
  const tasks = Reflect.get(globalThis, 'benchTasks');
  const blocked = tasks
    .map(({ startTime, duration }) => Math.min(duration, figures.ready - startTime) - 50)
    .filter((ms) => ms > 0)
    .reduce((total, ms) => total + ms, 0);
  const lists = startResources.filter(({ name }) => /\/compute$|rows\.json$/.test(name));
  const sinceLists = figures.ready - Math.max(0, ...lists.map(({ responseEnd }) => responseEnd));
  const requests = startResources.length + 1;
  return { ...figures, blocked, sinceLists, requests, js: bytesOf('.js'), css: bytesOf('.css') };
}

/**
 * Measures from the next click until an element with the selector is drawn. Runs in the page. Stores a promise of the time (ms)
 * in `benchMs`.
 * @param {string} selector
 */
function watchClick(selector) {
  const elementShown = new Promise((resolve) => {
    const start = (/** @type {Event} */ { timeStamp }) => {
      const checkSelector = () => {
        if (document.querySelector(selector) === null) requestAnimationFrame(checkSelector);
        else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
      };
      requestAnimationFrame(checkSelector);
    };
    addEventListener('click', start, { capture: true, once: true });
  });
  Reflect.set(globalThis, 'benchMs', elementShown);
}

/**
 * Waits for the next event of this type, and records the time of the event and of the last change of the table after it. Runs in
 * the page.
 * @param {string} event
 */
function watchTable(event) {
  let [eventMs, lastChangeMs] = [0, 0];
  const start = (/** @type {Event} */ { timeStamp }) => {
    eventMs = timeStamp;
  };
  addEventListener(event, start, { capture: true, once: true });
  // Ignore attributes that keep their value, because React sets the name and type of a checkbox in each render.
  const isVisibleChange = (/** @type {MutationRecord} */ { target, attributeName, oldValue }) =>
    attributeName === null ||
    !(target instanceof Element) ||
    (target.getAttribute(attributeName) ?? '') !== (oldValue ?? '');
  const observer = new MutationObserver((records) => {
    if (records.some(isVisibleChange)) requestAnimationFrame((time) => (lastChangeMs = time));
  });
  const table = document.querySelector('table');
  if (table === null) throw new Error('There is no table in the page.');
  observer.observe(table, { childList: true, characterData: true, attributeOldValue: true, subtree: true });
  const stop = () => {
    observer.disconnect();
    return eventMs === 0 || lastChangeMs === 0 ? 0 : Math.max(0, lastChangeMs - eventMs);
  };
  Reflect.set(globalThis, 'benchChanges', { stop });
}
