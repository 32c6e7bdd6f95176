import { type DeletionEntry, sortEntries } from './deletionEntry.ts';

/** If the cache has at least this many entries, it notifies subscribers at most once per `notifyIntervalMs`. */
const throttleFromCount = 500;
const notifyIntervalMs = 50;

/** Creates the in-memory copy of the deletion log, which the screens show. */
export function createEntryCache() {
  const listeners = new Set<() => void>();
  const entries = new Map<string, DeletionEntry>();
  /** Keys of entries that are newer in memory than in IndexedDB. */
  const unsavedKeys = new Set<string>();
  let sortedEntries: readonly DeletionEntry[] | null = [];
  let isNotifyScheduled = false;

  function notifyNow() {
    isNotifyScheduled = false;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    unsavedKeys,
    subscribe,
    get: (intentKey: string) => entries.get(intentKey),
    keys: () => [...entries.keys()],
    set(changed: readonly DeletionEntry[]) {
      for (const entry of changed) entries.set(entry.intentKey, entry);
      sortedEntries = null;
    },
    delete(intentKeys: Iterable<string>) {
      for (const key of intentKeys) entries.delete(key);
      sortedEntries = null;
    },
    clear() {
      entries.clear();
      unsavedKeys.clear();
      sortedEntries = null;
    },
    /** Returns all entries, oldest first. Returns the same array until an entry changes or `notify` is called. */
    list(): readonly DeletionEntry[] {
      sortedEntries ??= sortEntries([...entries.values()]);
      return sortedEntries;
    },
    notify() {
      sortedEntries = null;
      if (entries.size < throttleFromCount) return notifyNow();
      if (isNotifyScheduled) return;
      isNotifyScheduled = true;
      setTimeout(notifyNow, notifyIntervalMs);
    },
    /** Resolves when none of the given entries is newer in memory than in IndexedDB. */
    whenSaved(intentKeys: readonly string[]): Promise<void> {
      return new Promise((resolve) => {
        const unsubscribe = subscribe(resolveIfSaved);
        function resolveIfSaved() {
          if (intentKeys.some((key) => unsavedKeys.has(key))) return;
          unsubscribe();
          resolve();
        }
        resolveIfSaved();
      });
    },
  };
}
