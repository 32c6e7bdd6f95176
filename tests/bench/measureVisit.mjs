import { probe } from './probe.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {{ fcp: number, lcp: number, ready: number, blocking: number, shift: number, heap: number, nodes: number }} Visit
 * @typedef {{ cpu: number, megabits: number, latencyMs: number }} Conditions
 */

/** A modest laptop on a modest line. */
export const usualConditions = { cpu: 4, megabits: 10, latencyMs: 40 };

/**
 * One cold visit. Times in ms from the start of the navigation; `heap` in bytes after a collection.
 * @param {Browser} browser
 * @param {{ url: string, ready: 'form' | 'rows', signedIn?: boolean }} target
 * @param {Conditions} conditions
 * @returns {Promise<Visit>}
 */
export async function measureVisit(browser, target, conditions = usualConditions) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.latencyMs,
    downloadThroughput: (conditions.megabits * 1e6) / 8,
    uploadThroughput: (conditions.megabits * 1e6) / 8,
  });
  await wire.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpu });
  if (target.signedIn) await page.addInitScript(keepSession);
  await page.addInitScript(probe, target.ready);
  await page.goto(target.url, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.get(globalThis, 'benchSeen')?.ready > 0, null, {
    timeout: 60_000,
  });
  await page.waitForTimeout(300);
  await wire.send('HeapProfiler.collectGarbage');
  const { usedSize } = await wire.send('Runtime.getHeapUsage');
  const seen = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const nodes = document.querySelectorAll('*').length;
    return { ...Reflect.get(globalThis, 'benchSeen'), fcp: paint?.startTime ?? 0, nodes };
  });
  await context.close();
  return { ...seen, heap: usedSize };
}

/** What the console itself keeps where an admin stays signed in; runs in the page. */
function keepSession() {
  const session = { serviceUrl: '/api', workspaceSlug: 'acme', token: 'sandbox-token' };
  sessionStorage.setItem('workspace-console.session', JSON.stringify(session));
}
