import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { type ServiceData, serviceDataOf } from './serviceData.ts';
import {
  type AddedInstance,
  addedSchema,
  decodeDatabases,
  inventoryKeys,
  type Service,
} from './storedData.ts';

/** The instances, protections and databases an admin has set for one workspace in this browser. Never a token. */
type Inventory = {
  /** null until the admin changes them: the configured databases apply. */
  databases: readonly string[] | null;
  added: readonly AddedInstance[];
  /** Row keys of the rows that can't be deleted on this device. */
  protectedKeys: readonly string[];
  /** False until the stored inventory was read, or `readyTimeoutMs` is over. */
  isReady: boolean;
  /** False if the browser can't store changes, which then last as long as the page. */
  isStored: boolean;
  /** True if this page can't read the stored data, because a later version of the console has changed it. */
  isOutdated: boolean;
  add: (instances: readonly AddedInstance[]) => void;
  /** Removes added instances from the list. It deletes nothing in the service. */
  forget: (instances: readonly { databaseName: string; id: string }[]) => void;
  setDatabases: (databases: readonly string[]) => void;
  setProtected: (rowKey: string, isProtected: boolean) => void;
};

const readyTimeoutMs = 300;

/** A record of the database. Without a value it is deleted. */
type InventoryRecord = { key: string[]; value: unknown };
type InventoryStore = ReturnType<typeof createInventory>;

const inventoriesByData = new WeakMap<ServiceData, Map<string, InventoryStore>>();

/** Returns the inventory of a workspace, which the tabs of this browser share. */
export function inventoryOf(service: Service, workspaceSlug: string): InventoryStore {
  return inventoryIn(serviceDataOf(service), workspaceSlug);
}

/** Returns the inventory of a workspace in a given database. */
export function inventoryIn(data: ServiceData, workspaceSlug: string): InventoryStore {
  const byWorkspace = inventoriesByData.get(data) ?? new Map<string, InventoryStore>();
  inventoriesByData.set(data, byWorkspace);
  const inventory = byWorkspace.get(workspaceSlug) ?? createInventory(data, workspaceSlug);
  byWorkspace.set(workspaceSlug, inventory);
  return inventory;
}

function createInventory(data: ServiceData, workspaceSlug: string) {
  /** The records of the workspace, as this page knows them. */
  const records = new Map<string, InventoryRecord>();
  /** Keys in `records` that this page has changed and not stored yet. */
  const unsaved = new Set<string>();
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
      change(
        instances.map((instance, index) => ({
          key: inventoryKeys.added(workspaceSlug, instance.databaseName, instance.id),
          // A thousandth of a ms keeps the order of instances that were added together.
          value: { ...instance, addedAt: now + index / 1_000 },
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
  function publishRecords() {
    set(decode([...records.values()]));
  }

  function set(changes: Partial<Inventory>) {
    const before: Partial<Record<string, unknown>> = store.getState();
    const differing = Object.entries(changes).filter(([name, value]) => !isSame(value, before[name]));
    if (differing.length > 0) store.setState(Object.fromEntries(differing));
  }

  function change(changed: readonly InventoryRecord[]) {
    let hasVisibleChange = false;
    for (const record of changed) {
      const text = JSON.stringify(record.key);
      hasVisibleChange ||= !isSame(records.get(text)?.value, record.value);
      records.set(text, record);
      unsaved.add(text);
    }
    // Every delete forgets its row, which is rarely an added one.
    if (hasVisibleChange) publishRecords();
    void storeUnsaved();
  }

  async function storeUnsaved() {
    const recordsToStore = [...unsaved].flatMap((text) => records.get(text) ?? []);
    try {
      await data.write(['inventory'], async (transaction) => {
        const inventory = transaction.objectStore('inventory');
        const changedKeys = await Promise.all(
          recordsToStore.map(async ({ key, value }) => {
            if (isSame(await inventory.get(key), value)) return [];
            await (value === undefined ? inventory.delete(key) : inventory.put(value, key));
            return [key];
          }),
        );
        return { keys: changedKeys.flat(), result: undefined };
      });
      for (const record of recordsToStore) {
        const text = JSON.stringify(record.key);
        if (records.get(text) === record) unsaved.delete(text);
      }
      set({ isStored: true });
    } catch {
      set({ isStored: false });
    }
  }

  /** Reads the records of the given keys, or all of this workspace. */
  async function read(keys: readonly IDBValidKey[] | 'all') {
    const readsAll = keys === 'all' || !hasReadAll;
    const keysOfWorkspace = keys === 'all' ? [] : keys.filter(isOfWorkspace);
    if (!readsAll && keysOfWorkspace.length === 0) return;
    try {
      const stored = await data.read(['inventory'], async (transaction) => {
        const inventory = transaction.objectStore('inventory');
        if (!readsAll)
          return Promise.all(keysOfWorkspace.map(async (key) => ({ key, value: await inventory.get(key) })));
        const range = IDBKeyRange.bound([workspaceSlug], [workspaceSlug, []]);
        const [all, values] = await Promise.all([inventory.getAllKeys(range), inventory.getAll(range)]);
        return all.map((key, index) => ({ key, value: values[index] }));
      });
      if (readsAll) for (const text of records.keys()) if (!unsaved.has(text)) records.delete(text);
      hasReadAll = true;
      for (const record of stored) {
        const text = JSON.stringify(record.key);
        if (!unsaved.has(text)) records.set(text, record);
      }
    } catch {
      // The next change that another tab announces tries again.
      hasReadAll = false;
    }
    publishRecords();
    set({ isReady: true });
  }

  function isOfWorkspace(key: IDBValidKey): key is string[] {
    return Array.isArray(key) && key[0] === workspaceSlug;
  }

  data.onChange((keys) => void read(keys));
  data.onStatus(() => set({ isOutdated: data.status() === 'outdated' }));
  setTimeout(() => set({ isReady: true }), readyTimeoutMs);
  void read('all');
  return store;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** `addedAt` orders the instances (ms). */
const storedAdded = v.object({ ...addedSchema.entries, addedAt: v.number() });

/** Returns the inventory that records describe. A record of another form is left out, without affecting the others. */
function decode(
  records: readonly InventoryRecord[],
): Pick<Inventory, 'databases' | 'added' | 'protectedKeys'> {
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
