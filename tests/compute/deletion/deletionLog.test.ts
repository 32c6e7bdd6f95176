// @vitest-environment jsdom
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DeletionEntry, notSentOutcome } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { createDeletionLog } from '../../../src/features/compute/deletion/deletionLog.ts';
import { recordOrphanOutcomes } from '../../../src/features/compute/deletion/orphanOutcomes.ts';
import { anEntry, aService } from './deletionFixtures.ts';
import { holdRunLock, inTab, type Tab, tabsInOneProcess } from './tabsInOneProcess.ts';

let browser: ReturnType<typeof tabsInOneProcess>;
const dayMs = 24 * 60 * 60_000;

beforeEach(() => {
  browser = tabsInOneProcess();
  vi.setSystemTime(1_000);
});
afterEach(() => browser.restore());

describe('the deletion log', () => {
  test('lists entries oldest first, in the same order in every tab', async () => {
    const first = open();
    const second = open();
    await first.add([anEntry({ intentKey: 'c', confirmedAt: 3 }), anEntry({ intentKey: 'b' })]);
    await second.add([anEntry({ intentKey: 'a' })]);
    await browser.pass(300);
    for (const log of [first, second, await visit()]) expect(keysOf(log)).toEqual(['a', 'b', 'c']);
  });

  test('returns stored entries unchanged on the next visit', async () => {
    const record = { id: 'one', name: 'eu-1', workspace: { slug: 'acme' }, extra: [1] };
    const outcome = { ...notSentOutcome('why'), kind: 'deleted' as const, status: 200, notes: ['noted'] };
    const log = open();
    await log.add([anEntry({ bulkKey: 'bulk', listed: false, label: 'eu-1' })]);
    const [entry] = await log.update([anEntry()], () => ({ outcome, settledAt: 9, dismissed: true }));
    const next = await visit();
    const [found] = next.entries();
    expect(found).toEqual(entry);
    expect([log.isOfThisPage('one'), next.isOfThisPage('one')]).toEqual([true, false]);
    expect(found).toMatchObject({ outcome, settledAt: 9, dismissed: true, bulkKey: 'bulk', label: 'eu-1' });
    await put({ ...anEntry({ intentKey: 'two' }), outcome: { ...outcome, record } });
    expect((await visit()).entries()[1]?.outcome?.record).toEqual(record);
  });

  test.each([
    ['nothing but its key', {}],
    ['another kind of outcome', { ...anEntry(), outcome: { ...notSentOutcome(''), kind: 'finished' } }],
    ['a time that no date can hold', { ...anEntry(), confirmedAt: 9e15 }],
    ['a target without its database', { ...anEntry(), target: { workspaceSlug: 'a', instanceId: 'b' } }],
  ])('skips an invalid entry and keeps the others: %s', async (_, odd) => {
    await put({ ...odd, intentKey: 'odd' });
    await put(anEntry({ intentKey: 'sound' }));
    expect(keysOf(await visit())).toEqual(['sound']);
  });

  test('never replaces an outcome or its times', async () => {
    const log = open();
    await log.add([anEntry()]);
    const outcome = { ...notSentOutcome('first'), kind: 'unknown' as const };
    await log.update([anEntry()], () => ({ outcome, settledAt: 5 }));
    const [entry] = await log.update([anEntry()], () => ({
      outcome: { ...outcome, kind: 'deleted' },
      settledAt: 6,
      sentAt: null,
      dismissed: true,
    }));
    expect(entry).toMatchObject({ outcome, settledAt: 5, sentAt: 2, dismissed: true });
    expect((await visit()).entries()).toEqual([entry]);
  });

  test('does not send a deletion that has an outcome from another tab', async () => {
    const log = open();
    await log.add([anEntry({ sentAt: null })]);
    const outcome = notSentOutcome('closed');
    const [ended] = await (await visit()).update([anEntry()], () => ({ outcome, settledAt: 5 }));
    expect(await log.markSent(anEntry())).toBe('has-outcome');
    expect(await log.update([anEntry()], () => ({ outcome: notSentOutcome('x') }))).toEqual([ended]);
  });

  test('is cleared in all tabs by a sign-out and then rejects late outcomes', async () => {
    const [first, second] = [open(), open()];
    await first.add([anEntry()]);
    await second.clear();
    await browser.pass(300);
    expect([...first.entries(), ...second.entries()]).toEqual([]);
    const late = await first.update([anEntry()], () => ({ outcome: notSentOutcome(''), settledAt: 3 }));
    expect(late).toEqual([]);
    for (const log of [first, second, await visit()]) expect(log.entries()).toEqual([]);
  });

  test('removes resolved entries after 30 days if the service confirms the clock', async () => {
    const now = 100 * dayMs;
    vi.setSystemTime(now);
    const ended = (intentKey: string, ago: number) =>
      anEntry({ intentKey, confirmedAt: now - ago, settledAt: now - ago, outcome: notSentOutcome('') });
    const log = open();
    await log.add([
      ended('over', 30 * dayMs + 1000),
      ended('within', 30 * dayMs),
      anEntry({ intentKey: 'open', confirmedAt: now - 40 * dayMs }),
    ]);
    const next = await visit();
    expect(keysOf(next)).toEqual(['open', 'over', 'within']);
    next.confirmClock(now + dayMs + 1);
    expect(keysOf(next)).toEqual(['open', 'over', 'within']);
    next.confirmClock(now + dayMs);
    await browser.pass(300);
    for (const one of [next, log, await visit()]) expect(keysOf(one)).toEqual(['open', 'within']);
  });

  test('becomes ready when entries are read or after 300 ms, and notifies once', async () => {
    const log = open();
    const notified = vi.fn();
    log.subscribe(notified);
    expect(log.isReady()).toBe(false);
    await browser.turns(150);
    expect(log.isReady()).toBe(true);
    await browser.pass(400);
    expect(notified).toHaveBeenCalledTimes(1);
    hang();
    const stuck = open();
    stuck.subscribe(notified);
    await browser.pass(299);
    expect(stuck.isReady()).toBe(false);
    await browser.pass(2);
    expect(stuck.isReady()).toBe(true);
    expect(notified).toHaveBeenCalledTimes(2);
  });

  test('ignores a change to a deletion that the log doesn’t contain', async () => {
    const log = open();
    const none = anEntry({ intentKey: 'none' });
    await log.add([anEntry()]);
    const dismissed = anEntry({ dismissed: true });
    expect(await log.update([none, anEntry()], () => ({ dismissed: true }))).toEqual([dismissed]);
    expect(log.isLossy()).toBe(false);
    expect((await visit()).entries()).toEqual([dismissed]);
    browser.setStorage('refuses');
    expect(await log.update([none], () => ({ dismissed: true }))).toEqual([]);
  });

  test('stores the time of a request with strict durability', async () => {
    const log = open();
    await browser.turns(150);
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await log.add([anEntry({ sentAt: null })]);
    await log.markSent(anEntry());
    expect(begun).toHaveBeenLastCalledWith(expect.anything(), 'readwrite', { durability: 'strict' });
    await log.update([anEntry()], () => ({ outcome: notSentOutcome(''), settledAt: 3 }));
    expect(begun).toHaveBeenLastCalledWith(expect.anything(), 'readwrite', { durability: 'default' });
    begun.mockRestore();
  });

  test('collects changes for 250 ms, then reads only the changed entries', async () => {
    const other = open();
    await other.add(manyEntries(50));
    const log = await visit();
    const readAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    const readOne = vi.spyOn(IDBObjectStore.prototype, 'get');
    const readCount = () => readOne.mock.calls.filter(([key]) => /^n\d+$/.test(String(key))).length;
    const [seven, nine] = [anEntry({ intentKey: 'n7' }), anEntry({ intentKey: 'n9' })];
    await other.update([seven, nine], () => ({ dismissed: true }));
    await other.update([nine], () => ({ putBack: true }));
    const before = readCount();
    await browser.pass(249);
    expect(readCount()).toBe(before);
    await browser.pass(1);
    expect(readCount()).toBe(before + 2);
    expect(readAll).not.toHaveBeenCalled();
    const changed = log.entries().filter(({ dismissed, putBack }) => dismissed || putBack);
    expect(changed).toMatchObject([
      { intentKey: 'n7', dismissed: true },
      { intentKey: 'n9', dismissed: true, putBack: true },
    ]);
  });

  test('notifies on each change, or every 50 ms from 500 entries on', async () => {
    const log = open();
    await browser.turns(150);
    const notified = vi.fn();
    const unsubscribe = log.subscribe(notified);
    await log.add(manyEntries(499));
    expect(notified).toHaveBeenCalledTimes(0);
    await browser.pass(0);
    await log.update([anEntry({ intentKey: 'n0' })], () => ({ dismissed: true }));
    expect(notified).toHaveBeenCalledTimes(2);
    await log.add([anEntry({ intentKey: 'last', confirmedAt: 999 })]);
    await browser.pass(0);
    await log.update([anEntry({ intentKey: 'n1' })], () => ({ dismissed: true }));
    expect(notified).toHaveBeenCalledTimes(2);
    expect(log.entries()).toHaveLength(500);
    await browser.pass(50);
    expect(notified).toHaveBeenCalledTimes(3);
    unsubscribe();
    await log.update([anEntry({ intentKey: 'n2' })], () => ({ dismissed: true }));
    await browser.pass(50);
    expect(notified).toHaveBeenCalledTimes(3);
  });

  test('shares restored rows and dismissed alerts with every tab', async () => {
    const [log, other] = [open(), open()];
    const ended = (intentKey: string, kind: 'gone' | 'unknown') =>
      anEntry({ intentKey, settledAt: 3, outcome: { ...notSentOutcome(''), kind } });
    const [removed, unknown] = [ended('a', 'gone'), ended('b', 'unknown')];
    const running = anEntry({ intentKey: 'c' });
    await log.add([removed, unknown, running]);
    void log.restore([removed, running]);
    log.dismiss([unknown]);
    await browser.pass(300);
    for (const one of [log, other, await visit()])
      expect(one.entries()).toEqual([
        { ...removed, putBack: true },
        { ...unknown, dismissed: true },
        running,
      ]);
  });
});

describe('if the browser refuses storage', () => {
  test('the log exists only in memory, and `isLossy` returns true', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const log = open();
    await log.add([anEntry()]);
    expect(log.isLossy()).toBe(true);
    const [entry] = await log.update([anEntry()], () => ({ outcome: notSentOutcome('x'), settledAt: 4 }));
    expect(log.entries()).toEqual([entry]);
    expect(entry?.outcome?.reason).toBe('x');
    await log.clear();
    expect(log.entries()).toEqual([]);
  });

  test('failed changes stay in memory, and the stored entries stay correct', async () => {
    const log = open();
    await log.add([anEntry(), anEntry({ intentKey: 'two' })]);
    expect(log.isLossy()).toBe(false);
    refuseWrites();
    const [entry] = await log.update([anEntry()], () => ({ outcome: notSentOutcome('x'), settledAt: 4 }));
    expect(log.isLossy()).toBe(true);
    await browser.turns(150);
    expect(log.entries()[0]).toEqual(entry);
    expect((await visit()).entries()[0]).toEqual(anEntry());
    // Later writes of another tab remove no entry here.
    vi.restoreAllMocks();
    await open().add([anEntry({ intentKey: 'three' })]);
    await browser.pass(300);
    await browser.pass(50);
    expect(keysOf(log)).toEqual(['one', 'three', 'two']);
    const [dismissed] = await log.update([anEntry()], () => ({ dismissed: true }));
    expect(log.entries()[0]).toEqual(dismissed);
    expect(dismissed?.dismissed).toBe(true);
  });
});

describe('if IndexedDB does not respond', () => {
  test.each([
    [1, 3_000],
    [1_000, 8_000],
  ])('%i deletions continue in memory after %i ms', async (count, timeoutMs) => {
    hang();
    const log = open();
    const added = vi.fn();
    void log.add(manyEntries(count)).then(added);
    await browser.pass(timeoutMs - 10);
    expect(added).not.toHaveBeenCalled();
    await browser.pass(20);
    expect(added).toHaveBeenCalled();
    expect(log.isLossy()).toBe(true);
    expect(log.entries()).toHaveLength(count);
    const [entry] = await log.update([anEntry({ intentKey: 'n0' })], () => ({
      outcome: notSentOutcome('x'),
    }));
    expect(log.entries()[0]).toEqual(entry);
  });

  test('the next successful read includes the entries of other tabs', async () => {
    browser.setStorage('hangs');
    const log = open();
    await browser.pass(3_010);
    expect(log.isLossy()).toBe(true);
    browser.setStorage('works');
    expect(log.entries()).toEqual([]);
    await open().add([anEntry()]);
    await browser.pass(300);
    expect(log.isLossy()).toBe(false);
    expect(keysOf(log)).toEqual(['one']);
  });

  test('aborts a transaction that takes too long, and does not send the deletion', async () => {
    const log = open();
    await log.add([anEntry({ sentAt: null })]);
    const letGo = await holdDatabase();
    const marked = log.markSent(anEntry());
    await browser.pass(6_100);
    expect(await marked).toBe('unsaved');
    const updated = log.update([anEntry()], () => ({ outcome: notSentOutcome('x'), settledAt: 9 }));
    await browser.pass(6_100);
    expect((await updated)[0]).toMatchObject({ sentAt: null, outcome: { reason: 'x' } });
    await letGo();
    await browser.pass(200);
    expect((await visit()).entries()).toEqual([anEntry({ sentAt: null })]);
    expect(log.entries()[0]?.outcome?.reason).toBe('x');
  });

  test('never runs a transaction that can’t start in time', async () => {
    let letGo = () => {};
    const other = openDB('workspace-console.3.data.sandbox', 2, {
      async upgrade(db) {
        const store = db.createObjectStore('entries', { keyPath: 'intentKey' });
        let isHeld = true;
        letGo = () => {
          isHeld = false;
        };
        while (isHeld) await store.get('none');
      },
    });
    const log = open();
    const added = log.add([anEntry()]);
    await browser.pass(3_100);
    await added;
    expect(log.isLossy()).toBe(true);
    letGo();
    (await other).close();
    await browser.pass(200);
    expect((await visit()).entries()).toEqual([]);
    expect(log.entries()).toEqual([anEntry()]);
  });

  test('dismisses a finished deletion in memory', async () => {
    const outcome = { ...notSentOutcome(''), kind: 'unknown' as const };
    await open().add([anEntry({ outcome, settledAt: 3 })]);
    const log = await visit();
    browser.setStorage('refuses');
    await log.update([anEntry()], () => ({ dismissed: true }));
    expect(log.entries()).toEqual([anEntry({ outcome, settledAt: 3, dismissed: true })]);
    expect(log.isLossy()).toBe(true);
  });

  test('waits for a transaction that is already committing', async () => {
    const log = open();
    await browser.turns(150);
    const letGo = await holdDatabase();
    vi.spyOn(IDBTransaction.prototype, 'abort').mockImplementation(() => {
      throw new DOMException('The transaction has ended.', 'InvalidStateError');
    });
    const ended = vi.fn();
    void log.add([anEntry()]).then(ended);
    await browser.pass(3_100);
    expect(ended).not.toHaveBeenCalled();
    await letGo();
    await browser.pass(200);
    expect(ended).toHaveBeenCalled();
    expect(log.isLossy()).toBe(false);
    vi.restoreAllMocks();
    expect(keysOf(await visit())).toEqual(['one']);
  });

  test('retries unsaved outcomes of closed pages only after the next change', async () => {
    const tab = browser.open();
    holdRunLock(tab, 'two');
    await open().add([anEntry(), anEntry({ intentKey: 'two' })]);
    const log = await visit();
    browser.setStorage('refuses');
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    recordOrphanOutcomes(log);
    await browser.turns(150);
    browser.unload(tab);
    await browser.turns(300);
    expect(begun.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(2);
    begun.mockRestore();
    expect(log.entries().map(({ outcome }) => outcome)).toEqual([null, null]);
  });

  test('a tab that can’t read an entry records no outcome for the entry', async () => {
    const [first, second] = [open(), open()];
    await first.add([anEntry({ sentAt: null })]);
    await browser.turns(150);
    expect(keysOf(second)).toEqual(['one']);
    const letGo = await holdDatabase();
    recordOrphanOutcomes(second);
    await browser.pass(6_100);
    expect(second.entries()[0]?.outcome).toBeNull();
    await letGo();
    // The first tab stores the outcome with its next change.
    await first.add([anEntry({ intentKey: 'two' })]);
    await browser.turns(200);
    expect(second.entries()[0]?.outcome?.kind).toBe('not-sent');
  });
});

describe('a running deletion', () => {
  test('gets an outcome only when its page is closed', async () => {
    const [tab, other] = [browser.open(), browser.open()];
    const log = open(aService, other);
    inTab(other, () => recordOrphanOutcomes(log));
    holdRunLock(tab, 'single');
    holdRunLock(tab, 'bulk');
    holdRunLock(other, 'running bulk');
    const outcome = { ...notSentOutcome('x'), kind: 'refused' as const };
    await open(aService, tab).add([
      anEntry({ intentKey: 'single' }),
      anEntry({ intentKey: 'sent', bulkKey: 'bulk', confirmedAt: 2 }),
      anEntry({ intentKey: 'ended', bulkKey: 'bulk', confirmedAt: 3, outcome, settledAt: 2 }),
      anEntry({ intentKey: 'waiting', bulkKey: 'bulk', confirmedAt: 4, sentAt: null }),
      anEntry({ intentKey: 'running', bulkKey: 'running bulk', confirmedAt: 5 }),
    ]);
    const kinds = () => log.entries().map((entry) => entry.outcome?.kind);
    await browser.pass(60_000);
    expect(kinds()).toEqual([undefined, undefined, 'refused', undefined, undefined]);
    browser.unload(tab);
    await browser.turns(150);
    expect(kinds()).toEqual(['unknown', 'unknown', 'refused', 'not-sent', undefined]);
    expect(log.entries()).toMatchObject([
      { sentAt: 2, settledAt: Date.now() },
      { outcome: { reason: 'The page was closed or reloaded before the response arrived.' } },
      { outcome, settledAt: 2 },
      { outcome: { reason: 'The page was closed or reloaded before the request was sent.' } },
      {},
    ]);
    expect((await visit()).entries()).toEqual(log.entries());
  });
});

function open(service = aService, tab: Tab = browser.open()) {
  return inTab(tab, () => createDeletionLog(service));
}

/** Opens the log as the next visit does. */
async function visit(service = aService) {
  const log = open(service);
  while (!log.isReady()) await browser.turns(10);
  await browser.turns(150);
  return log;
}

function keysOf(log: { entries: () => readonly DeletionEntry[] }) {
  return log.entries().map(({ intentKey }) => intentKey);
}

function manyEntries(count: number) {
  return Array.from({ length: count }, (_, at) => anEntry({ intentKey: `n${at}`, confirmedAt: at }));
}

/** Makes IndexedDB never respond. */
function hang() {
  vi.stubGlobal('indexedDB', { open: () => Reflect.construct(IDBOpenDBRequest, []) });
}

/** Writes a value into the database without the log. */
async function put(value: unknown) {
  await visit();
  const db = await openDB('workspace-console.3.data.sandbox');
  await db.put('entries', value);
  db.close();
}

/** Keeps a transaction open, so that all others wait. @returns a function that ends it */
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

/** Makes the database reject writes because its quota is used up. */
function refuseWrites() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}
