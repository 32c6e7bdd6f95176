import { createStoredSession } from './page.mjs';
import { spreadOf } from './report.mjs';
import { startConsole } from './sites.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 */

const instances = 200;
const logEntries = 4_000;

/**
 * Measures a bulk delete of 67 instances with one open tab and with four. The deletion log has 4 000 older entries. Each write of
 * one tab makes the other tabs read the changed entries. A headless browser treats all tabs as visible, so no tab delays its work.
 * @param {Browser} browser
 * @param {number} rounds
 */
export async function measureTabs(browser, rounds) {
  /** @type {number[]} */
  const oneTabMs = [];
  /** @type {number[]} */
  const fourTabsMs = [];
  for (let round = 0; round < rounds; round += 1) {
    oneTabMs.push(await timeBulkDelete(browser, 1));
    fourTabsMs.push(await timeBulkDelete(browser, 4));
  }
  const [oneTab, fourTabs] = [spreadOf(oneTabMs).median, spreadOf(fourTabsMs).median];
  return {
    title: `Bulk delete of 67 instances with ${logEntries} older log entries, medians of ${rounds}`,
    table: [
      ['', 'ms'],
      ['one tab', oneTab],
      ['four tabs', fourTabs],
    ],
    measured: {
      'bulk delete with four tabs': fourTabs / oneTab,
    },
    figures: { oneTabMs, fourTabsMs },
  };
}

/**
 * Returns the time from the click until the last response (ms).
 * @param {Browser} browser
 * @param {number} tabCount
 */
async function timeBulkDelete(browser, tabCount) {
  const site = await startConsole({ SANDBOX_INSTANCES: String(instances) });
  const session = await createStoredSession(browser, site.origin);
  const context = await browser.newContext();
  try {
    await context.addInitScript((entries) => {
      for (const [name, value] of entries) sessionStorage.setItem(name, value);
    }, session);
    const page = await context.newPage();
    await page.goto(`${site.origin}/workspaces/acme/compute?database=orders`);
    await page.getByRole('button', { name: 'Activity' }).waitFor();
    await page.evaluate(fillLog, logEntries);
    await page.reload();
    for (let tab = 1; tab < tabCount; tab += 1) {
      const otherTab = await context.newPage();
      await otherTab.goto(page.url());
      await otherTab.locator('tbody tr button').first().waitFor();
    }
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    const deleteButton = page.getByRole('button', { name: /^Delete \d+ instances$/ });
    const count = Number(/\d+/.exec((await deleteButton.textContent()) ?? ''));
    await deleteButton.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill(String(count));
    await page.waitForTimeout(1_000);
    await page.evaluate(watchDeletes, count);
    await dialog.getByRole('button', { name: /^Delete \d+ instances$/ }).click();
    return await page.evaluate(() => Reflect.get(globalThis, 'benchMs'));
  } finally {
    await context.close();
    await site.stop();
  }
}

/** Adds resolved deletions to the deletion log. Runs in the page. @param {number} count */
async function fillLog(count) {
  const [foundDatabase] = (await indexedDB.databases()).filter(({ name }) => name?.includes('.data.'));
  /** @type {IDBDatabase} */
  const db = await new Promise((resolve, reject) => {
    const openRequest = indexedDB.open(foundDatabase?.name ?? '');
    openRequest.onsuccess = () => resolve(openRequest.result);
    openRequest.onerror = () => reject(openRequest.error);
  });
  const transaction = db.transaction('entries', 'readwrite');
  const outcome = {
    kind: 'deleted',
    reason: '',
    status: 200,
    requestId: null,
    retryAfterMs: null,
    notes: [],
  };
  for (let index = 0; index < count; index += 1) {
    const time = Date.now() - 60 * 60_000 - index;
    transaction.objectStore('entries').put({
      intentKey: crypto.randomUUID(),
      target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: `earlier-${index}` },
      label: `earlier-${index}`,
      listed: true,
      confirmedAt: time,
      sentAt: time,
      settledAt: time,
      outcome,
      bulkKey: null,
      dismissed: false,
      putBack: false,
    });
  }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
  });
  db.close();
}

/** Measures from the next click to the response of the last delete. Runs in the page. @param {number} count */
function watchDeletes(count) {
  const runFinished = new Promise((resolve) => {
    const isDelete = (/** @type {PerformanceEntry} */ { name }) => /\/compute\/[^/]+$/.test(name);
    const start = (/** @type {Event} */ { timeStamp }) => {
      let remainingCount = count;
      new PerformanceObserver((list) => {
        remainingCount -= list.getEntries().filter(isDelete).length;
        if (remainingCount === 0) resolve(performance.now() - timeStamp);
      }).observe({ type: 'resource' });
    };
    addEventListener('click', start, { capture: true, once: true });
  });
  Reflect.set(globalThis, 'benchMs', runFinished);
}
