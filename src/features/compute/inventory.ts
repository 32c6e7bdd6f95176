import * as v from 'valibot';
import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { instanceKey } from './instanceRow.ts';

export type AddedInstance = v.InferOutput<typeof addedSchema>;

/** What the admin told this browser about a workspace's instances. No token is ever near it. */
type Kept = v.InferOutput<typeof keptSchema>;

export type Inventory = Kept & {
  /** False where the browser took no change: the list then lives as long as the page. */
  isStored: boolean;
  add: (instances: readonly AddedInstance[]) => void;
  /** Takes instances off this browser's list. The service is not told. */
  forget: (gone: readonly { databaseName: string; id: string }[]) => void;
  setDatabases: (databases: readonly string[]) => void;
  setProtected: (key: string, isProtected: boolean) => void;
};

const addedSchema = v.object({ databaseName: v.string(), id: v.string(), name: v.nullable(v.string()) });

const keptSchema = v.object({
  /** null as long as the admin changed nothing: the configured databases stand. */
  databases: v.fallback(v.nullable(entriesOf(v.string())), null),
  added: v.fallback(entriesOf(addedSchema), []),
  /** Row keys on which Delete is disabled on this device. */
  protectedKeys: v.fallback(entriesOf(v.string()), []),
});

/** A list without those entries that are something else: one odd entry must not lose the others. */
function entriesOf<Item>(item: v.GenericSchema<unknown, Item>) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((entries) => entries.filter((entry): entry is Item => v.is(item, entry))),
  );
}

type InventoryStore = ReturnType<typeof createInventoryStore>;

// One store for all who ask: the page, the palette and a deletion that forgets what it deleted.
const stores = new Map<string, InventoryStore>();

/** The inventory of a workspace: kept in localStorage per service and workspace, in sync over tabs. */
export function inventoryOf(serviceUrl: string, workspaceSlug: string): InventoryStore {
  const name = `workspace-console.inventory.${JSON.stringify([serviceUrl, workspaceSlug])}`;
  const known = stores.get(name);
  if (known !== undefined) return known;
  const store = createInventoryStore(name);
  stores.set(name, store);
  window.addEventListener('storage', ({ key }) => {
    if (key === name) void store.persist.rehydrate();
  });
  return store;
}

/** The same for components, drawn anew when it changes. */
export function useInventory(serviceUrl: string, workspaceSlug: string): Inventory {
  return useStore(inventoryOf(serviceUrl, workspaceSlug));
}

function createInventoryStore(name: string) {
  const store = createStore<Inventory>()(
    persist(
      (set): Inventory => ({
        databases: null,
        added: [],
        protectedKeys: [],
        isStored: true,
        add: (instances) => set(({ added }) => ({ added: [...added, ...instances] })),
        forget(gone) {
          const keys = new Set(gone.map(({ databaseName, id }) => instanceKey(databaseName, id)));
          set((state) => {
            const added = state.added.filter(
              ({ databaseName, id }) => !keys.has(instanceKey(databaseName, id)),
            );
            return added.length === state.added.length ? state : { added };
          });
        },
        setDatabases: (databases) => set({ databases: [...databases] }),
        setProtected: (key, isProtected) =>
          set(({ protectedKeys }) => {
            const others = protectedKeys.filter((one) => one !== key);
            return { protectedKeys: isProtected ? [...others, key] : others };
          }),
      }),
      {
        name,
        partialize: ({ databases, added, protectedKeys }): Kept => ({ databases, added, protectedKeys }),
        storage: {
          getItem: () => ({ state: readKept(name) }),
          setItem: (_, { state }) => tell(isWritten(name, state)),
          removeItem: () => localStorage.removeItem(name),
        },
        merge: (stored, present) => merged(v.parse(keptSchema, stored), present),
      },
    ),
  );

  function tell(isStored: boolean) {
    if (store.getState().isStored !== isStored) store.setState({ isStored });
  }
  return store;
}

/** What had no room here goes on as it is; but what another tab protects is protected here too. */
function merged(stored: Kept, present: Inventory): Inventory {
  if (present.isStored) return { ...present, ...stored };
  const protectedKeys = [...new Set([...present.protectedKeys, ...stored.protectedKeys])];
  return { ...present, protectedKeys };
}

function readKept(name: string): Kept {
  try {
    return v.parse(keptSchema, JSON.parse(localStorage.getItem(name) ?? '{}'));
  } catch {
    return v.parse(keptSchema, {});
  }
}

function isWritten(name: string, kept: Kept): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Takes an instance off the list that this browser keeps, whether that list is on the screen or not. */
export function forgetInstance(
  serviceUrl: string,
  target: { workspaceSlug: string; databaseName: string; instanceId: string },
): void {
  const { workspaceSlug, databaseName, instanceId } = target;
  inventoryOf(serviceUrl, workspaceSlug)
    .getState()
    .forget([{ databaseName, id: instanceId }]);
}
