// @vitest-environment jsdom
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inventoryIn } from '../../src/features/compute/inventory.ts';
import { readChosenDatabases } from '../../src/features/compute/listings.ts';
import { createServiceData } from '../../src/features/compute/serviceData.ts';
import { aService } from './deletion/deletionFixtures.ts';
import { inTab, tabsInOneProcess } from './deletion/tabsInOneProcess.ts';

const databaseName = 'workspace-console.3.data.sandbox';
const one = { databaseName: 'orders', id: 'i-1', name: 'one' };
const two = { databaseName: 'orders', id: 'i-2', name: null };
let browser: ReturnType<typeof tabsInOneProcess>;

beforeEach(() => {
  browser = tabsInOneProcess();
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.restore();
});

/** Opens the inventory of acme in a new tab. */
async function open(workspaceSlug = 'acme') {
  const inventory = inTab(browser.open(), () => inventoryIn(createServiceData(aService), workspaceSlug));
  await browser.turns(100);
  return inventory;
}

test('keeps every change for the next visit, in the order of the added instances', async () => {
  const inventory = await open();
  inventory.getState().add([two, one]);
  inventory.getState().setProtected('k', true);
  inventory.getState().setDatabases(['payments']);
  const changed = { added: [two, one], protectedKeys: ['k'], databases: ['payments'], isStored: true };
  expect(inventory.getState()).toMatchObject(changed);
  await browser.turns(100);
  expect((await open()).getState()).toMatchObject(changed);
  expect((await open('other')).getState()).toMatchObject({ added: [], protectedKeys: [], databases: null });
});

test('merges the changes of two tabs that were made at the same time', async () => {
  const [first, second] = [await open(), await open()];
  first.getState().add([one, two]);
  second.getState().setProtected('theirs', true);
  await browser.pass(300);
  first.getState().forget([{ databaseName: 'orders', id: 'i-1' }]);
  second.getState().setProtected('theirs', false);
  first.getState().setProtected('ours', true);
  second.getState().add([{ ...one, id: 'i-3' }]);
  await browser.pass(300);
  for (const inventory of [first, second, await open()]) {
    expect(inventory.getState().added.map(({ id }) => id)).toEqual(['i-2', 'i-3']);
    expect(inventory.getState().protectedKeys).toEqual(['ours']);
  }
});

test('reads only the changed records of its own workspace', async () => {
  const [first, second] = [await open(), await open()];
  const other = await open('other');
  first.getState().add([one, two]);
  await browser.pass(300);
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get');
  const all = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  first.getState().setProtected('k', true);
  await browser.turns(100);
  const before = reads.mock.calls.length;
  await browser.pass(300);
  expect(reads.mock.calls.slice(before)).toEqual([[['acme', 'protected', 'k']]]);
  expect(all).not.toHaveBeenCalled();
  expect(second.getState().protectedKeys).toEqual(['k']);
  expect(other.getState().protectedKeys).toEqual([]);
});

test('skips records of another form and keeps the others', async () => {
  const inventory = await open();
  inventory.getState().add([one]);
  await browser.turns(100);
  const db = await openDB(databaseName);
  await db.put('inventory', { id: 7 }, ['acme', 'added', 'orders', 'broken']);
  await db.put('inventory', ['orders', 5], ['acme', 'databases']);
  await db.put('inventory', true, ['acme', 'unknown', 'x']);
  db.close();
  expect((await open()).getState()).toMatchObject({ added: [one], databases: ['orders'], protectedKeys: [] });
});

test('keeps changes in memory if storage fails, and stores them with the next change', async () => {
  const inventory = await open();
  browser.setStorage('refuses');
  inventory.getState().setDatabases(['orders', 'payments']);
  await browser.turns(100);
  expect(inventory.getState()).toMatchObject({ databases: ['orders', 'payments'], isStored: false });
  browser.setStorage('works');
  (await open()).getState().setProtected('theirs', true);
  await browser.pass(300);
  expect(inventory.getState()).toMatchObject({ protectedKeys: ['theirs'], isStored: false });
  inventory.getState().setProtected('ours', true);
  await browser.turns(100);
  expect(inventory.getState().isStored).toBe(true);
  expect((await open()).getState()).toMatchObject({
    databases: ['orders', 'payments'],
    protectedKeys: ['ours', 'theirs'],
  });
});

test('is ready after 300 ms even if the browser never answers', async () => {
  vi.stubGlobal('indexedDB', { open: () => Reflect.construct(IDBOpenDBRequest, []) });
  const inventory = await open();
  const chosen = vi.fn();
  void readChosenDatabases(createServiceData({ ...aService, serviceId: 'stuck' }), 'acme').then(chosen);
  await browser.pass(290);
  expect(inventory.getState().isReady).toBe(false);
  expect(chosen).not.toHaveBeenCalled();
  await browser.pass(20);
  expect(inventory.getState().isReady).toBe(true);
  expect(chosen).toHaveBeenCalledWith(null);
});

test('says that the page is outdated if a later version has changed the stored data', async () => {
  const inventory = await open();
  expect(inventory.getState().isOutdated).toBe(false);
  const later = await openDB(databaseName, 9);
  await browser.turns(100);
  expect(inventory.getState().isOutdated).toBe(true);
  later.close();
  expect((await open()).getState().isOutdated).toBe(true);
});
