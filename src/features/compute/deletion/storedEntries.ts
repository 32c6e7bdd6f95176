import { type IDBPDatabase, openDB } from 'idb';
import { storageName } from '../../../ui/storage.ts';
import { isOldLogName } from '../secondEdition.ts';
import type { ServiceData } from '../serviceData.ts';
import { inventoryKeys, type StoredData, type Transaction } from '../storedData.ts';
import { type DeletionEntry, decodeEntries, decodeEntry, sortEntries } from './deletionEntry.ts';
import { findBlockingDeletion, rowKeyOf } from './rowStatus.ts';

type Changed<Result> = { keys: string[]; result: Result };
type Options = Parameters<ServiceData['write']>[2];

/**
 * Reads and writes the entries of the deletion log in IndexedDB. After a sign-out in any tab, this page must not write the
 * removed entries again.
 * @param onSignOut called when a transaction finds a new sign-out
 */
export function createEntryStore(data: ServiceData, onSignOut: () => void) {
  /** The ID of the last sign-out that this page knows: null if there was none, undefined before the first read. */
  let knownSignOut: unknown;

  /** Returns true if another tab has signed out since the last transaction of this page. */
  async function findsSignOut(transaction: Transaction<IDBTransactionMode>): Promise<boolean> {
    const signOut = (await transaction.objectStore('meta').get('signOut')) ?? null;
    const isNew = knownSignOut !== undefined && signOut !== null && signOut !== knownSignOut;
    knownSignOut = signOut;
    if (isNew) onSignOut();
    return isNew;
  }

  return {
    async read(keys: readonly string[] | null): Promise<DeletionEntry[]> {
      const [stored] = await data.read(
        ['entries', 'meta'],
        (transaction) => {
          const store = transaction.objectStore('entries');
          return Promise.all([
            keys === null ? store.getAll() : Promise.all(keys.map((key) => store.get(key))),
            findsSignOut(transaction),
          ]);
        },
        { timeoutMs: Number.POSITIVE_INFINITY },
      );
      return decodeEntries(stored);
    },
    /** Changes entries in one transaction, unless another tab has signed out. */
    write<Result>(
      work: (transaction: Transaction<'readwrite'>) => Promise<Changed<Result>>,
      options?: Options,
    ): Promise<Result | 'signed-out'> {
      return data.write<Result | 'signed-out'>(
        ['entries', 'inventory', 'meta'],
        async (transaction) =>
          (await findsSignOut(transaction)) ? { keys: [], result: 'signed-out' } : work(transaction),
        options,
      );
    },
    /** Removes the entries of all services of this origin. Keeps their inventories. */
    async clear(): Promise<void> {
      const signOutId = crypto.randomUUID();
      knownSignOut = undefined;
      const isCleared = await data
        .write(['entries', 'meta'], async (transaction) => {
          await clearEntries(transaction, signOutId);
          return { keys: 'all', result: true };
        })
        .catch(() => false);
      if (isCleared) knownSignOut = signOutId;
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

/** Stores `sentAt`, or returns why not to send. Checks in the transaction, because messages of other tabs may be late. */
export async function storeSent(
  transaction: Transaction<'readwrite'>,
  entry: DeletionEntry,
  sentAt: number,
): Promise<Changed<DeletionEntry | SendBlocker>> {
  const refuse = (result: SendBlocker) => ({ keys: [], result });
  if (await isProtected(transaction, entry)) return refuse('protected');
  const stored = transaction.objectStore('entries');
  const before = decodeEntry(await stored.get(entry.intentKey));
  // The entry is missing because site data was cleared.
  if (before === null) return refuse('unsaved');
  // Another tab assumed that this page was closed.
  if (before.outcome !== null) return refuse('has-outcome');
  const { workspaceSlug, databaseName, instanceId } = entry.target;
  const ofTarget = await stored.index('target').getAll([workspaceSlug, databaseName, instanceId]);
  const blocker = findBlockingDeletion(sortEntries(decodeEntries(ofTarget)), before);
  if (blocker !== null) return refuse(blocker);
  const sent = { ...before, sentAt };
  await stored.put(sent);
  return { keys: [entry.intentKey], result: sent };
}

export async function isProtected(
  transaction: Transaction<IDBTransactionMode>,
  { target }: DeletionEntry,
): Promise<boolean> {
  const key = inventoryKeys.protected(target.workspaceSlug, rowKeyOf(target));
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
  for (const name of await otherLogs(serviceId)) {
    const db = await openDB<StoredData>(name);
    const cleared = isOldLogName(name) ? db.clear('entries') : clearStoredLog(db);
    await cleared.finally(() => db.close());
  }
}

async function clearStoredLog(db: IDBPDatabase<StoredData>): Promise<void> {
  const transaction = db.transaction(['entries', 'meta'], 'readwrite');
  await Promise.all([clearEntries(transaction, crypto.randomUUID()), transaction.done]);
}

/**
 * Returns the logs that `clear` also removes: those of other services and of the second edition. The second
 * edition's logs come last.
 * @throws if the browser refuses to read them
 */
export async function readOtherLogs(serviceId: string): Promise<DeletionEntry[][]> {
  const logs: DeletionEntry[][] = [];
  for (const name of await otherLogs(serviceId)) {
    const db = await openDB<StoredData>(name);
    const stored = await db.getAll('entries').finally(() => db.close());
    logs.push(sortEntries(decodeEntries(stored)));
  }
  return logs;
}

async function otherLogs(serviceId: string): Promise<string[]> {
  // Old versions of Firefox can't list databases. There, only the log of the open service is cleared.
  const databases = (await indexedDB.databases?.()) ?? [];
  const isOther = (name: string) =>
    isOldLogName(name) ||
    (name.startsWith(storageName('data', '')) && name !== storageName('data', serviceId));
  // WebKit lists a database whose creation was aborted, with version 0. It has no stores.
  return databases.flatMap(({ name = '', version }) => (version !== 0 && isOther(name) ? name : [])).sort();
}
