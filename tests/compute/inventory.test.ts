// @vitest-environment jsdom
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getInventory } from '../../src/compute/inventory.ts';
import { readChosenDatabases } from '../../src/compute/listings.ts';
import { createServiceData } from '../../src/compute/serviceData.ts';
import { aService } from '../deletion/deletionFixtures.ts';
import { makeIndexedDbHang, runInTab, simulateBrowser } from '../deletion/simulateBrowser.ts';

const storageName = 'workspace-console.3.data.sandbox';
const anInstance = { databaseName: 'orders', id: 'i-1', name: 'one' };
const two = { databaseName: 'orders', id: 'i-2', name: null };
let browser: ReturnType<typeof simulateBrowser>;

beforeEach(() => {
  browser = simulateBrowser();
});
afterEach(() => browser.restore());

/** Opens the inventory of a workspace in a new tab. */
async function openInventory(workspaceSlug = 'acme') {
  const inventory = runInTab(browser.open(), () => getInventory(createServiceData(aService), workspaceSlug));
  await browser.runTurns(100);
  return inventory;
}

test('a reopened inventory has all changes and the added instances in the same order', async () => {
  const inventory = await openInventory();
  inventory.getState().add([two, anInstance]);
  inventory.getState().setProtected('k', true);
  inventory.getState().setDatabases(['payments']);
  const expectedState = {
    added: [two, anInstance],
    protectedKeys: ['k'],
    databases: ['payments'],
    isStored: true,
  };
  expect(inventory.getState()).toMatchObject(expectedState);
  await browser.runTurns(100);
  expect((await openInventory()).getState()).toMatchObject(expectedState);
  expect((await openInventory('other')).getState()).toMatchObject({
    added: [],
    protectedKeys: [],
    databases: null,
  });
});

test('the inventory merges changes that two tabs make at the same time', async () => {
  const [firstTab, secondTab] = [await openInventory(), await openInventory()];
  firstTab.getState().add([anInstance, two]);
  secondTab.getState().setProtected('theirs', true);
  await browser.advanceClock(300);
  firstTab.getState().forget([{ databaseName: 'orders', id: 'i-1' }]);
  secondTab.getState().setProtected('theirs', false);
  firstTab.getState().setProtected('ours', true);
  secondTab.getState().add([{ ...anInstance, id: 'i-3' }]);
  await browser.advanceClock(300);
  for (const inventory of [firstTab, secondTab, await openInventory()]) {
    expect(inventory.getState().added.map(({ id }) => id)).toEqual(['i-2', 'i-3']);
    expect(inventory.getState().protectedKeys).toEqual(['ours']);
  }
});

test('the inventory writes nothing and notifies no listener if nothing changes', async () => {
  const inventory = await openInventory();
  inventory.getState().add([anInstance]);
  await browser.runTurns(100);
  const listener = vi.fn();
  inventory.subscribe(listener);
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put');
  const deleteSpy = vi.spyOn(IDBObjectStore.prototype, 'delete');
  inventory.getState().forget([{ databaseName: 'orders', id: 'listed' }]);
  inventory.getState().setProtected('never', false);
  await browser.runTurns(100);
  expect([putSpy.mock.calls, deleteSpy.mock.calls, listener.mock.calls]).toEqual([[], [], []]);
});

test('after a change in another tab, the inventory reads only the changed record', async () => {
  const [firstTab, secondTab] = [await openInventory(), await openInventory()];
  const otherInventory = await openInventory('other');
  firstTab.getState().add([anInstance, two]);
  await browser.advanceClock(300);
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get');
  const readsOfAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  firstTab.getState().setProtected('k', true);
  await browser.runTurns(100);
  const countBefore = reads.mock.calls.length;
  await browser.advanceClock(300);
  expect(reads.mock.calls.slice(countBefore)).toEqual([[['acme', 'protected', 'k']]]);
  expect(readsOfAll).not.toHaveBeenCalled();
  expect(secondTab.getState().protectedKeys).toEqual(['k']);
  expect(otherInventory.getState().protectedKeys).toEqual([]);
});

test('the inventory skips malformed records and keeps valid records', async () => {
  const inventory = await openInventory();
  inventory.getState().add([anInstance]);
  await browser.runTurns(100);
  const db = await openDB(storageName);
  await db.put('inventory', { id: 7 }, ['acme', 'added', 'orders', 'broken']);
  await db.put('inventory', ['orders', 5], ['acme', 'databases']);
  await db.put('inventory', true, ['acme', 'unknown', 'x']);
  db.close();
  expect((await openInventory()).getState()).toMatchObject({
    added: [anInstance],
    databases: ['orders'],
    protectedKeys: [],
  });
});

test('the inventory keeps unstored changes and stores them with the next change', async () => {
  const inventory = await openInventory();
  browser.setStorage('refuses writes');
  inventory.getState().setDatabases(['orders', 'payments']);
  await browser.runTurns(100);
  expect(inventory.getState()).toMatchObject({ databases: ['orders', 'payments'], isStored: false });
  browser.setStorage('works');
  (await openInventory()).getState().setProtected('theirs', true);
  await browser.advanceClock(300);
  expect(inventory.getState()).toMatchObject({ protectedKeys: ['theirs'], isStored: false });
  inventory.getState().setProtected('ours', true);
  await browser.runTurns(100);
  expect(inventory.getState().isStored).toBe(true);
  expect((await openInventory()).getState()).toMatchObject({
    databases: ['orders', 'payments'],
    protectedKeys: ['ours', 'theirs'],
  });
});

test('the inventory is ready after 300 ms even if IndexedDB never responds', async () => {
  makeIndexedDbHang();
  const inventory = await openInventory();
  const onRead = vi.fn();
  void readChosenDatabases(createServiceData({ ...aService, serviceId: 'stuck' }), 'acme').then(onRead);
  await browser.advanceClock(290);
  expect(inventory.getState().isReady).toBe(false);
  expect(onRead).not.toHaveBeenCalled();
  await browser.advanceClock(20);
  expect(inventory.getState().isReady).toBe(true);
  expect(onRead).toHaveBeenCalledWith(null);
});

test('the inventory reports an outdated console if a later version has changed the database', async () => {
  const inventory = await openInventory();
  expect(inventory.getState().isOutdated).toBe(false);
  const laterVersion = await openDB(storageName, 9);
  await browser.runTurns(100);
  expect(inventory.getState().isOutdated).toBe(true);
  laterVersion.close();
  expect((await openInventory()).getState().isOutdated).toBe(true);
});
