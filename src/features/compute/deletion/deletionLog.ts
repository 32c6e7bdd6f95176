import { createServiceData, storageTimeoutMs } from '../serviceData.ts';
import type { Service } from '../storedData.ts';
import {
  applyChange,
  type DeletionEntry,
  decodeEntry,
  type EntryChange,
  prunableKeys,
} from './deletionEntry.ts';
import { createEntryCache } from './entryCache.ts';
import { createEntryStore, isProtected, type SendBlocker, storeSent } from './storedEntries.ts';

export type DeletionLog = ReturnType<typeof createDeletionLog>;
const dayMs = 24 * 60 * 60_000;
const readyTimeoutMs = 300;
const timeoutPerEntryMs = 5;
const saveIntervalMs = 5_000;

/**
 * Creates the log of the deletions that were confirmed in this browser for one service. All tabs share the log through
 * IndexedDB. Its functions never throw. Entries that can't be stored stay in memory until the page closes.
 */
export function createDeletionLog(service: Service, data = createServiceData(service)) {
  const cache = createEntryCache();
  const { unsaved } = cache;
  const store = createEntryStore(data, forgetEntries);
  /** Keys of the deletions that were confirmed on this page. */
  const pageKeys = new Set<string>();
  let isComplete = false;
  let isReady = false;
  let isUnreadable = false;
  let isClockConfirmed = false;
  let isPruned = false;
  let isSaveScheduled = false;

  function forgetEntries() {
    cache.clear();
    cache.notify();
  }

  /** Reads entries without a time limit. Marks the log as unreadable after `storageTimeoutMs`, until the read succeeds. */
  async function read(keys: readonly IDBValidKey[] | 'all') {
    // Skip inventory records. Their keys are arrays.
    const entryKeys = keys === 'all' || !isComplete ? null : keys.filter((key) => typeof key === 'string');
    if (entryKeys?.length === 0) return;
    const unreadableTimer = setTimeout(() => becomeReady({ isReadable: false }), storageTimeoutMs);
    try {
      const stored = await store.read(entryKeys);
      if (entryKeys === null) isComplete = true;
      updateCache(stored, entryKeys);
      becomeReady({ isReadable: true });
    } catch {
      // The failed read may have missed changes, so the next read must include all entries.
      isComplete = false;
      becomeReady({ isReadable: false });
    }
    clearTimeout(unreadableTimer);
    void prune();
  }

  /** Adds the stored entries to the cache and removes missing ones. @param keys the keys that were read, or null for all */
  function updateCache(stored: readonly DeletionEntry[], keys: readonly string[] | null) {
    const found = new Set(stored.map(({ intentKey }) => intentKey));
    const missing = (keys ?? cache.keys()).filter((key) => !found.has(key) && !unsaved.has(key));
    const isLost = (key: string) => keys === null && pageKeys.has(key);
    if (missing.some(isLost)) requeueOutcomes();
    cache.delete(missing.filter((key) => !isLost(key)));
    cache.set(stored.filter(({ intentKey }) => !unsaved.has(intentKey)));
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

  async function prune() {
    if (!isComplete || !isClockConfirmed || isPruned) return;
    isPruned = true;
    const keys = prunableKeys(cache.list(), Date.now());
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

  function change(changing: readonly DeletionEntry[], changeOf: (entry: DeletionEntry) => EntryChange) {
    return store.write(async (transaction) => {
      const stored = transaction.objectStore('entries');
      const changed = await Promise.all(
        changing.map(async ({ intentKey }) => {
          const before = recoverLatest(intentKey, decodeEntry(await stored.get(intentKey)));
          if (before === undefined) return [];
          const entry = applyChange(before, changeOf(before));
          await stored.put(entry);
          return [entry];
        }),
      );
      const result = changed.flat();
      return { keys: result.map(({ intentKey }) => intentKey), result };
    });
  }

  /** Returns the latest entry. If IndexedDB has lost it, queues the outcomes of this page for another save. */
  function recoverLatest(key: string, stored: DeletionEntry | null): DeletionEntry | undefined {
    const known = cache.get(key);
    if (stored !== null) return known !== undefined && unsaved.has(key) ? applyChange(stored, known) : stored;
    if (pageKeys.has(key) && known !== undefined) requeueOutcomes();
    return pageKeys.has(key) || unsaved.has(key) ? known : undefined;
  }

  function queueSave(key: string) {
    unsaved.add(key);
    if (isSaveScheduled) return;
    isSaveScheduled = true;
    setTimeout(saveOutcomes, saveIntervalMs);
  }

  /** Saves queued outcomes. Skips running deletions, because a request sent during this write would look unsent. */
  async function saveOutcomes() {
    isSaveScheduled = false;
    const saving = [...unsaved]
      .flatMap((key) => cache.get(key) ?? [])
      .filter(({ outcome }) => outcome !== null);
    if (saving.length === 0) return;
    const saved = await change(saving, () => ({})).catch(() => null);
    if (saved === 'signed-out') return;
    for (const entry of saved ?? []) {
      const before = saving.find(({ intentKey }) => intentKey === entry.intentKey);
      if (cache.get(entry.intentKey) !== before) continue;
      unsaved.delete(entry.intentKey);
      cache.set([entry]);
    }
    for (const key of unsaved) queueSave(key);
    cache.notify();
  }

  /** Marks an entry as sent in memory, because the browser can't store it. */
  async function markUnsavedSent(entry: DeletionEntry): Promise<DeletionEntry | SendBlocker> {
    try {
      if (await data.read(['inventory'], (transaction) => isProtected(transaction, entry)))
        return 'protected';
    } catch {
      // Without IndexedDB, protections exist only in memory, and the caller has already checked them.
      if (data.status() !== 'refused') return 'unreadable';
    }
    return { ...entry, sentAt: Date.now() };
  }

  /** Changes entries with `applyChange`, and returns the entries that are still in the log. */
  async function update(
    changing: readonly DeletionEntry[],
    changeOf: (entry: DeletionEntry) => EntryChange,
  ): Promise<DeletionEntry[]> {
    const storing = changing.filter(({ intentKey }) => !unsaved.has(intentKey));
    const stored = storing.length === 0 ? [] : await change(storing, changeOf).catch(() => null);
    if (stored === 'signed-out') return [];
    if (stored !== null) cache.delete(storing.map(({ intentKey }) => intentKey));
    const inMemory = changing.flatMap(({ intentKey }) => {
      const known = cache.get(intentKey);
      // Skip a running deletion of another tab, because that tab may have stored a later state.
      const canUseCached = unsaved.has(intentKey) || pageKeys.has(intentKey) || known?.outcome;
      if (known === undefined || !canUseCached) return [];
      queueSave(intentKey);
      return [applyChange(known, changeOf(known))];
    });
    const changed = [...(stored ?? []), ...inMemory];
    cache.set(changed);
    // Notify only on real changes. Otherwise subscribers that retry on every notification would loop forever.
    if (stored !== null || changed.length > 0) cache.notify();
    return changed;
  }

  setTimeout(() => {
    if (!isReady) becomeReady({ isReadable: true });
  }, readyTimeoutMs);
  data.onChange((keys) => void read(keys));
  void read('all');

  return {
    ...service,
    data,
    entries: cache.list,
    subscribe: cache.subscribe,
    whenSaved: cache.whenSaved,
    update,
    /** Returns false until rows may be shown, because the log may contain their removal. */
    isReady: () => isReady,
    /** Returns true if some entries exist only in memory, or if stored entries can't be read. */
    isLossy: () => isUnreadable || unsaved.size > 0,
    /** Returns false if the deletion was confirmed in another tab, or before this page was loaded. */
    isOfThisPage: (intentKey: string) => pageKeys.has(intentKey),
    /** Enables pruning if the clocks agree within a day. @param servedAt time of the service (ms since the epoch) */
    confirmClock(servedAt: number) {
      isClockConfirmed = Math.abs(Date.now() - servedAt) <= dayMs;
      void prune();
    },
    async add(added: readonly DeletionEntry[]): Promise<void> {
      for (const { intentKey } of added) pageKeys.add(intentKey);
      const stored = await store
        .write(
          async (transaction) => {
            await Promise.all(added.map((entry) => transaction.objectStore('entries').put(entry)));
            return { keys: added.map(({ intentKey }) => intentKey), result: true };
          },
          { timeoutMs: storageTimeoutMs + added.length * timeoutPerEntryMs },
        )
        .catch(() => false);
      if (stored === 'signed-out') return;
      cache.set(added);
      if (!stored) for (const { intentKey } of added) queueSave(intentKey);
      // Notify later, so that rendering doesn't delay the request.
      setTimeout(cache.notify);
    },
    /** Stores the time of the request before it is sent. Returns the changed entry, or the reason not to send. */
    async markSent({ intentKey }: DeletionEntry): Promise<DeletionEntry | SendBlocker> {
      const entry = cache.get(intentKey);
      if (data.status() === 'outdated') return 'outdated';
      if (entry === undefined) return 'signed-out';
      const sent = await (unsaved.has(intentKey)
        ? markUnsavedSent(entry)
        : store
            .write((transaction) => storeSent(transaction, entry, Date.now()), { durability: 'strict' })
            .catch(() => 'unsaved' as const));
      if (typeof sent === 'string') return sent;
      cache.set([sent]);
      setTimeout(cache.notify);
      return sent;
    },
    /** Shows removed rows again in every tab. Skips running deletions, because their rows are not removed yet. */
    async restore(entries: readonly DeletionEntry[]): Promise<void> {
      await update(
        entries.filter(({ outcome }) => outcome !== null),
        () => ({ putBack: true }),
      );
    },
    /** Marks outcomes as seen. Uses one transaction, because the admin may leave the page right after. */
    dismiss(entries: readonly DeletionEntry[]): void {
      void update(entries, () => ({ dismissed: true }));
    },
    /** Removes all entries in every tab, and the stored entries of all other services of this origin. */
    async clear(): Promise<void> {
      forgetEntries();
      await store.clear();
      // A read that started before the clear may have put entries back into the cache.
      forgetEntries();
    },
  };
}
