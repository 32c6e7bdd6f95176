import { instanceKey } from '../instances/instanceKey.ts';

export type AddedInstance = { databaseName: string; id: string; name: string | null };

type Kept = {
  /** null as long as the admin changed nothing: the configured databases stand. */
  databases: readonly string[] | null;
  added: readonly AddedInstance[];
  /** Row keys on which Delete is disabled on this device. */
  protectedKeys: readonly string[];
};

export type InventorySnapshot = Omit<Kept, 'databases'> & {
  databases: readonly string[];
  /** Set where the browser keeps nothing: the list then lives as long as the page. */
  storageProblem: string | null;
};

export type Inventory = ReturnType<typeof createInventory>;

const couldNotKeep =
  'This browser could not keep the change (its storage is full or blocked). The list works until you close this page.';
/** What no storage took, by its key: another screen and back must not lose it. */
const unkept = new Map<string, Kept>();
const nothing: Kept = { databases: null, added: [], protectedKeys: [] };

/**
 * What the admin told this browser about a workspace's instances: kept in localStorage per service and workspace,
 * in sync over tabs, and never holding a token.
 * @param configured the databases offered at first
 */
export function createInventory(serviceUrl: string, workspaceSlug: string, configured: readonly string[]) {
  const storageKey = `workspace-console.inventory.${JSON.stringify([serviceUrl, workspaceSlug])}`;
  const listeners = new Set<() => void>();
  let kept = current();
  let snapshot = snap();

  /** What had no room here goes on as it is; but what another tab protects is protected here too. */
  function current(): Kept {
    const stored = readStored(storageKey);
    const mine = unkept.get(storageKey);
    if (mine === undefined) return stored;
    const all = { ...mine, protectedKeys: [...new Set([...mine.protectedKeys, ...stored.protectedKeys])] };
    unkept.set(storageKey, all);
    return all;
  }

  function snap(): InventorySnapshot {
    const storageProblem = unkept.has(storageKey) ? couldNotKeep : null;
    return { ...kept, databases: kept.databases ?? configured, storageProblem };
  }

  function publish(next: Kept) {
    kept = next;
    snapshot = snap();
    for (const listener of listeners) listener();
  }

  function change(next: Partial<Kept>) {
    const all = { ...kept, ...next };
    try {
      localStorage.setItem(storageKey, JSON.stringify(all));
      unkept.delete(storageKey);
    } catch {
      unkept.set(storageKey, all);
    }
    publish(all);
  }

  function follow(event: StorageEvent) {
    if (event.key === storageKey) publish(current());
  }

  return {
    get: () => snapshot,
    subscribe(listener: () => void) {
      if (listeners.size === 0) window.addEventListener('storage', follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', follow);
      };
    },
    add(instances: readonly AddedInstance[]) {
      change({ added: [...kept.added, ...instances] });
    },
    /** Takes instances off this browser's list. The service is not told. */
    forget(gone: readonly { databaseName: string; id: string }[]) {
      const keys = new Set(gone.map((one) => instanceKey(one.databaseName, one.id)));
      if (kept.added.some((one) => keys.has(instanceKey(one.databaseName, one.id))))
        change({ added: kept.added.filter((one) => !keys.has(instanceKey(one.databaseName, one.id))) });
    },
    addDatabase(name: string) {
      if (!snapshot.databases.includes(name)) change({ databases: [...snapshot.databases, name] });
    },
    removeDatabase(name: string) {
      change({ databases: snapshot.databases.filter((one) => one !== name) });
    },
    setProtected(key: string, isProtected: boolean) {
      const others = kept.protectedKeys.filter((one) => one !== key);
      change({ protectedKeys: isProtected ? [...others, key] : others });
    },
  };
}

function readStored(storageKey: string): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof found !== 'object' || found === null) return nothing;
    const fields = new Map<string, unknown>(Object.entries(found));
    const databases = fields.get('databases');
    return {
      databases: Array.isArray(databases) ? databases.filter(isText) : null,
      added: listOf(fields.get('added')).filter(isAdded),
      protectedKeys: listOf(fields.get('protectedKeys')).filter(isText),
    };
  } catch {
    return nothing;
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isAdded(value: unknown): value is AddedInstance {
  return (
    typeof value === 'object' &&
    value !== null &&
    'databaseName' in value &&
    typeof value.databaseName === 'string' &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    (value.name === null || typeof value.name === 'string')
  );
}
