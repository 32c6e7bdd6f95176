// @vitest-environment jsdom
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notSentOutcome } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { createDeletionLog } from '../../../src/features/compute/deletion/deletionLog.ts';
import { recordOrphanOutcomes } from '../../../src/features/compute/deletion/orphanOutcomes.ts';
import { countOtherUnfinished } from '../../../src/features/compute/deletion/SignOutGuard.tsx';
import { inventoryOf } from '../../../src/features/compute/inventory.ts';
import { adoptOldItem } from '../../../src/ui/storage.ts';
import { anEntry, aService } from './deletionFixtures.ts';
import { holdRunLock, inTab, type Tab, tabsInOneProcess } from './tabsInOneProcess.ts';

let browser: ReturnType<typeof tabsInOneProcess>;
const oldLog = 'workspace-console.deletions./api';
const oldInventory = 'workspace-console.inventory.["/api","acme"]';
const one = { databaseName: 'orders', id: 'i-1', name: 'one' };
const two = { databaseName: 'orders', id: 'i-2', name: null };
const kept = { databases: ['payments'], added: [two, 7, one], protectedKeys: ['k', null] };

beforeEach(() => {
  browser = tabsInOneProcess();
  localStorage.clear();
});
afterEach(() => browser.restore());

test('copies data of the second edition only to the first service at its URL', async () => {
  await putOld(anEntry({ intentKey: 'old', outcome: notSentOutcome(''), settledAt: 3 }));
  localStorage.setItem(oldInventory, JSON.stringify(kept));
  localStorage.setItem('workspace-console.inventory.["/elsewhere","acme"]', JSON.stringify(kept));
  const first = await open();
  expect(first.log.entries()).toMatchObject([{ intentKey: 'old', sequence: 1 }]);
  expect(first.inventory()).toMatchObject({
    databases: ['payments'],
    added: [two, one],
    protectedKeys: ['k'],
  });
  const other = await open({ ...aService, serviceId: 'other' });
  expect(other.log.entries()).toEqual([]);
  expect(other.inventory()).toMatchObject({ databases: null, added: [], protectedKeys: [] });
});

test('only the service that adopts preferences adopts the log and the inventory', async () => {
  await putOld(anEntry({ intentKey: 'old', outcome: notSentOutcome(''), settledAt: 3 }));
  localStorage.setItem(oldInventory, JSON.stringify(kept));
  localStorage.setItem('preferences', 'theirs');
  const adopt = vi.fn();
  adoptOldItem(() => localStorage, 'preferences', { ...aService, serviceId: 'other' }, adopt);
  expect(adopt).toHaveBeenCalledWith('theirs');
  const first = await open();
  expect(first.log.entries()).toEqual([]);
  expect(first.inventory().databases).toBeNull();
});

test('only the service that adopts the log adopts preferences', async () => {
  await putOld(anEntry({ intentKey: 'old', outcome: notSentOutcome(''), settledAt: 3 }));
  await open();
  localStorage.setItem('preferences', 'theirs');
  const adopt = vi.fn();
  adoptOldItem(() => localStorage, 'preferences', { ...aService, serviceId: 'other' }, adopt);
  expect(adopt).not.toHaveBeenCalled();
});

test('neither restores removed entries nor copies later writes of an old tab', async () => {
  await putOld(anEntry({ intentKey: 'old', outcome: notSentOutcome(''), settledAt: 3 }));
  localStorage.setItem(oldInventory, JSON.stringify(kept));
  const first = await open();
  first.inventory().forget([{ databaseName: 'orders', id: 'i-1' }]);
  first.inventory().setProtected('k', false);
  await first.log.clear();
  // A tab of the second edition repeatedly writes its whole inventory.
  localStorage.setItem(oldInventory, JSON.stringify({ ...kept, databases: ['theirs'] }));
  await putOld(anEntry({ intentKey: 'later', outcome: notSentOutcome(''), settledAt: 4 }));
  const next = await open();
  expect(next.log.entries()).toEqual([]);
  expect(next.inventory()).toMatchObject({ databases: ['payments'], added: [two], protectedKeys: [] });
});

test('creates no database of the second edition if there was none', async () => {
  await open();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toEqual(['workspace-console.3.data.sandbox']);
});

const deleted = { ...notSentOutcome(''), kind: 'deleted' as const };

test.each([
  ['deleted, as the old tab stored it', { outcome: deleted, sentAt: 4, settledAt: 5 }, 'deleted'],
  ['unknown, if only its request was stored', { sentAt: 4 }, 'unknown'],
])('a deletion that runs in a tab of the second edition ends as %s', async (_, later, kind) => {
  const oldTab = browser.open();
  holdRunLock(oldTab, 'bulk');
  const running = anEntry({ intentKey: 'open', bulkKey: 'bulk', sentAt: null });
  await putOld(running);
  const { log } = await open();
  expect(log.entries()).toMatchObject([{ intentKey: 'open', outcome: null }]);
  await putOld({ ...running, ...later });
  browser.unload(oldTab);
  await browser.pass(600);
  for (const one of [log, (await open()).log])
    expect(one.entries()).toMatchObject([{ intentKey: 'open', ...later, outcome: { kind } }]);
});

test('counts each unresolved deletion of another service once', async () => {
  const unknown = { ...notSentOutcome(''), kind: 'unknown' as const };
  await putOld(anEntry({ intentKey: 'adopted', outcome: unknown, settledAt: 3 }));
  const { log } = await open();
  const other = await open({ ...aService, serviceId: 'other' });
  expect(await countOtherUnfinished(log)).toBe(0);
  await other.log.add([
    anEntry({ intentKey: 'unknown', outcome: unknown, settledAt: 3 }),
    anEntry({ intentKey: 'deleted', outcome: { ...unknown, kind: 'deleted' }, settledAt: 3 }),
    anEntry({ intentKey: 'dismissed', outcome: unknown, settledAt: 3, dismissed: true }),
  ]);
  await putOld(anEntry({ intentKey: 'old', outcome: unknown, settledAt: 3 }));
  expect(await countOtherUnfinished(log)).toBe(2);
  expect(await countOtherUnfinished(other.log)).toBe(2);
});

test('clears the logs of both editions on sign-out, and keeps the inventories', async () => {
  const other = await open({ ...aService, serviceId: 'other' });
  await other.log.add([anEntry({ intentKey: 'theirs', outcome: notSentOutcome(''), settledAt: 3 })]);
  other.inventory().add([one]);
  await putOld(anEntry({ intentKey: 'old', outcome: notSentOutcome(''), settledAt: 3 }));
  const { log } = await open();
  await log.clear();
  await browser.pass(300);
  expect((await open({ ...aService, serviceId: 'other' })).log.entries()).toEqual([]);
  expect((await open({ ...aService, serviceId: 'other' })).inventory().added).toEqual([one]);
  const db = await openDB(oldLog);
  expect(await db.getAll('entries')).toEqual([]);
  db.close();
});

async function open(service = aService, tab: Tab = browser.open()) {
  const opened = inTab(tab, () => {
    const log = createDeletionLog(service);
    recordOrphanOutcomes(log);
    return { log, inventory: inventoryOf(log.data, 'acme').getState };
  });
  await browser.turns(300);
  return opened;
}

/** Stores an entry as the second edition did. */
async function putOld(entry: ReturnType<typeof anEntry>) {
  const db = await openDB(oldLog, 1, {
    upgrade: (created) => void created.createObjectStore('entries', { keyPath: 'intentKey' }),
  });
  const { sequence, name, created, ...old } = entry;
  await db.put('entries', old).finally(() => db.close());
}
