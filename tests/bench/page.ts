import type { Browser, Page } from '@playwright/test';
import { deferred } from '../support/deferred.ts';

/** `ready` and `paint` are in ms since the navigation. */
type Start = { ready: number; paint: number; blocked: number; shift: number };

/** A selector for each kind of page, which is ready in the first frame with a visible element that matches. */
export const readySelectors = {
  form: 'form input[type=password]',
  rows: 'tbody tr button',
  records: 'ol[aria-label="Subscription history"] > li',
  regions: 'ul[aria-label^="Regions of"] > li',
};

export const conditions = '4× CPU, 10 Mbit/s, 40 ms, gzip, cold cache';
const network = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

export async function visit(browser: Browser, url: string, selector: string, isSignedIn = false) {
  const extraHTTPHeaders = { 'accept-encoding': 'gzip' };
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders });
  // The cookie of the response belongs to the browser context.
  const data = { workspace: 'acme', token: 'sandbox-token' };
  if (isSignedIn) await context.request.post(new URL('/api/session', url).href, { data });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', network);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watchStart, selector);
  // `waitForFunction` would count as an action of the user, and then the page may move the focus.
  const ready = deferred<void>();
  await page.exposeFunction('reportReady', ready.resolve);
  await page.goto(url, { waitUntil: 'commit' });
  await ready.promise;
  await page.waitForTimeout(300);
  return { page, start: await page.evaluate(readStart), close: () => context.close() };
}

function watchStart(selector: string): void {
  const tasks: PerformanceEntry[] = [];
  const figures = { ready: 0, paint: 0, shift: 0, tasks };
  Reflect.set(globalThis, 'bench', figures);
  // The browser reports a paint only after its frame.
  const report = () => {
    if (figures.ready > 0 && figures.paint > 0) Reflect.get(globalThis, 'reportReady')();
  };
  const checkSelector = () => {
    if (!document.querySelector(selector)?.checkVisibility())
      return void requestAnimationFrame(checkSelector);
    figures.ready = performance.now();
    report();
  };
  requestAnimationFrame(checkSelector);
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => {
    if (Reflect.get(entry, 'hadRecentInput') !== true) figures.shift += Number(Reflect.get(entry, 'value'));
  });
  observe('longtask', (task) => tasks.push(task));
  observe('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return;
    figures.paint = startTime;
    report();
  });
}

/** Runs in the page. Blocking time is what each task takes beyond 50 ms, until the page is ready. */
function readStart(): Start {
  const { tasks, ...figures } = Reflect.get(globalThis, 'bench');
  // The callback of the first frame runs before its paint.
  figures.ready = Math.max(figures.ready, figures.paint);
  let blocked = 0;
  for (const { duration, startTime } of tasks)
    blocked += Math.max(0, Math.min(duration, figures.ready - startTime) - 50);
  return { ...figures, blocked };
}

/**
 * The times (ms) from an event to the frame that shows an element, to the next paint, and to the last frame that changed rows,
 * which is NaN if none did.
 */
export async function timeFrom(
  page: Page,
  event: 'keydown' | 'click',
  action: () => Promise<unknown>,
  selector = 'tbody',
): Promise<{ shown: number; paint: number; still: number }> {
  const watch = ({ event: type, selector: awaited }: { event: string; selector: string }) => {
    const times = { event: 0, shown: 0, paint: 0, still: Number.NaN };
    Reflect.set(globalThis, 'benchTimes', times);
    function waitForElement() {
      if (document.querySelector(awaited) === null) requestAnimationFrame(waitForElement);
      else requestAnimationFrame(() => (times.shown = performance.now() - times.event));
    }
    function start({ timeStamp }: Event) {
      times.event = timeStamp;
      waitForElement();
    }
    addEventListener(type, start, { capture: true, once: true });
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (name === type && startTime === times.event) times.paint = duration;
    }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
    // Not the frame's own time, which can be earlier than the event.
    const setStill = () => (times.still = performance.now() - times.event);
    const observer = new MutationObserver(() => requestAnimationFrame(setStill));
    observer.observe(document.querySelector('tbody') ?? document, { childList: true, subtree: true });
  };
  await page.evaluate(watch, { event, selector });
  await action();
  await page.waitForSelector(selector, { state: 'attached' });
  await page.waitForTimeout(2_000);
  return page.evaluate(() => Reflect.get(globalThis, 'benchTimes'));
}
