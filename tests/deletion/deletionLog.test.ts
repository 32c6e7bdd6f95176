// @vitest-environment jsdom
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeletionEntry } from '../../src/deletion/deletionEntry.ts';
import { createDeletionLog } from '../../src/deletion/deletionLog.ts';
import { recordOrphanOutcomes } from '../../src/deletion/orphanOutcomes.ts';
import { anEndedEntry, anEntry, anOutcome, aService } from './deletionFixtures.ts';
import { holdRunLock, makeIndexedDbHang, runInTab, simulateBrowser, type Tab } from './simulateBrowser.ts';

let browser: ReturnType<typeof simulateBrowser>;
const dayMs = 24 * 60 * 60_000;

beforeEach(() => {
  browser = simulateBrowser();
  vi.setSystemTime(1_000);
});
afterEach(() => browser.restore());

test('the deletion log lists entries oldest first, in the same order in every tab', async () => {
  const firstLog = openLog();
  const secondLog = openLog();
  await firstLog.add([anEntry({ intentKey: 'c', confirmedAt: 3 }), anEntry({ intentKey: 'b' })]);
  await secondLog.add([anEntry({ intentKey: 'a' })]);
  await browser.advanceClock(300);
  for (const log of [firstLog, secondLog, await openLoadedLog()])
    expect(keysOf(log)).toEqual(['a', 'b', 'c']);
});

test('the deletion log returns stored entries unchanged on the next visit', async () => {
  const record = { id: 'one', name: 'eu-1', workspace: { slug: 'acme' }, extra: [1] };
  const outcome = anOutcome('deleted', { reason: 'why', status: 200, notes: ['noted'], record });
  const log = openLog();
  await log.add([anEntry({ bulkKey: 'bulk', listed: false, label: 'eu-1' })]);
  const [entry] = await log.update([anEntry()], () => ({ outcome, settledAt: 9, dismissed: true }));
  const nextLog = await openLoadedLog();
  expect(nextLog.entries()).toEqual([entry]);
  expect([log.isOfThisPage('one'), nextLog.isOfThisPage('one')]).toEqual([true, false]);
  expect(entry).toMatchObject({ outcome, settledAt: 9, dismissed: true, bulkKey: 'bulk', label: 'eu-1' });
});

test.each([
  ['only a key', {}],
  ['an unknown kind of outcome', { ...anEntry(), outcome: { ...anOutcome('deleted'), kind: 'finished' } }],
  ['a time outside the range of Date', { ...anEntry(), confirmedAt: 9e15 }],
  ['a target without a database', { ...anEntry(), target: { workspaceSlug: 'a', instanceId: 'b' } }],
])('the deletion log skips an invalid entry with %s', async (_, invalidEntry) => {
  await putUnchecked({ ...invalidEntry, intentKey: 'invalid' });
  await putUnchecked(anEntry({ intentKey: 'valid' }));
  expect(keysOf(await openLoadedLog())).toEqual(['valid']);
});

test('the deletion log never replaces an outcome or its times', async () => {
  const log = openLog();
  await log.add([anEntry()]);
  const outcome = anOutcome('unknown');
  await log.update([anEntry()], () => ({ outcome, settledAt: 5 }));
  const [entry] = await log.update([anEntry()], () => ({
    outcome: anOutcome('deleted'),
    settledAt: 6,
    sentAt: null,
    dismissed: true,
  }));
  expect(entry).toMatchObject({ outcome, settledAt: 5, sentAt: 2, dismissed: true });
  expect((await openLoadedLog()).entries()).toEqual([entry]);
});

test('a deletion with an outcome from another tab is not sent', async () => {
  const log = openLog();
  await log.add([anEntry({ sentAt: null })]);
  const outcome = anOutcome('not-sent');
  const [endedEntry] = await (await openLoadedLog()).update([anEntry()], () => ({ outcome, settledAt: 5 }));
  expect(await log.markSent(anEntry())).toBe('has-outcome');
  expect(await log.update([anEntry()], () => ({ outcome: anOutcome('deleted') }))).toEqual([endedEntry]);
});

test('a sign-out clears the log in all tabs, and outcomes that arrive later are not stored', async () => {
  const [oneLog, otherLog] = [openLog(), openLog()];
  await oneLog.add([anEntry()]);
  await otherLog.clear();
  await browser.advanceClock(300);
  expect([...oneLog.entries(), ...otherLog.entries()]).toEqual([]);
  const changedEntries = await oneLog.update([anEntry()], () => ({
    outcome: anOutcome('deleted'),
    settledAt: 3,
  }));
  expect(changedEntries).toEqual([]);
  for (const log of [oneLog, otherLog, await openLoadedLog()]) expect(log.entries()).toEqual([]);
});

test('old entries are removed only if the clocks of browser and service agree', async () => {
  const now = 100 * dayMs;
  vi.setSystemTime(now);
  const log = openLog();
  await log.add([
    anEndedEntry('deleted', { intentKey: 'old', settledAt: now - 30 * dayMs - 1 }),
    anEndedEntry('deleted', { intentKey: 'recent', settledAt: now - 30 * dayMs }),
  ]);
  const nextLog = await openLoadedLog();
  nextLog.confirmClock(now + dayMs + 1);
  expect(keysOf(nextLog)).toEqual(['old', 'recent']);
  nextLog.confirmClock(now + dayMs);
  await browser.advanceClock(300);
  for (const anyLog of [nextLog, log, await openLoadedLog()]) expect(keysOf(anyLog)).toEqual(['recent']);
});

test('the deletion log is ready after its first read, but after 300 ms at the latest', async () => {
  const log = openLog();
  const listener = vi.fn();
  log.subscribe(listener);
  expect(log.isReady()).toBe(false);
  await browser.runTurns(150);
  expect(log.isReady()).toBe(true);
  await browser.advanceClock(400);
  expect(listener).toHaveBeenCalledTimes(1);
  makeIndexedDbHang();
  const hangingLog = openLog();
  hangingLog.subscribe(listener);
  await browser.advanceClock(299);
  expect(hangingLog.isReady()).toBe(false);
  await browser.advanceClock(2);
  expect(hangingLog.isReady()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('the deletion log ignores a change to an entry that it doesn’t contain', async () => {
  const log = openLog();
  const missingEntry = anEntry({ intentKey: 'missing' });
  await log.add([anEntry()]);
  const dismissedEntry = anEntry({ dismissed: true });
  expect(await log.update([missingEntry, anEntry()], () => ({ dismissed: true }))).toEqual([dismissedEntry]);
  expect(log.isLossy()).toBe(false);
  expect((await openLoadedLog()).entries()).toEqual([dismissedEntry]);
  browser.setStorage('refuses writes');
  expect(await log.update([missingEntry], () => ({ dismissed: true }))).toEqual([]);
});

test('the deletion log stores the time of a request with strict durability', async () => {
  const log = openLog();
  await browser.runTurns(150);
  const transactionSpy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await log.add([anEntry({ sentAt: null })]);
  await log.markSent(anEntry());
  expect(transactionSpy).toHaveBeenLastCalledWith(expect.anything(), 'readwrite', { durability: 'strict' });
});

test('a tab collects changes of other tabs for 250 ms, then reads only changed entries', async () => {
  const other = openLog();
  await other.add(manyEntries(50));
  const log = await openLoadedLog();
  const readAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const readOne = vi.spyOn(IDBObjectStore.prototype, 'get');
  const countReads = () => readOne.mock.calls.filter(([key]) => /^n\d+$/.test(String(key))).length;
  const [entry7, entry9] = [anEntry({ intentKey: 'n7' }), anEntry({ intentKey: 'n9' })];
  await other.update([entry7, entry9], () => ({ dismissed: true }));
  await other.update([entry9], () => ({ putBack: true }));
  const countBefore = countReads();
  await browser.advanceClock(249);
  expect(countReads()).toBe(countBefore);
  await browser.advanceClock(1);
  expect(countReads()).toBe(countBefore + 2);
  expect(readAll).not.toHaveBeenCalled();
  const changedEntries = log.entries().filter(({ dismissed, putBack }) => dismissed || putBack);
  expect(changedEntries).toMatchObject([
    { intentKey: 'n7', dismissed: true },
    { intentKey: 'n9', dismissed: true, putBack: true },
  ]);
});

test('the deletion log notifies listeners of each change, or every 50 ms if the log is long', async () => {
  const log = openLog();
  await browser.runTurns(150);
  const listener = vi.fn();
  log.subscribe(listener);
  await log.add(manyEntries(499));
  expect(listener).toHaveBeenCalledTimes(0);
  await browser.advanceClock(0);
  await log.update([anEntry({ intentKey: 'n0' })], () => ({ dismissed: true }));
  expect(listener).toHaveBeenCalledTimes(2);
  await log.add([anEntry({ intentKey: 'last', confirmedAt: 999 })]);
  await browser.advanceClock(0);
  await log.update([anEntry({ intentKey: 'n1' })], () => ({ dismissed: true }));
  expect(listener).toHaveBeenCalledTimes(2);
  expect(log.entries()).toHaveLength(500);
  await browser.advanceClock(50);
  expect(listener).toHaveBeenCalledTimes(3);
});

test('the deletion logs of all tabs share restored rows and dismissed outcomes', async () => {
  const [log, otherLog] = [openLog(), openLog()];
  const goneEntry = anEndedEntry('gone', { intentKey: 'a' });
  const unknown = anEndedEntry('unknown', { intentKey: 'b' });
  const runningEntry = anEntry({ intentKey: 'c' });
  await log.add([goneEntry, unknown, runningEntry]);
  void log.restore([goneEntry, runningEntry]);
  log.dismiss([unknown]);
  await browser.advanceClock(300);
  for (const anyLog of [log, otherLog, await openLoadedLog()])
    expect(anyLog.entries()).toEqual([
      { ...goneEntry, putBack: true },
      { ...unknown, dismissed: true },
      runningEntry,
    ]);
});

test('without IndexedDB, the deletion log is lossy and keeps entries only in memory', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const log = openLog();
  await log.add([anEntry()]);
  expect(log.isLossy()).toBe(true);
  const outcome = anOutcome('deleted');
  await log.update([anEntry()], () => ({ outcome, settledAt: 4 }));
  expect(log.entries()).toEqual([anEntry({ outcome, settledAt: 4 })]);
  await log.clear();
  expect(log.entries()).toEqual([]);
});

test('a change that can’t be stored stays in memory, and stored entries don’t change', async () => {
  const log = openLog();
  await log.add([anEntry(), anEntry({ intentKey: 'two' })]);
  expect(log.isLossy()).toBe(false);
  refuseWrites();
  const outcome = anOutcome('deleted');
  const [entry] = await log.update([anEntry()], () => ({ outcome, settledAt: 4 }));
  expect(log.isLossy()).toBe(true);
  await browser.runTurns(150);
  expect(log.entries()[0]).toEqual(entry);
  expect((await openLoadedLog()).entries()[0]).toEqual(anEntry());
  // Later writes of another tab must not remove the entry from memory.
  vi.restoreAllMocks();
  await openLog().add([anEntry({ intentKey: 'three' })]);
  await browser.advanceClock(300);
  await browser.advanceClock(50);
  expect(keysOf(log)).toEqual(['one', 'three', 'two']);
  const [dismissedEntry] = await log.update([anEntry()], () => ({ dismissed: true }));
  expect(log.entries()[0]).toEqual(dismissedEntry);
  expect(dismissedEntry?.dismissed).toBe(true);
});

test.each([
  ['1 deletion continues in memory after 3 s', 1, 3_000],
  ['1,000 deletions continue in memory after 8 s', 1_000, 8_000],
])('if IndexedDB hangs, %s', async (_, count, timeoutMs) => {
  makeIndexedDbHang();
  const log = openLog();
  const onAdded = vi.fn();
  void log.add(manyEntries(count)).then(onAdded);
  await browser.advanceClock(timeoutMs - 10);
  expect(onAdded).not.toHaveBeenCalled();
  await browser.advanceClock(20);
  expect(onAdded).toHaveBeenCalled();
  expect(log.isLossy()).toBe(true);
  expect(log.entries()).toHaveLength(count);
});

test('after a failed read, the deletion log can still read what other tabs store', async () => {
  browser.setStorage('hangs');
  const log = openLog();
  await browser.advanceClock(3_010);
  expect(log.isLossy()).toBe(true);
  browser.setStorage('works');
  expect(log.entries()).toEqual([]);
  await openLog().add([anEntry()]);
  await browser.advanceClock(300);
  expect(log.isLossy()).toBe(false);
  expect(keysOf(log)).toEqual(['one']);
});

test('a transaction that takes too long is aborted, and its deletion is not sent', async () => {
  const log = openLog();
  await log.add([anEntry({ sentAt: null })]);
  const releaseDatabase = await holdDatabase();
  const markPromise = log.markSent(anEntry());
  await browser.advanceClock(6_100);
  expect(await markPromise).toBe('unsaved');
  const outcome = anOutcome('not-sent');
  const updatePromise = log.update([anEntry()], () => ({ outcome, settledAt: 9 }));
  await browser.advanceClock(6_100);
  expect(await updatePromise).toEqual([anEntry({ sentAt: null, outcome, settledAt: 9 })]);
  await releaseDatabase();
  await browser.advanceClock(200);
  expect((await openLoadedLog()).entries()).toEqual([anEntry({ sentAt: null })]);
  expect(log.entries()[0]?.outcome).toEqual(outcome);
});

test('a transaction of the deletion log never runs if it can’t start in time', async () => {
  let releaseDatabase = () => {};
  const laterVersion = openDB('workspace-console.3.data.sandbox', 2, {
    async upgrade(db) {
      const store = db.createObjectStore('entries', { keyPath: 'intentKey' });
      let isHeld = true;
      releaseDatabase = () => {
        isHeld = false;
      };
      while (isHeld) await store.get('none');
    },
  });
  const log = openLog();
  const addPromise = log.add([anEntry()]);
  await browser.advanceClock(3_100);
  await addPromise;
  expect(log.isLossy()).toBe(true);
  releaseDatabase();
  (await laterVersion).close();
  await browser.advanceClock(200);
  expect((await openLoadedLog()).entries()).toEqual([]);
  expect(log.entries()).toEqual([anEntry()]);
});

test('an outcome from an earlier visit can be dismissed even if IndexedDB refuses writes', async () => {
  await openLog().add([anEndedEntry('unknown')]);
  const log = await openLoadedLog();
  browser.setStorage('refuses writes');
  await log.update(log.entries(), () => ({ dismissed: true }));
  expect(log.entries()).toEqual([anEndedEntry('unknown', { dismissed: true })]);
  expect(log.isLossy()).toBe(true);
});

test('the deletion log waits for a transaction that is already committing', async () => {
  const log = openLog();
  await browser.runTurns(150);
  const releaseDatabase = await holdDatabase();
  vi.spyOn(IDBTransaction.prototype, 'abort').mockImplementation(() => {
    throw new DOMException('The transaction has ended.', 'InvalidStateError');
  });
  const onAdded = vi.fn();
  void log.add([anEntry()]).then(onAdded);
  await browser.advanceClock(3_100);
  expect(onAdded).not.toHaveBeenCalled();
  await releaseDatabase();
  await browser.advanceClock(200);
  expect(onAdded).toHaveBeenCalled();
  expect(log.isLossy()).toBe(false);
  vi.restoreAllMocks();
  expect(keysOf(await openLoadedLog())).toEqual(['one']);
});

test('the deletion log doesn’t loop if it can’t store the outcomes of closed pages', async () => {
  const tab = browser.open();
  holdRunLock(tab, 'two');
  await openLog().add([anEntry(), anEntry({ intentKey: 'two' })]);
  const log = await openLoadedLog();
  browser.setStorage('refuses writes');
  const transactionSpy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  recordOrphanOutcomes(log);
  await browser.runTurns(150);
  browser.close(tab);
  await browser.runTurns(300);
  expect(transactionSpy.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(2);
  expect(log.entries().map(({ outcome }) => outcome)).toEqual([null, null]);
});

test('a tab that can’t read an entry records no outcome for the entry', async () => {
  const [firstLog, secondLog] = [openLog(), openLog()];
  await firstLog.add([anEntry({ sentAt: null })]);
  await browser.runTurns(150);
  expect(keysOf(secondLog)).toEqual(['one']);
  const releaseDatabase = await holdDatabase();
  recordOrphanOutcomes(secondLog);
  await browser.advanceClock(6_100);
  expect(secondLog.entries()[0]?.outcome).toBeNull();
  await releaseDatabase();
  // The second tab reads the entry again after the next change of the log.
  await firstLog.add([anEntry({ intentKey: 'two' })]);
  await browser.runTurns(200);
  expect(secondLog.entries()[0]?.outcome?.kind).toBe('not-sent');
});

test('other tabs record an outcome for a deletion only after its page is closed', async () => {
  const [tab, otherTab] = [browser.open(), browser.open()];
  const log = openLog(otherTab);
  runInTab(otherTab, () => recordOrphanOutcomes(log));
  holdRunLock(tab, 'single');
  holdRunLock(tab, 'bulk');
  holdRunLock(otherTab, 'running bulk');
  const outcome = anOutcome('refused');
  await openLog(tab).add([
    anEntry({ intentKey: 'single' }),
    anEntry({ intentKey: 'sent', bulkKey: 'bulk', confirmedAt: 2 }),
    anEntry({ intentKey: 'ended', bulkKey: 'bulk', confirmedAt: 3, outcome, settledAt: 2 }),
    anEntry({ intentKey: 'waiting', bulkKey: 'bulk', confirmedAt: 4, sentAt: null }),
    anEntry({ intentKey: 'running', bulkKey: 'running bulk', confirmedAt: 5 }),
  ]);
  const getKinds = () => log.entries().map((entry) => entry.outcome?.kind);
  await browser.advanceClock(60_000);
  expect(getKinds()).toEqual([undefined, undefined, 'refused', undefined, undefined]);
  browser.close(tab);
  await browser.runTurns(150);
  expect(getKinds()).toEqual(['unknown', 'unknown', 'refused', 'not-sent', undefined]);
  expect(log.entries()).toMatchObject([
    { sentAt: 2, settledAt: Date.now() },
    { outcome: { reason: 'The page was closed or reloaded before the response arrived.' } },
    { outcome, settledAt: 2 },
    { outcome: { reason: 'The page was closed or reloaded before the request was sent.' } },
    {},
  ]);
  expect((await openLoadedLog()).entries()).toEqual(log.entries());
});

function openLog(tab: Tab = browser.open()) {
  return runInTab(tab, () => createDeletionLog(aService));
}

/** Opens the deletion log in a new tab, and waits until the log has read its entries. */
async function openLoadedLog() {
  const log = openLog();
  while (!log.isReady()) await browser.runTurns(10);
  await browser.runTurns(150);
  return log;
}

function keysOf(log: { entries: () => readonly DeletionEntry[] }) {
  return log.entries().map(({ intentKey }) => intentKey);
}

function manyEntries(count: number) {
  return Array.from({ length: count }, (_, index) => anEntry({ intentKey: `n${index}`, confirmedAt: index }));
}

/** Stores a value in IndexedDB directly, because the log stores only valid entries. */
async function putUnchecked(value: unknown) {
  await openLoadedLog();
  const db = await openDB('workspace-console.3.data.sandbox');
  await db.put('entries', value);
  db.close();
}

/** Opens a transaction that all later transactions wait for. @returns a function that ends the transaction */
async function holdDatabase() {
  const db = await openDB('workspace-console.3.data.sandbox');
  const { store, done } = db.transaction('entries', 'readwrite');
  let isHeld = true;
  void (async () => {
    while (isHeld) await store.get('none');
  })();
  return async () => {
    isHeld = false;
    await done;
    db.close();
  };
}

/** Makes IndexedDB reject writes, as it does when the disk is full. */
function refuseWrites() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}
