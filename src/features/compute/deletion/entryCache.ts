import { type DeletionEntry, sortEntries } from './deletionEntry.ts';

/** From this number of entries on, subscribers are notified at most once per `notifyIntervalMs`. */
const throttleFromCount = 500;
const notifyIntervalMs = 50;

/** Creates the in-memory copy of the deletion log, which the screens show. */
export function createEntryCache() {
  const listeners = new Set<() => void>();
  const entries = new Map<string, DeletionEntry>();
  /** Keys of entries that are newer in memory than in IndexedDB. */
  const unsaved = new Set<string>();
  let ordered: readonly DeletionEntry[] | null = [];
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
    unsaved,
    subscribe,
    get: (intentKey: string) => entries.get(intentKey),
    keys: () => [...entries.keys()],
    set(changed: readonly DeletionEntry[]) {
      for (const entry of changed) entries.set(entry.intentKey, entry);
      ordered = null;
    },
    delete(intentKeys: Iterable<string>) {
      for (const key of intentKeys) entries.delete(key);
      ordered = null;
    },
    clear() {
      entries.clear();
      unsaved.clear();
      ordered = null;
    },
    /** Returns all entries, oldest first. Returns the same array until an entry changes or `notify` is called. */
    list(): readonly DeletionEntry[] {
      ordered ??= sortEntries([...entries.values()]);
      return ordered;
    },
    notify() {
      ordered = null;
      if (entries.size < throttleFromCount) return notifyNow();
      if (isNotifyScheduled) return;
      isNotifyScheduled = true;
      setTimeout(notifyNow, notifyIntervalMs);
    },
    /** Resolves when all these entries are saved. */
    whenSaved(intentKeys: readonly string[]): Promise<void> {
      return new Promise((resolve) => {
        const unsubscribe = subscribe(check);
        function check() {
          if (intentKeys.some((key) => unsaved.has(key))) return;
          unsubscribe();
          resolve();
        }
        check();
      });
    },
  };
}
