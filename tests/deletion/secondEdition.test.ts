// @vitest-environment jsdom
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getInventory } from '../../src/compute/inventory.ts';
import { createDeletionLog } from '../../src/deletion/deletionLog.ts';
import { recordOrphanOutcomes } from '../../src/deletion/orphanOutcomes.ts';
import { countUnresolvedOfOtherServices } from '../../src/deletion/SignOutGuard.tsx';
import { adoptOldItem } from '../../src/ui/storage.ts';
import { anEndedEntry, anEntry, anOutcome, aService } from './deletionFixtures.ts';
import { holdRunLock, runInTab, simulateBrowser, type Tab } from './simulateBrowser.ts';

let browser: ReturnType<typeof simulateBrowser>;
const oldLogName = 'workspace-console.deletions./api';
const oldInventoryName = 'workspace-console.inventory.["/api","acme"]';
const anInstance = { databaseName: 'orders', id: 'i-1', name: 'one' };
const two = { databaseName: 'orders', id: 'i-2', name: null };
const oldInventory = { databases: ['payments'], added: [two, 7, anInstance], protectedKeys: ['k', null] };
const oldEntry = anEndedEntry('deleted', { intentKey: 'old' });

beforeEach(() => {
  browser = simulateBrowser();
  localStorage.clear();
});
afterEach(() => browser.restore());

test('only the first service at a URL gets the data of an earlier version', async () => {
  await putOldEntry(oldEntry);
  localStorage.setItem(oldInventoryName, JSON.stringify(oldInventory));
  localStorage.setItem('workspace-console.inventory.["/elsewhere","acme"]', JSON.stringify(oldInventory));
  const firstTab = await openTab();
  expect(firstTab.log.entries()).toMatchObject([{ intentKey: 'old', sequence: 1 }]);
  expect(firstTab.inventory()).toMatchObject({
    databases: ['payments'],
    added: [two, anInstance],
    protectedKeys: ['k'],
  });
  const otherTab = await openTab({ ...aService, serviceId: 'other' });
  expect(otherTab.log.entries()).toEqual([]);
  expect(otherTab.inventory()).toMatchObject({ databases: null, added: [], protectedKeys: [] });
});

test('a service gets no old data if another service has adopted the old preferences', async () => {
  await putOldEntry(oldEntry);
  localStorage.setItem(oldInventoryName, JSON.stringify(oldInventory));
  localStorage.setItem('preferences', 'theirs');
  const adopt = vi.fn();
  adoptOldItem(() => localStorage, 'preferences', { ...aService, serviceId: 'other' }, adopt);
  expect(adopt).toHaveBeenCalledWith('theirs');
  const firstTab = await openTab();
  expect(firstTab.log.entries()).toEqual([]);
  expect(firstTab.inventory().databases).toBeNull();
});

test('a service gets no old preferences if another service has adopted the old log', async () => {
  await putOldEntry(oldEntry);
  await openTab();
  localStorage.setItem('preferences', 'theirs');
  const adopt = vi.fn();
  adoptOldItem(() => localStorage, 'preferences', { ...aService, serviceId: 'other' }, adopt);
  expect(adopt).not.toHaveBeenCalled();
});

test('old data is copied only once, even if a tab of the earlier version writes later', async () => {
  await putOldEntry(oldEntry);
  localStorage.setItem(oldInventoryName, JSON.stringify(oldInventory));
  const firstTab = await openTab();
  firstTab.inventory().forget([{ databaseName: 'orders', id: 'i-1' }]);
  firstTab.inventory().setProtected('k', false);
  await firstTab.log.clear();
  // A tab of the earlier version writes the whole inventory with each change.
  localStorage.setItem(oldInventoryName, JSON.stringify({ ...oldInventory, databases: ['theirs'] }));
  await putOldEntry(anEndedEntry('deleted', { intentKey: 'later' }));
  const nextTab = await openTab();
  expect(nextTab.log.entries()).toEqual([]);
  expect(nextTab.inventory()).toMatchObject({ databases: ['payments'], added: [two], protectedKeys: [] });
});

test('the search for old data creates no old deletion log', async () => {
  await openTab();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toEqual(['workspace-console.3.data.sandbox']);
});

test.each([
  ['keeps the stored outcome', { outcome: anOutcome('deleted'), settledAt: 5 }, 'deleted'],
  ['is unknown without a stored outcome', {}, 'unknown'],
])('a deletion in a closed tab of the earlier version %s', async (_, outcomeFields, kind) => {
  const laterFields = { sentAt: 4, ...outcomeFields };
  const oldTab = browser.open();
  holdRunLock(oldTab, 'bulk');
  const runningEntry = anEntry({ intentKey: 'open', bulkKey: 'bulk', sentAt: null });
  await putOldEntry(runningEntry);
  const { log } = await openTab();
  expect(log.entries()).toMatchObject([{ intentKey: 'open', outcome: null }]);
  await putOldEntry({ ...runningEntry, ...laterFields });
  browser.close(oldTab);
  await browser.advanceClock(600);
  for (const anyLog of [log, (await openTab()).log])
    expect(anyLog.entries()).toMatchObject([{ intentKey: 'open', ...laterFields, outcome: { kind } }]);
});

test('each unresolved deletion of another service is counted once', async () => {
  await putOldEntry(anEndedEntry('unknown', { intentKey: 'copied' }));
  const { log } = await openTab();
  const otherTab = await openTab({ ...aService, serviceId: 'other' });
  expect(await countUnresolvedOfOtherServices(log)).toBe(0);
  await otherTab.log.add([
    anEndedEntry('unknown', { intentKey: 'unknown' }),
    anEndedEntry('deleted', { intentKey: 'deleted' }),
    anEndedEntry('unknown', { intentKey: 'dismissed', dismissed: true }),
  ]);
  await putOldEntry(anEndedEntry('unknown', { intentKey: 'old' }));
  expect(await countUnresolvedOfOtherServices(log)).toBe(2);
  expect(await countUnresolvedOfOtherServices(otherTab.log)).toBe(2);
});

test('a sign-out clears the old and new deletion logs and keeps the inventories', async () => {
  const otherTab = await openTab({ ...aService, serviceId: 'other' });
  await otherTab.log.add([anEndedEntry('deleted', { intentKey: 'theirs' })]);
  otherTab.inventory().add([anInstance]);
  await putOldEntry(oldEntry);
  const { log } = await openTab();
  await log.clear();
  await browser.advanceClock(300);
  expect((await openTab({ ...aService, serviceId: 'other' })).log.entries()).toEqual([]);
  expect((await openTab({ ...aService, serviceId: 'other' })).inventory().added).toEqual([anInstance]);
  const db = await openDB(oldLogName);
  expect(await db.getAll('entries')).toEqual([]);
  db.close();
});

async function openTab(service = aService, tab: Tab = browser.open()) {
  const openedData = runInTab(tab, () => {
    const log = createDeletionLog(service);
    recordOrphanOutcomes(log);
    return { log, inventory: getInventory(log.data, 'acme').getState };
  });
  await browser.runTurns(300);
  return openedData;
}

/** Stores an entry as the earlier version of the console did. */
async function putOldEntry(entry: ReturnType<typeof anEntry>) {
  const db = await openDB(oldLogName, 1, {
    upgrade: (created) => void created.createObjectStore('entries', { keyPath: 'intentKey' }),
  });
  const { sequence, name, created, ...old } = entry;
  await db.put('entries', old).finally(() => db.close());
}
