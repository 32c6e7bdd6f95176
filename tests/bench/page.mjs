/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ ready: number, shift: number, longest: number, js: number, css: number, requests: number }} Start
 */

/** A modest laptop on a modest line; what comes is compressed by gzip, as behind any proxy. */
export const conditions = '4× CPU, 10 Mbit/s, 40 ms, gzip, cold cache';
const network = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

/** What has to stand in the page for it to be ready. */
export const wanted = {
  gate: 'form input[type=password]',
  rows: 'tbody tr button',
  records: 'ol[aria-label="Subscription history"] > li',
  regions: 'ul[aria-label^="Regions of"] > li',
};

/**
 * Visits an address with nothing cached, and waits until it is ready. Times in ms since the navigation, sizes in bytes.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} selector of what has to stand there
 * @param {[string, string][]} [session] as `keepSession` gives it
 * @param {boolean} [isLineSlow]
 */
export async function visit(browser, url, selector, session = [], isLineSlow = true) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  if (isLineSlow) await wire.send('Network.emulateNetworkConditions', network);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watchStart, { selector, session });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.get(globalThis, 'benchStart')?.ready > 0, null, {
    timeout: 180_000,
  });
  await page.waitForTimeout(300);
  /** @type {Start} */
  const start = await page.evaluate(readStart);
  const heap = async () => {
    await wire.send('HeapProfiler.collectGarbage');
    return (await wire.send('Runtime.getHeapUsage')).usedSize;
  };
  return { page, start, heap, close: () => context.close() };
}

/**
 * Signs in as one who stays signed in, and gives what the console keeps for that in the tab.
 * @param {Browser} browser
 * @param {string} origin
 * @returns {Promise<[string, string][]>}
 */
export async function keepSession(browser, origin) {
  const page = await browser.newPage();
  await page.goto(`${origin}/workspaces/acme/regions`);
  await page.getByLabel('Workspace', { exact: true }).fill('acme');
  await page.getByLabel('Access token', { exact: true }).fill('sandbox-token');
  await page.getByLabel('Keep me signed in in this tab').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  await page.close();
  return kept;
}

/**
 * From a click to the frame that shows what it asks for, in ms.
 * @param {Page} page
 * @param {string} selector
 * @param {() => Promise<unknown>} act
 * @returns {Promise<number>}
 */
export async function timeUntil(page, selector, act) {
  await page.evaluate(watchClick, selector);
  await act();
  return page.evaluate(() => Reflect.get(globalThis, 'benchMs'));
}

/**
 * From an event to the last frame in which something changed under an element, in ms; 0 where nothing did.
 * @param {Page} page
 * @param {{ event: 'keydown' | 'click' | 'change', under: string, restMs: number }} what `restMs`: how long it is watched
 * @param {() => Promise<unknown>} act
 * @returns {Promise<number>}
 */
export async function timeUntilStill(page, { event, under, restMs }, act) {
  await page.evaluate(watchChanges, { event, under });
  await act();
  await page.waitForTimeout(restMs);
  return page.evaluate(() => Reflect.get(globalThis, 'benchChanges').stop());
}

/**
 * Runs in the page before anything else.
 * @param {{ selector: string, session: [string, string][] }} what
 */
function watchStart({ selector, session }) {
  for (const [key, value] of session) sessionStorage.setItem(key, value);
  const seen = { ready: 0, shift: 0, longest: 0 };
  Reflect.set(globalThis, 'benchStart', seen);
  const look = () => {
    if (document.querySelector(selector) === null) requestAnimationFrame(look);
    else seen.ready = performance.now();
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') !== true) seen.shift += Number(Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** Runs in the page. Sizes are those of the bodies, compressed, of what was asked for before it was ready. */
function readStart() {
  const seen = Reflect.get(globalThis, 'benchStart');
  const before = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ startTime }) => startTime < seen.ready);
  const sum = (/** @type {string} */ ending) =>
    before
      .filter(({ name }) => new URL(name).pathname.endsWith(ending))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  return { ...seen, js: sum('.js'), css: sum('.css'), requests: before.length + 1 };
}

/** @param {string} selector runs in the page */
function watchClick(selector) {
  const shown = new Promise((resolve) => {
    const start = (/** @type {Event} */ { timeStamp }) => {
      const look = () => {
        if (document.querySelector(selector) === null) requestAnimationFrame(look);
        else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
      };
      requestAnimationFrame(look);
    };
    addEventListener('click', start, { capture: true, once: true });
  });
  Reflect.set(globalThis, 'benchMs', shown);
}

/** @param {{ event: string, under: string }} what runs in the page */
function watchChanges({ event, under }) {
  let [from, last] = [0, 0];
  const start = (/** @type {Event} */ { timeStamp }) => {
    from = timeStamp;
  };
  addEventListener(event, start, { capture: true, once: true });
  // React empties and removes the name of a checkbox, and sets its type, whenever it is drawn: nobody sees that.
  const isSeen = (/** @type {MutationRecord} */ { target, attributeName, oldValue }) =>
    attributeName === null ||
    !(target instanceof Element) ||
    (target.getAttribute(attributeName) ?? '') !== (oldValue ?? '');
  const observer = new MutationObserver((records) => {
    if (records.some(isSeen)) requestAnimationFrame((time) => (last = time));
  });
  const element = document.querySelector(under);
  if (element === null) throw new Error(`There is no ${under} in the page.`);
  observer.observe(element, { childList: true, characterData: true, attributeOldValue: true, subtree: true });
  const stop = () => {
    observer.disconnect();
    return from === 0 || last === 0 ? 0 : Math.max(0, last - from);
  };
  Reflect.set(globalThis, 'benchChanges', { stop });
}
