/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {{ first: number, all: number, transfer: number, parse: number, bytes: number, heap: number, rows: number,
 *   key: number, found: number, sort: number, scroll: number, dialog: number, gone: number, page: number }} ComputeFigures
 */

const cpu = 4;

/**
 * One admin's way through a list of some size, under a CPU four times slower: times in ms, sizes in bytes, `rows` the
 * most row elements that ever stood in the page.
 * @param {Browser} browser
 * @param {string} origin
 * @param {number} size
 * @returns {Promise<ComputeFigures>}
 */
export async function measureCompute(browser, origin, size) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript(watchRows, size.toLocaleString('en'));
  await page.goto(`${origin}/workspaces/acme/compute`, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.get(globalThis, 'seen').all > 0, null, { timeout: 120_000 });
  const { first, all } = await page.evaluate(() => Reflect.get(globalThis, 'seen'));
  await page.waitForTimeout(500);
  await wire.send('HeapProfiler.collectGarbage');
  const { usedSize } = await wire.send('Runtime.getHeapUsage');
  const json = await page.evaluate(weighAnswers);

  await page.getByRole('searchbox', { name: 'Search instances' }).click();
  await page.evaluate(watchKeys);
  for (const key of 'orders-pri') {
    await page.keyboard.press(key);
    await page.waitForTimeout(400);
  }
  const keys = await page.evaluate(() => Reflect.get(globalThis, 'keys'));
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('');
  await page.waitForTimeout(800);
  const sort = await page.evaluate(sortColumns);
  const scroll = await scrollThrough(page);

  await page.evaluate(() =>
    document.querySelector('table')?.closest('[class*=overflow-auto]')?.scrollTo(0, 0),
  );
  await page.waitForTimeout(300);
  const remove = page.getByRole('button', { name: /^Delete / }).first();
  const label = ((await remove.getAttribute('aria-label')) ?? '').replace(/^Delete /, '');
  await remove.hover();
  await page.waitForTimeout(1000);
  const dialog = await remove.evaluate(clickUntil, '[role=alertdialog]');
  await page.getByLabel(`Type ${label} to confirm`).fill(label);
  const gone = page.evaluate(watchRemoval, label);
  await page.getByRole('button', { name: 'Delete instance' }).click();
  const goneMs = await gone;
  const figures = {
    first,
    all,
    ...json,
    heap: usedSize,
    ...keys,
    sort,
    scroll,
    dialog,
    gone: goneMs,
    page: await switchPages(page),
    rows: await page.evaluate(() => Reflect.get(globalThis, 'seen').rows),
  };
  await context.close();
  return figures;
}

/**
 * Runs in the page before anything else: signs in, and watches rows come.
 * @param {string} wanted how many instances the console will say there are
 */
function watchRows(wanted) {
  const session = { serviceUrl: '/api', workspaceSlug: 'acme', token: 'sandbox-token' };
  sessionStorage.setItem('workspace-console.session', JSON.stringify(session));
  const seen = { first: 0, all: 0, rows: 0 };
  Reflect.set(globalThis, 'seen', seen);
  const look = () => {
    const rows = document.querySelectorAll('tbody tr').length;
    seen.rows = Math.max(seen.rows, rows);
    if (seen.first === 0 && rows > 0) seen.first = performance.now();
    if (seen.all === 0 && rows > 0)
      for (const text of document.querySelectorAll('p'))
        if (text.textContent === `${wanted} instances`) seen.all = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * From a click to the frame that shows what it asks for, in ms; runs in the page.
 * @param {Element} element
 * @param {string} wanted
 */
async function clickUntil(element, wanted) {
  const from = performance.now();
  if (element instanceof HTMLElement) element.click();
  while (document.querySelector(wanted) === null)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - from;
}

/**
 * The slower of two steps between screens that have both been seen before.
 * @param {import('@playwright/test').Page} page
 */
async function switchPages(page) {
  const main = page.getByRole('navigation', { name: 'Main' });
  const there = main.getByRole('link', { name: 'Regions' });
  const back = main.getByRole('link', { name: 'Compute', exact: true });
  let slowest = 0;
  for (const round of [0, 1]) {
    await page.waitForTimeout(1000);
    const going = await there.evaluate(clickUntil, 'ul[aria-label^="Regions of"]');
    await page.waitForTimeout(1000);
    const coming = await back.evaluate(clickUntil, 'table tbody tr');
    if (round === 1) slowest = Math.max(going, coming);
  }
  return slowest;
}

/**
 * How long the bare transfer of the listings takes here, all at once as the console asks for them, and their bare
 * JSON.parse: the console itself leaves bytes on the wire while it reads others.
 */
async function weighAnswers() {
  const lists = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/compute'));
  const read = async (/** @type {string} */ name) => {
    const answer = await fetch(name, { headers: { authorization: 'Bearer sandbox-token' } });
    const decoder = new TextDecoder();
    let text = '';
    const reader = answer.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return text;
      text += decoder.decode(value, { stream: true });
    }
  };
  const from = performance.now();
  const texts = await Promise.all([...new Set(lists.map(({ name }) => name))].map(read));
  const transfer = performance.now() - from;
  let [bytes, parse] = [0, 0];
  for (const text of texts) {
    const since = performance.now();
    JSON.parse(text);
    parse += performance.now() - since;
    bytes += text.length;
  }
  return { transfer, parse, bytes };
}

/** Notes the slowest key by Event Timing, and the longest time until the list was right after one. */
function watchKeys() {
  const keys = { key: 0, found: 0 };
  Reflect.set(globalThis, 'keys', keys);
  let pressed = 0;
  addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (/^key|input/.test(entry.name)) keys.key = Math.max(keys.key, entry.duration);
  }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
  const count = [...document.querySelectorAll('p')].find((text) => /instances$/.test(text.textContent ?? ''));
  if (count !== undefined)
    new MutationObserver(() => {
      keys.found = Math.max(keys.found, performance.now() - pressed);
    }).observe(count, { characterData: true, childList: true, subtree: true });
}

/** The slowest of the columns, from the click to the frame that shows the new order. */
async function sortColumns() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let slowest = 0;
  for (const name of ['Name', 'Created', 'Hosts', 'Status']) {
    const button = [...document.querySelectorAll('thead button')].find((one) => one.textContent === name);
    if (!(button instanceof HTMLElement)) continue;
    const from = performance.now();
    button.click();
    while (button.closest('th')?.getAttribute('aria-sort') === 'none') await frame();
    await frame();
    slowest = Math.max(slowest, performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return slowest;
}

/**
 * The longest task while the list is scrolled by the wheel and by its bar; 0 where none took 50 ms. The wheel is a real
 * one: a script that scrolls makes the page lay itself out once more each time.
 * @param {import('@playwright/test').Page} page
 */
async function scrollThrough(page) {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Reflect.set(globalThis, 'scrolled', seen);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await page.getByRole('table', { name: 'Compute instances' }).hover({ position: { x: 300, y: 200 } });
  for (let step = 0; step < 90; step += 1) {
    if (step % 30 === 29) await page.evaluate(dragBar);
    else await page.mouse.wheel(0, 240);
  }
  await page.waitForTimeout(300);
  return page.evaluate(() => Number(Reflect.get(globalThis, 'scrolled').longest));
}

/** A third of the list further, as one who drags its bar; runs in the page. */
function dragBar() {
  const box = document.querySelector('table')?.closest('[class*=overflow-auto]');
  if (box) box.scrollTop += box.scrollHeight / 3;
}

/**
 * From the end of the answer to a delete to the frame in which its row is gone.
 * @param {string} label
 */
async function watchRemoval(label) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isThere = () =>
    document.querySelector(`tbody button[aria-label="${CSS.escape(`Delete ${label}`)}"]`) !== null;
  const before = performance.getEntriesByType('resource').length;
  while (isThere()) await frame();
  const at = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const [sent] = performance
    .getEntriesByType('resource')
    .slice(before)
    .filter(({ name }) => /\/compute\/[^/]+$/.test(name));
  return sent === undefined ? Number.NaN : Math.max(0, at - Reflect.get(sent, 'responseEnd'));
}
