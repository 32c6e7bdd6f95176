import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import type { ServiceData } from './serviceData.ts';
import { type AddedInstance, addedInstanceSchema, decodeDatabases, inventoryKeys } from './storedData.ts';

/** The added instances, protected rows and chosen databases of one workspace in this browser. */
type Inventory = {
  /** The databases that the admin chose. null means that the configured databases apply. */
  databases: readonly string[] | null;
  added: readonly AddedInstance[];
  /** Row keys of the rows that are protected on this device. */
  protectedKeys: readonly string[];
  /** False until the first read of the stored inventory ends or `readyTimeoutMs` has passed. */
  isReady: boolean;
  /** False if the browser could not store the last change. The change then lasts until the page closes. */
  isStored: boolean;
  /** True if a later version of the console changed the stored data, so this page can't read the data. */
  isOutdated: boolean;
  add: (instances: readonly AddedInstance[]) => void;
  /** Removes added instances from the list. Sends no request to the service. */
  forget: (instances: readonly { databaseName: string; id: string }[]) => void;
  setDatabases: (databases: readonly string[]) => void;
  setProtected: (rowKey: string, isProtected: boolean) => void;
};

const readyTimeoutMs = 300;

/** A record of the inventory. If the value is undefined, the record is deleted from IndexedDB. */
type InventoryRecord = { key: string[]; value: unknown };
type InventoryStore = ReturnType<typeof createInventory>;

const inventoriesByData = new WeakMap<ServiceData, Map<string, InventoryStore>>();

/** Returns the inventory of a workspace, and creates it if this page has not created it yet. */
export function getInventory(data: ServiceData, workspaceSlug: string): InventoryStore {
  const byWorkspace = inventoriesByData.get(data) ?? new Map<string, InventoryStore>();
  inventoriesByData.set(data, byWorkspace);
  const inventory = byWorkspace.get(workspaceSlug) ?? createInventory(data, workspaceSlug);
  byWorkspace.set(workspaceSlug, inventory);
  return inventory;
}

function createInventory(data: ServiceData, workspaceSlug: string) {
  /** The latest known records of the workspace, by the JSON of their keys. */
  const records = new Map<string, InventoryRecord>();
  /** Keys of the records that this page has changed but not stored yet. */
  const unsavedKeys = new Set<string>();
  let hasReadAll = false;

  const store = createStore<Inventory>()(() => ({
    databases: null,
    added: [],
    protectedKeys: [],
    isReady: false,
    isStored: true,
    isOutdated: data.status() === 'outdated',
    add(instances) {
      const now = Date.now();
      changeRecords(
        instances.map((instance, index) => ({
          key: inventoryKeys.added(workspaceSlug, instance.databaseName, instance.id),
          // Instances that are added together need different times, because `addedAt` sets their order.
          value: { ...instance, addedAt: now + index / 1_000 },
        })),
      );
    },
    forget(instances) {
      changeRecords(
        instances.map(({ databaseName, id }) => ({
          key: inventoryKeys.added(workspaceSlug, databaseName, id),
          value: undefined,
        })),
      );
    },
    setDatabases(databases) {
      changeRecords([{ key: inventoryKeys.databases(workspaceSlug), value: [...databases] }]);
    },
    setProtected(rowKey, isProtected) {
      changeRecords([
        { key: inventoryKeys.protected(workspaceSlug, rowKey), value: isProtected ? true : undefined },
      ]);
    },
  }));

  function publishRecords() {
    setIfChanged(decodeInventory([...records.values()]));
  }

  /** Sets only the values that changed, because a new list with the same content would render components again. */
  function setIfChanged(changes: Partial<Inventory>) {
    const previousState: Partial<Record<string, unknown>> = store.getState();
    const changedValues = Object.entries(changes).filter(
      ([name, value]) => !isSameJson(value, previousState[name]),
    );
    if (changedValues.length > 0) store.setState(Object.fromEntries(changedValues));
  }

  function changeRecords(changed: readonly InventoryRecord[]) {
    let hasVisibleChange = false;
    for (const record of changed) {
      const keyText = JSON.stringify(record.key);
      hasVisibleChange ||= !isSameJson(records.get(keyText)?.value, record.value);
      records.set(keyText, record);
      unsavedKeys.add(keyText);
    }
    // After a deletion, `forget` usually changes nothing, because most deleted instances were never added.
    if (hasVisibleChange) publishRecords();
    void storeUnsavedRecords();
  }

  async function storeUnsavedRecords() {
    const recordsToStore = [...unsavedKeys].flatMap((keyText) => records.get(keyText) ?? []);
    try {
      await data.write(['inventory'], async (transaction) => {
        const inventory = transaction.objectStore('inventory');
        const changedKeys = await Promise.all(
          recordsToStore.map(async ({ key, value }) => {
            if (isSameJson(await inventory.get(key), value)) return [];
            await (value === undefined ? inventory.delete(key) : inventory.put(value, key));
            return [key];
          }),
        );
        return { keys: changedKeys.flat(), result: undefined };
      });
      for (const record of recordsToStore) {
        const keyText = JSON.stringify(record.key);
        if (records.get(keyText) === record) unsavedKeys.delete(keyText);
      }
      setIfChanged({ isStored: true });
    } catch {
      setIfChanged({ isStored: false });
    }
  }

  /** Reads the records with the given keys, or all records of this workspace. */
  async function readRecords(keys: readonly IDBValidKey[] | 'all') {
    const readsAll = keys === 'all' || !hasReadAll;
    const keysOfWorkspace = keys === 'all' ? [] : keys.filter(isOfWorkspace);
    if (!readsAll && keysOfWorkspace.length === 0) return;
    try {
      const storedRecords = await data.read(['inventory'], async (transaction) => {
        const inventory = transaction.objectStore('inventory');
        if (!readsAll)
          return Promise.all(keysOfWorkspace.map(async (key) => ({ key, value: await inventory.get(key) })));
        const range = IDBKeyRange.bound([workspaceSlug], [workspaceSlug, []]);
        const [keysInRange, values] = await Promise.all([
          inventory.getAllKeys(range),
          inventory.getAll(range),
        ]);
        return keysInRange.map((key, index) => ({ key, value: values[index] }));
      });
      if (readsAll)
        for (const keyText of records.keys()) if (!unsavedKeys.has(keyText)) records.delete(keyText);
      hasReadAll = true;
      for (const record of storedRecords) {
        const keyText = JSON.stringify(record.key);
        if (!unsavedKeys.has(keyText)) records.set(keyText, record);
      }
    } catch {
      // This read failed, so this page must read all records after the next change in another tab.
      hasReadAll = false;
    }
    publishRecords();
    setIfChanged({ isReady: true });
  }

  function isOfWorkspace(key: IDBValidKey): key is string[] {
    return Array.isArray(key) && key[0] === workspaceSlug;
  }

  data.onChange((keys) => void readRecords(keys));
  data.onStatusChange(() => setIfChanged({ isOutdated: data.status() === 'outdated' }));
  setTimeout(() => setIfChanged({ isReady: true }), readyTimeoutMs);
  void readRecords('all');
  return store;
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** An added instance in IndexedDB. `addedAt` (ms) sets the order of the added instances. */
const storedInstanceSchema = v.object({ ...addedInstanceSchema.entries, addedAt: v.number() });

/** Decodes the records of an inventory. Skips malformed records. */
function decodeInventory(
  records: readonly InventoryRecord[],
): Pick<Inventory, 'databases' | 'added' | 'protectedKeys'> {
  const findValues = (kind: string) =>
    records.filter(({ key, value }) => key[1] === kind && value !== undefined);
  const addedInstances = findValues('added').flatMap(({ value }) =>
    v.is(storedInstanceSchema, value) ? [value] : [],
  );
  return {
    databases: decodeDatabases(findValues('databases')[0]?.value),
    added: addedInstances
      .sort((a, b) => a.addedAt - b.addedAt)
      .map(({ databaseName, id, name }) => ({ databaseName, id, name })),
    protectedKeys: findValues('protected').flatMap(({ key }) => key[2] ?? []),
  };
}
