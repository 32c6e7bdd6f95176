import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { openChannel } from '../../../ui/storage.ts';
import { type DeletionEntry, decodeEntry } from './deletionEntry.ts';

export type DeletionLog = ReturnType<typeof createDeletionLog>;
type Change = Partial<Omit<DeletionEntry, 'intentKey' | 'target'>>;

/** As long as an entry is kept once it has its outcome, in ms, and how many of them at most. */
const keptMs = 30 * 24 * 60 * 60_000;
const keptAtMost = 10_000;
/** No list waits longer than this for the log, in ms; nor anything else longer than that for IndexedDB. */
const listPatienceMs = 300;
const patienceMs = 3_000;
/** Writing many takes longer: so long at most for each on a slow machine. */
const msAnEntry = 5;
/** From this many entries on the screen is told of changes at intervals and not of each. */
const many = 500;
const intervalMs = 50;

/**
 * All intents to delete of this browser for one service, oldest first: kept in IndexedDB, shared by its tabs, with a copy
 * in memory for the screen. Nothing here throws: what IndexedDB refuses, or does not answer, lives as long as the page.
 * @param serviceUrl base_url of the service; what was asked of one is never told of another's list
 */
export function createDeletionLog(serviceUrl: string) {
  const name = `workspace-console.deletions.${serviceUrl}`;
  const channel = openChannel(name);
  const listeners = new Set<() => void>();
  const entries = new Map<string, DeletionEntry>();
  /** Begun by this page. */
  const own = new Set<string>();
  /** In memory alone. */
  const unkept = new Set<string>();
  let connection: Promise<IDBPDatabase<Schema>> | null = null;
  let ordered: readonly DeletionEntry[] | null = [];
  let isReading = false;
  let isStale = false;
  let isReady = false;
  let isUnreadable = false;
  let isTelling = false;

  function database(): Promise<IDBPDatabase<Schema>> {
    connection ??= openDB<Schema>(name, 1, {
      upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'intentKey' }),
      // A later version of the console in another tab, or who clears the browser's storage, must not have to wait for this.
      blocking: (_, __, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
        forgetConnection();
      },
      terminated: forgetConnection,
    });
    connection.catch(forgetConnection);
    return connection;
  }

  function forgetConnection() {
    connection = null;
  }

  function publish() {
    isTelling = false;
    for (const listener of listeners) listener();
  }

  function tell() {
    ordered = null;
    if (entries.size < many) return publish();
    if (isTelling) return;
    isTelling = true;
    setTimeout(publish, intervalMs);
  }

  /** Reads what all tabs wrote; what comes in meanwhile is read right after. */
  async function read() {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      await readOnce();
    }
    isReading = false;
  }

  async function readOnce() {
    try {
      const stored = await inTime(database().then((db) => db.getAll('entries')));
      isUnreadable = false;
      for (const key of entries.keys()) if (!unkept.has(key)) entries.delete(key);
      for (const entry of stored.map(decodeEntry))
        if (entry !== null && !unkept.has(entry.intentKey)) entries.set(entry.intentKey, entry);
      if (!isReady) await prune();
    } catch {
      // What is known already stands; there may be more.
      isUnreadable = true;
    }
    becomeReady();
  }

  function becomeReady() {
    isReady = true;
    tell();
  }

  async function prune() {
    const oldest = Date.now() - keptMs;
    const settled = inOrder([...entries.values()].filter(({ outcome }) => outcome !== null)).reverse();
    const over = settled.filter(({ settledAt }, place) => place >= keptAtMost || (settledAt ?? 0) < oldest);
    for (const { intentKey } of over) entries.delete(intentKey);
    if (over.length > 0)
      await write('default', (store) => Promise.all(over.map(({ intentKey }) => store.delete(intentKey))));
  }

  /** @returns whether it is written, for good where `strict`; what is not by then never will be */
  async function write(
    durability: 'strict' | 'default',
    work: (store: Store) => Promise<unknown>,
    longestMs = patienceMs,
  ): Promise<boolean> {
    let isLate = false;
    let transaction: { abort: () => void } | undefined;
    async function transact() {
      const db = await database();
      if (isLate) return;
      const begun = db.transaction('entries', 'readwrite', { durability });
      transaction = begun;
      const written = Promise.all([work(begun.store), begun.done]);
      // Told ahead as well: the page may go before it learns that this was written, and who reads now waits for it.
      channel.postMessage('changed');
      await written;
      channel.postMessage('changed');
    }
    try {
      await inTime(transact(), longestMs, () => {
        isLate = true;
        transaction?.abort();
      });
      return true;
    } catch {
      return false;
    }
  }

  setTimeout(() => {
    if (!isReady) becomeReady();
  }, listPatienceMs);
  channel.onmessage = () => void read();
  void read();

  return {
    serviceUrl,
    entries(): readonly DeletionEntry[] {
      ordered ??= inOrder([...entries.values()]);
      return ordered;
    },
    /** Whether the log has been read, or is not waited for any longer: a list drawn before could show what has left. */
    isReady: () => isReady,
    /** Whether some of it lives as long as the page only, or what was kept can't be read. */
    isLossy: () => isUnreadable || unkept.size > 0,
    /** Whether this page asked for it, and not another tab or an earlier visit. */
    isOwn: (intentKey: string) => own.has(intentKey),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Writes confirmed intents down for good; ends once they are. */
    async add(added: readonly DeletionEntry[]): Promise<void> {
      for (const { intentKey } of added) own.add(intentKey);
      const putAll = (store: Store) => Promise.all(added.map((entry) => store.put(entry)));
      const isKept = await write('strict', putAll, patienceMs + added.length * msAnEntry);
      for (const entry of added) {
        entries.set(entry.intentKey, entry);
        if (!isKept) unkept.add(entry.intentKey);
      }
      ordered = null;
      // Drawing the page anew must not come before what is sent now.
      setTimeout(tell);
    },
    /**
     * Changes entries, as they are by then, and gives back those that are still in the log: after a sign-out nothing is
     * written any more. An outcome once reached, and when it was, is never replaced.
     * @param durability `strict`: where it can't be written nothing changes; otherwise it goes on in memory
     */
    async update(
      changing: readonly DeletionEntry[],
      changeOf: (entry: DeletionEntry) => Change,
      durability: 'strict' | 'default' = 'default',
    ): Promise<DeletionEntry[]> {
      const stored = new Map<string, DeletionEntry>();
      async function change(store: Store, key: string) {
        const before = decodeEntry(await store.get(key));
        if (before === null) return;
        const entry = changedEntry(before, changeOf(before));
        stored.set(key, entry);
        await store.put(entry);
      }
      const keys = changing.map(({ intentKey }) => intentKey);
      const inStore = keys.filter((key) => !unkept.has(key));
      const isKept =
        inStore.length === 0 ||
        (await write(durability, (store) => Promise.all(inStore.map((key) => change(store, key)))));
      if (!isKept && durability === 'strict') return keys.flatMap((key) => entries.get(key) ?? []);
      const changes = keys.flatMap((key) => {
        const known = entries.get(key);
        if (stored.has(key) || known === undefined) return stored.get(key) ?? [];
        // What another tab is at may have gone further than is known here.
        const isSure = unkept.has(key) || (!isKept && (own.has(key) || known.outcome !== null));
        return isSure ? changedEntry(known, changeOf(known)) : [];
      });
      if (isKept) for (const key of inStore) entries.delete(key);
      else for (const { intentKey } of changes) unkept.add(intentKey);
      for (const entry of changes) entries.set(entry.intentKey, entry);
      // Who tries again with every change would try for ever where none comes about.
      if (isKept || changes.length > 0) tell();
      return changes;
    },
    /** Forgets everything, in all tabs. */
    async clear(): Promise<void> {
      await write('default', (store) => store.clear());
      entries.clear();
      unkept.clear();
      tell();
    },
  };
}

/** @throws Error where IndexedDB hangs, as it may without ever failing, once `giveUp` has stopped the work */
function inTime<Result>(work: Promise<Result>, longestMs = patienceMs, giveUp = () => {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        giveUp();
      } catch {
        // It can't be stopped any more, so it is being written: whoever took it for lost would call it unsent.
        return;
      }
      reject(new Error('IndexedDB did not answer in time.'));
    }, longestMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface Schema extends DBSchema {
  entries: { key: string; value: unknown };
}

type Store = IDBPObjectStore<Schema, ['entries'], 'entries', 'readwrite'>;

/** By the time of confirmation; where two tabs share one, every tab has them in the same order. */
function inOrder(entries: DeletionEntry[]): DeletionEntry[] {
  return entries.sort((a, b) => a.confirmedAt - b.confirmedAt || (a.intentKey < b.intentKey ? -1 : 1));
}

function changedEntry(entry: DeletionEntry, change: Change): DeletionEntry {
  const { outcome, sentAt, settledAt } = entry;
  return { ...entry, ...change, ...(outcome !== null && { outcome, sentAt, settledAt }) };
}
