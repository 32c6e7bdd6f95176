import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type ServiceData, serviceDataOf } from './serviceData.ts';
import {
  type AddedInstance,
  addedRecord,
  addedSchema,
  decodeDatabases,
  inventoryKeys,
  type Service,
} from './storedData.ts';

export type { AddedInstance } from './storedData.ts';

/** The instances, protections and databases an admin has set for one workspace in this browser. Never a token. */
export type Inventory = {
  /** null until the admin changes them: the configured databases apply. */
  databases: readonly string[] | null;
  added: readonly AddedInstance[];
  /** Row keys of the rows that can't be deleted on this device. */
  protectedKeys: readonly string[];
  /** False until the stored inventory was read, or did not come within `readyTimeoutMs`. */
  isReady: boolean;
  /** False if the browser did not store a change, which then lasts as long as the page. */
  isStored: boolean;
  /** True if a later version of the console changed the stored data, so that this page can't read it. */
  isOutdated: boolean;
  add: (instances: readonly AddedInstance[]) => void;
  /** Removes instances from this browser's list. The service is not told. */
  forget: (instances: readonly { databaseName: string; id: string }[]) => void;
  setDatabases: (databases: readonly string[]) => void;
  setProtected: (rowKey: string, isProtected: boolean) => void;
};

/** How long the list waits for the stored inventory (ms). */
const readyTimeoutMs = 300;

/** One record to store. Without a value it is deleted. */
type Change = { key: string[]; value: unknown };
type InventoryStore = ReturnType<typeof createInventory>;

const inventories = new WeakMap<ServiceData, Map<string, InventoryStore>>();

/** Returns the inventory of a workspace, as stored in this browser for one service and shared by its tabs. */
export function inventoryOf(service: Service, workspaceSlug: string): InventoryStore {
  return inventoryIn(serviceDataOf(service), workspaceSlug);
}

/** Returns the inventory of a workspace in a given database. */
export function inventoryIn(data: ServiceData, workspaceSlug: string): InventoryStore {
  const ofData = inventories.get(data) ?? new Map<string, InventoryStore>();
  inventories.set(data, ofData);
  const inventory = ofData.get(workspaceSlug) ?? createInventory(data, workspaceSlug);
  ofData.set(workspaceSlug, inventory);
  return inventory;
}

/** Returns the inventory and re-renders the component when it changes. */
export function useInventory(service: Service, workspaceSlug: string): Inventory {
  return useStore(inventoryOf(service, workspaceSlug));
}

function createInventory(data: ServiceData, workspaceSlug: string) {
  /** The stored records by key, as this page knows them. */
  const stored = new Map<string, Change>();
  /** Changes of this page that are not stored yet. They are shown, and win over stored records. */
  const pending = new Map<string, Change>();
  let isComplete = false;

  const store = createStore<Inventory>()(() => ({
    databases: null,
    added: [],
    protectedKeys: [],
    isReady: false,
    isStored: true,
    isOutdated: data.status() === 'outdated',
    add(instances) {
      const now = Date.now();
      change(
        instances.map((instance, place) => ({
          key: inventoryKeys.added(workspaceSlug, instance.databaseName, instance.id),
          // A thousandth of a ms keeps the order of instances that were added together.
          value: addedRecord(instance, now + place / 1_000),
        })),
      );
    },
    forget(instances) {
      change(
        instances.map(({ databaseName, id }) => ({
          key: inventoryKeys.added(workspaceSlug, databaseName, id),
          value: undefined,
        })),
      );
    },
    setDatabases(databases) {
      change([{ key: inventoryKeys.databases(workspaceSlug), value: [...databases] }]);
    },
    setProtected(rowKey, isProtected) {
      change([
        { key: inventoryKeys.protected(workspaceSlug, rowKey), value: isProtected ? true : undefined },
      ]);
    },
  }));

  /** Shows the records, and replaces only the lists that differ, so that components can compare them by identity. */
  function publish() {
    set(decode([...new Map([...stored, ...pending]).values()]));
  }

  function set(changes: Partial<Inventory>) {
    const before: Partial<Record<string, unknown>> = store.getState();
    const differing = Object.entries(changes).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    );
    if (differing.length > 0) store.setState(Object.fromEntries(differing));
  }

  function change(changes: readonly Change[]) {
    const isShown = changes.some(({ key, value }) => {
      const text = JSON.stringify(key);
      const known = pending.get(text) ?? stored.get(text);
      return JSON.stringify(known?.value) !== JSON.stringify(value);
    });
    for (const one of changes) pending.set(JSON.stringify(one.key), one);
    // Every delete forgets its row, which is rarely an added one.
    if (isShown) publish();
    void storePending();
  }

  async function storePending() {
    const changes = [...pending];
    try {
      await data.write(['inventory'], async (transaction) => {
        const inventory = transaction.objectStore('inventory');
        const changed = await Promise.all(
          changes.map(async ([, { key, value }]) => {
            const before: unknown = await inventory.get(key);
            if (JSON.stringify(before) === JSON.stringify(value)) return [];
            await (value === undefined ? inventory.delete(key) : inventory.put(value, key));
            return [key];
          }),
        );
        return { keys: changed.flat(), result: undefined };
      });
      for (const [text, one] of changes) {
        apply(text, one);
        if (pending.get(text) === one) pending.delete(text);
      }
      set({ isStored: true });
    } catch {
      set({ isStored: false });
    }
  }

  function apply(text: string, record: Change) {
    if (record.value === undefined) stored.delete(text);
    else stored.set(text, record);
  }

  /** Reads the records of the given keys, or all of this workspace. */
  async function read(keys: readonly IDBValidKey[] | 'all') {
    const readsAll = keys === 'all' || !isComplete;
    const own = keys === 'all' ? [] : keys.filter(isOwnKey);
    if (!readsAll && own.length === 0) return;
    try {
      const records = await data.read(['inventory'], (transaction) => {
        const inventory = transaction.objectStore('inventory');
        return readsAll
          ? readRange(inventory, IDBKeyRange.bound([workspaceSlug], [workspaceSlug, []]))
          : Promise.all(own.map(async (key) => ({ key, value: await inventory.get(key) })));
      });
      if (readsAll) stored.clear();
      isComplete = true;
      for (const record of records) apply(JSON.stringify(record.key), record);
    } catch {
      // The next change that another tab announces tries again.
      isComplete = false;
    }
    publish();
    set({ isReady: true });
  }

  function isOwnKey(key: IDBValidKey): key is string[] {
    return Array.isArray(key) && key[0] === workspaceSlug;
  }

  data.onChange((keys) => void read(keys));
  data.onStatus(() => set({ isOutdated: data.status() === 'outdated' }));
  setTimeout(() => set({ isReady: true }), readyTimeoutMs);
  void read('all');
  return store;
}

type InventoryObjectStore = {
  getAll: (range: IDBKeyRange) => Promise<unknown[]>;
  getAllKeys: (range: IDBKeyRange) => Promise<string[][]>;
};

async function readRange(inventory: InventoryObjectStore, range: IDBKeyRange): Promise<Change[]> {
  const [keys, values] = await Promise.all([inventory.getAllKeys(range), inventory.getAll(range)]);
  return keys.map((key, place) => ({ key, value: values[place] }));
}

const storedAdded = v.object({ ...addedSchema.entries, addedAt: v.number() });

/** Returns the inventory that records describe. A record of another form is left out, without affecting the others. */
function decode(records: readonly Change[]): Pick<Inventory, 'databases' | 'added' | 'protectedKeys'> {
  const ofKind = (kind: string) => records.filter(({ key, value }) => key[1] === kind && value !== undefined);
  const added = ofKind('added').flatMap(({ value }) => (v.is(storedAdded, value) ? [value] : []));
  return {
    databases: decodeDatabases(ofKind('databases')[0]?.value),
    added: added
      .sort((a, b) => a.addedAt - b.addedAt)
      .map(({ databaseName, id, name }) => ({ databaseName, id, name })),
    protectedKeys: ofKind('protected').flatMap(({ key }) => key[2] ?? []),
  };
}

/** Removes an instance from the list of this browser, whichever workspace is open. */
export function forgetInstance(
  data: ServiceData,
  target: { workspaceSlug: string; databaseName: string; instanceId: string },
): void {
  const { workspaceSlug, databaseName, instanceId } = target;
  inventoryIn(data, workspaceSlug)
    .getState()
    .forget([{ databaseName, id: instanceId }]);
}
