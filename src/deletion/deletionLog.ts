import { createServiceData, storageTimeoutMs } from '../compute/serviceData.ts';
import type { Service } from '../compute/storedData.ts';
import {
  applyChange,
  type DeletionEntry,
  decodeEntry,
  type EntryChange,
  findPrunableKeys,
} from './deletionEntry.ts';
import { createEntryCache } from './entryCache.ts';
import { createEntryStore, isProtected, type SendBlocker, storeSent } from './storedEntries.ts';

export type DeletionLog = ReturnType<typeof createDeletionLog>;
const dayMs = 24 * 60 * 60_000;
const readyTimeoutMs = 300;
const timeoutPerEntryMs = 5;
const saveIntervalMs = 5_000;

/**
 * Creates the deletion log of one service, with the deletions that were confirmed in this browser. All tabs share the log
 * through IndexedDB. Its functions never throw. Entries that can't be stored stay in memory.
 */
export function createDeletionLog(service: Service, data = createServiceData(service)) {
  const cache = createEntryCache();
  const { unsavedKeys } = cache;
  const store = createEntryStore(data, forgetEntries);
  /** Keys of the deletions that were confirmed on this page. */
  const pageKeys = new Set<string>();
  let hasReadAll = false;
  let isReady = false;
  let isUnreadable = false;
  let isClockConfirmed = false;
  let isPruned = false;
  let isSaveScheduled = false;

  function forgetEntries() {
    cache.clear();
    cache.notify();
  }

  /** Reads entries. If this takes longer than `storageTimeoutMs`, the log counts as unreadable until the read succeeds. */
  async function readEntries(keys: readonly IDBValidKey[] | 'all') {
    // Skip inventory records, which have arrays as keys.
    const entryKeys = keys === 'all' || !hasReadAll ? null : keys.filter((key) => typeof key === 'string');
    if (entryKeys?.length === 0) return;
    const unreadableTimer = setTimeout(() => becomeReady({ isReadable: false }), storageTimeoutMs);
    try {
      const loadedEntries = await store.read(entryKeys);
      if (entryKeys === null) hasReadAll = true;
      updateCache(loadedEntries, entryKeys);
      becomeReady({ isReadable: true });
    } catch {
      // The failed read may have missed changes, so the next read must include all entries.
      hasReadAll = false;
      becomeReady({ isReadable: false });
    }
    clearTimeout(unreadableTimer);
    void pruneEntries();
  }

  /** Adds stored entries to the cache, and removes entries that IndexedDB lost. @param keys null if all entries were read */
  function updateCache(stored: readonly DeletionEntry[], keys: readonly string[] | null) {
    const storedKeys = new Set(stored.map(({ intentKey }) => intentKey));
    const missingKeys = (keys ?? cache.keys()).filter((key) => !storedKeys.has(key) && !unsavedKeys.has(key));
    const isLost = (key: string) => keys === null && pageKeys.has(key);
    if (missingKeys.some(isLost)) requeueOutcomes();
    cache.delete(missingKeys.filter((key) => !isLost(key)));
    cache.set(stored.filter(({ intentKey }) => !unsavedKeys.has(intentKey)));
  }

  /** Queues the outcomes of this page for another save, because clearing site data has removed them from IndexedDB. */
  function requeueOutcomes() {
    for (const key of pageKeys) if (cache.get(key)?.outcome) queueSave(key);
  }

  function becomeReady({ isReadable }: { isReadable: boolean }) {
    isUnreadable = !isReadable;
    isReady = true;
    cache.notify();
  }

  async function pruneEntries() {
    if (!hasReadAll || !isClockConfirmed || isPruned) return;
    isPruned = true;
    const keys = findPrunableKeys(cache.list(), Date.now());
    if (keys.length === 0) return;
    cache.delete(keys);
    cache.notify();
    await store
      .write(async (transaction) => {
        await Promise.all(keys.map((key) => transaction.objectStore('entries').delete(key)));
        return { keys, result: undefined };
      })
      .catch(() => undefined);
  }

  function updateStored(entries: readonly DeletionEntry[], changeOf: (entry: DeletionEntry) => EntryChange) {
    return store.write(async (transaction) => {
      const objectStore = transaction.objectStore('entries');
      const changedEntries = await Promise.all(
        entries.map(async ({ intentKey }) => {
          const latestEntry = findLatest(intentKey, decodeEntry(await objectStore.get(intentKey)));
          if (latestEntry === undefined) return [];
          const changedEntry = applyChange(latestEntry, changeOf(latestEntry));
          await objectStore.put(changedEntry);
          return [changedEntry];
        }),
      );
      const result = changedEntries.flat();
      return { keys: result.map(({ intentKey }) => intentKey), result };
    });
  }

  /** Returns the latest state of an entry. Saves all outcomes of this page again if IndexedDB has lost the entry. */
  function findLatest(key: string, stored: DeletionEntry | null): DeletionEntry | undefined {
    const cachedEntry = cache.get(key);
    if (stored !== null)
      return cachedEntry && unsavedKeys.has(key) ? applyChange(stored, cachedEntry) : stored;
    if (pageKeys.has(key) && cachedEntry !== undefined) requeueOutcomes();
    return pageKeys.has(key) || unsavedKeys.has(key) ? cachedEntry : undefined;
  }

  function queueSave(key: string) {
    unsavedKeys.add(key);
    if (isSaveScheduled) return;
    isSaveScheduled = true;
    setTimeout(saveOutcomes, saveIntervalMs);
  }

  /** Saves the queued outcomes. Skips running deletions, because the write could overwrite a newer `sentAt`. */
  async function saveOutcomes() {
    isSaveScheduled = false;
    const queuedEntries = [...unsavedKeys]
      .flatMap((key) => cache.get(key) ?? [])
      .filter(({ outcome }) => outcome !== null);
    if (queuedEntries.length === 0) return;
    const savedEntries = await updateStored(queuedEntries, () => ({})).catch(() => null);
    if (savedEntries === 'signed-out') return;
    for (const entry of savedEntries ?? []) {
      const queuedEntry = queuedEntries.find(({ intentKey }) => intentKey === entry.intentKey);
      // Keep the entry queued if it changed during the write.
      if (cache.get(entry.intentKey) !== queuedEntry) continue;
      unsavedKeys.delete(entry.intentKey);
      cache.set([entry]);
    }
    for (const key of unsavedKeys) queueSave(key);
    cache.notify();
  }

  /** Does the work of `markSent` for an entry that IndexedDB doesn't contain. */
  async function markUnsavedSent(entry: DeletionEntry): Promise<DeletionEntry | SendBlocker> {
    try {
      if (await data.read(['inventory'], (transaction) => isProtected(transaction, entry)))
        return 'protected';
    } catch {
      // A browser that refuses IndexedDB stores no protections, and the caller has checked the protections in memory. If
      // IndexedDB fails for another reason, it may contain protections that this page can't read.
      if (data.status() !== 'refused') return 'unreadable';
    }
    return { ...entry, sentAt: Date.now() };
  }

  /** Changes entries in IndexedDB, or in memory if the write fails. Returns the changed entries. */
  async function update(
    entries: readonly DeletionEntry[],
    changeOf: (entry: DeletionEntry) => EntryChange,
  ): Promise<DeletionEntry[]> {
    const persistedEntries = entries.filter(({ intentKey }) => !unsavedKeys.has(intentKey));
    const writeResult =
      persistedEntries.length === 0 ? [] : await updateStored(persistedEntries, changeOf).catch(() => null);
    if (writeResult === 'signed-out') return [];
    if (writeResult !== null) cache.delete(persistedEntries.map(({ intentKey }) => intentKey));
    const changedInMemory = entries.flatMap(({ intentKey }) => {
      const cachedEntry = cache.get(intentKey);
      // Skip a running deletion of another tab, because that tab may have stored a later state.
      const canUseCached = unsavedKeys.has(intentKey) || pageKeys.has(intentKey) || cachedEntry?.outcome;
      if (cachedEntry === undefined || !canUseCached) return [];
      queueSave(intentKey);
      return [applyChange(cachedEntry, changeOf(cachedEntry))];
    });
    const changedEntries = [...(writeResult ?? []), ...changedInMemory];
    cache.set(changedEntries);
    // Don't notify if the write failed and nothing changed. A subscriber that retries after each notification would loop.
    if (writeResult !== null || changedEntries.length > 0) cache.notify();
    return changedEntries;
  }

  setTimeout(() => {
    if (!isReady) becomeReady({ isReadable: true });
  }, readyTimeoutMs);
  data.onChange((keys) => void readEntries(keys));
  void readEntries('all');

  return {
    ...service,
    data,
    entries: cache.list,
    subscribe: cache.subscribe,
    whenSaved: cache.whenSaved,
    update,
    /** Returns true after the first read, or after `readyTimeoutMs`. The list shows no rows until then. */
    isReady: () => isReady,
    /** Returns true if some entries or outcomes exist only in memory, or if stored entries can't be read. */
    isLossy: () => isUnreadable || unsavedKeys.size > 0,
    /** Returns false if the deletion was confirmed in another tab, or before this page was loaded. */
    isOfThisPage: (intentKey: string) => pageKeys.has(intentKey),
    /** Allows the removal of old entries if the two clocks differ by at most a day. @param servedAt ms since the epoch */
    confirmClock(servedAt: number) {
      isClockConfirmed = Math.abs(Date.now() - servedAt) <= dayMs;
      void pruneEntries();
    },
    async add(entries: readonly DeletionEntry[]): Promise<void> {
      for (const { intentKey } of entries) pageKeys.add(intentKey);
      const isStored = await store
        .write(
          async (transaction) => {
            await Promise.all(entries.map((entry) => transaction.objectStore('entries').put(entry)));
            return { keys: entries.map(({ intentKey }) => intentKey), result: true };
          },
          { timeoutMs: storageTimeoutMs + entries.length * timeoutPerEntryMs },
        )
        .catch(() => false);
      if (isStored === 'signed-out') return;
      cache.set(entries);
      if (!isStored) for (const { intentKey } of entries) queueSave(intentKey);
      // Notify later, so that rendering doesn't delay the request.
      setTimeout(cache.notify);
    },
    /** Stores the time of a request before the request is sent. Returns the changed entry, or the reason not to send it. */
    async markSent({ intentKey }: DeletionEntry): Promise<DeletionEntry | SendBlocker> {
      const entry = cache.get(intentKey);
      if (data.status() === 'outdated') return 'outdated';
      if (entry === undefined) return 'signed-out';
      const sentEntryOrBlocker = await (unsavedKeys.has(intentKey)
        ? markUnsavedSent(entry)
        : store
            .write((transaction) => storeSent(transaction, entry, Date.now()), { durability: 'strict' })
            .catch(() => 'unsaved' as const));
      if (typeof sentEntryOrBlocker === 'string') return sentEntryOrBlocker;
      cache.set([sentEntryOrBlocker]);
      setTimeout(cache.notify);
      return sentEntryOrBlocker;
    },
    /** Shows removed rows again in every tab. Skips running deletions, because their rows are not removed yet. */
    async restore(entries: readonly DeletionEntry[]): Promise<void> {
      await update(
        entries.filter(({ outcome }) => outcome !== null),
        () => ({ putBack: true }),
      );
    },
    /** Dismisses all outcomes in one transaction, because the page may close before a second transaction starts. */
    dismiss(entries: readonly DeletionEntry[]): void {
      void update(entries, () => ({ dismissed: true }));
    },
    /** Removes all entries in every tab, and the stored entries of all other services of this origin. */
    async clear(): Promise<void> {
      forgetEntries();
      await store.clear();
      // Empty the cache again, because a read that started earlier may have put entries back.
      forgetEntries();
    },
  };
}
