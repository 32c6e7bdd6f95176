import { type IDBPDatabase, openDB } from 'idb';
import { isOldLogName } from '../compute/secondEdition.ts';
import type { ServiceData } from '../compute/serviceData.ts';
import { inventoryKeys, type StoredData, type Transaction } from '../compute/storedData.ts';
import { createStorageName } from '../ui/storage.ts';
import { type DeletionEntry, decodeEntries, decodeEntry, sortEntries } from './deletionEntry.ts';
import { findBlockerInLog, getRowKey } from './rowStatus.ts';

type WriteResult<Result> = { keys: string[]; result: Result };
type WriteOptions = Parameters<ServiceData['write']>[2];

/**
 * Creates the functions that read and write the log entries in IndexedDB. Each transaction checks if another tab has signed
 * out, because a sign-out removes all entries, and this page must not store them again.
 * @param onSignOut called when a transaction finds a new sign-out
 */
export function createEntryStore(data: ServiceData, onSignOut: () => void) {
  /** The ID of the last sign-out that this page knows: null if nobody has signed out, undefined before the first read. */
  let knownSignOutId: unknown;

  /** Returns true, and calls `onSignOut`, if another tab has signed out since the last transaction of this page. */
  async function detectSignOut(transaction: Transaction<IDBTransactionMode>): Promise<boolean> {
    const signOutId = (await transaction.objectStore('meta').get('signOut')) ?? null;
    const isNewSignOut = knownSignOutId !== undefined && signOutId !== null && signOutId !== knownSignOutId;
    knownSignOutId = signOutId;
    if (isNewSignOut) onSignOut();
    return isNewSignOut;
  }

  return {
    async read(keys: readonly string[] | null): Promise<DeletionEntry[]> {
      const [storedValues] = await data.read(
        ['entries', 'meta'],
        (transaction) => {
          const store = transaction.objectStore('entries');
          return Promise.all([
            keys === null ? store.getAll() : Promise.all(keys.map((key) => store.get(key))),
            detectSignOut(transaction),
          ]);
        },
        { timeoutMs: Number.POSITIVE_INFINITY },
      );
      return decodeEntries(storedValues);
    },
    /** Changes entries in one transaction, unless another tab has signed out. */
    write<Result>(
      work: (transaction: Transaction<'readwrite'>) => Promise<WriteResult<Result>>,
      options?: WriteOptions,
    ): Promise<Result | 'signed-out'> {
      return data.write<Result | 'signed-out'>(
        ['entries', 'inventory', 'meta'],
        async (transaction) =>
          (await detectSignOut(transaction)) ? { keys: [], result: 'signed-out' } : work(transaction),
        options,
      );
    },
    /** Removes the entries of all services of this origin. Keeps the inventories. */
    async clear(): Promise<void> {
      const signOutId = crypto.randomUUID();
      knownSignOutId = undefined;
      const isCleared = await data
        .write(['entries', 'meta'], async (transaction) => {
          await clearEntries(transaction, signOutId);
          return { keys: 'all', result: true };
        })
        .catch(() => false);
      if (isCleared) knownSignOutId = signOutId;
      await clearOtherLogs(data.service.serviceId).catch(() => undefined);
    },
  };
}

/** The reason why a deletion must not be sent. */
export type SendBlocker =
  | 'protected'
  | 'removed'
  | 'mismatch'
  | 'signed-out'
  | 'has-outcome'
  | 'unsaved'
  | 'unreadable'
  | 'outdated';

/**
 * Stores `sentAt`, or returns the reason not to send. The checks are part of the transaction, because this page may not have
 * read the latest changes of other tabs.
 */
export async function storeSent(
  transaction: Transaction<'readwrite'>,
  entry: DeletionEntry,
  sentAt: number,
): Promise<WriteResult<DeletionEntry | SendBlocker>> {
  const refuse = (result: SendBlocker) => ({ keys: [], result });
  if (await isProtected(transaction, entry)) return refuse('protected');
  const objectStore = transaction.objectStore('entries');
  const storedEntry = decodeEntry(await objectStore.get(entry.intentKey));
  // The entry is missing because site data was cleared.
  if (storedEntry === null) return refuse('unsaved');
  // Another tab assumed that this page was closed, so it recorded an outcome for this deletion.
  if (storedEntry.outcome !== null) return refuse('has-outcome');
  const { workspaceSlug, databaseName, instanceId } = entry.target;
  const entriesOfTarget = await objectStore.index('target').getAll([workspaceSlug, databaseName, instanceId]);
  const blocker = findBlockerInLog(sortEntries(decodeEntries(entriesOfTarget)), storedEntry);
  if (blocker !== null) return refuse(blocker);
  const sentEntry = { ...storedEntry, sentAt };
  await objectStore.put(sentEntry);
  return { keys: [entry.intentKey], result: sentEntry };
}

export async function isProtected(
  transaction: Transaction<IDBTransactionMode>,
  { target }: DeletionEntry,
): Promise<boolean> {
  const key = inventoryKeys.protected(target.workspaceSlug, getRowKey(target));
  return (await transaction.objectStore('inventory').get(key)) !== undefined;
}

/** Removes all entries and stores the sign-out, so that other tabs don't store their cached entries again. */
async function clearEntries(transaction: Transaction<'readwrite'>, signOutId: string): Promise<void> {
  await Promise.all([
    transaction.objectStore('entries').clear(),
    transaction.objectStore('meta').put(signOutId, 'signOut'),
  ]);
}

async function clearOtherLogs(serviceId: string): Promise<void> {
  for (const name of await findOtherLogNames(serviceId)) {
    const db = await openDB<StoredData>(name);
    const logCleared = isOldLogName(name) ? db.clear('entries') : clearStoredLog(db);
    await logCleared.finally(() => db.close());
  }
}

async function clearStoredLog(db: IDBPDatabase<StoredData>): Promise<void> {
  const transaction = db.transaction(['entries', 'meta'], 'readwrite');
  await Promise.all([clearEntries(transaction, crypto.randomUUID()), transaction.done]);
}

/**
 * Returns the entries of each log that `clear` also empties: the logs of other services, then the logs of the second
 * edition.
 * @throws if the browser can't read a log
 */
export async function readOtherLogs(serviceId: string): Promise<DeletionEntry[][]> {
  const logs: DeletionEntry[][] = [];
  for (const name of await findOtherLogNames(serviceId)) {
    const db = await openDB<StoredData>(name);
    const storedValues = await db.getAll('entries').finally(() => db.close());
    logs.push(sortEntries(decodeEntries(storedValues)));
  }
  return logs;
}

async function findOtherLogNames(serviceId: string): Promise<string[]> {
  // Old versions of Firefox can't list IndexedDB names, so they clear only the log of the open service.
  const databases = (await indexedDB.databases?.()) ?? [];
  const isOtherLog = (name: string) =>
    isOldLogName(name) ||
    (name.startsWith(createStorageName('data', '')) && name !== createStorageName('data', serviceId));
  // Skip version 0, because WebKit lists a database with this version if its creation was aborted.
  return databases
    .flatMap(({ name = '', version }) => (version !== 0 && isOtherLog(name) ? name : []))
    .sort();
}
