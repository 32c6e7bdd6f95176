import { openDB } from 'idb';
import { storageName } from '../../../ui/storage.ts';
import { clearOldLog, readOldLog } from '../secondEdition.ts';
import type { ServiceData } from '../serviceData.ts';
import { inventoryKeys, type StoredData, type Transaction } from '../storedData.ts';
import { type DeletionEntry, decodeEntry, inOrder } from './deletionEntry.ts';
import { rowKeyOf, wasRemovedSince } from './rowStatus.ts';

type Changed<Result> = { keys: string[]; result: Result };
type Options = Parameters<ServiceData['write']>[2];

/**
 * The entries of the deletion log in the database. After a sign-out in any tab, this page writes none of the entries that
 * it knew before.
 * @param onSignOut called when a transaction finds a sign-out
 */
export function createEntryStore(data: ServiceData, onSignOut: () => void) {
  /** The ID of the last sign-out that this page knows: null if there was none, undefined before the first read. */
  let known: unknown;

  function hasSignedOut(signOut: unknown): boolean {
    return known !== undefined && signOut !== null && signOut !== known;
  }

  return {
    async read(keys: readonly string[] | null): Promise<DeletionEntry[]> {
      const [stored, signOut] = await data.read(
        ['entries', 'meta'],
        (transaction) => {
          const store = transaction.objectStore('entries');
          return Promise.all([
            keys === null ? store.getAll() : Promise.all(keys.map((key) => store.get(key))),
            readSignOut(transaction),
          ]);
        },
        { timeoutMs: Number.POSITIVE_INFINITY },
      );
      if (hasSignedOut(signOut)) onSignOut();
      known = signOut;
      return stored.flatMap((entry) => decodeEntry(entry) ?? []);
    },
    /** Changes entries in one transaction, unless there was a sign-out. */
    async write<Result>(
      work: (transaction: Transaction<'readwrite'>) => Promise<Changed<Result>>,
      options?: Options,
    ): Promise<Result | 'signed-out'> {
      type Written = { signOut: unknown; value: Result | 'signed-out' };
      const { signOut, value } = await data.write<Written>(
        ['entries', 'inventory', 'meta'],
        async (transaction) => {
          const signOut = await readSignOut(transaction);
          if (hasSignedOut(signOut)) return { keys: [], result: { signOut, value: 'signed-out' } };
          const { keys, result } = await work(transaction);
          return { keys, result: { signOut, value: result } };
        },
        options,
      );
      known = signOut;
      if (value === 'signed-out') onSignOut();
      return value;
    },
    async clear(): Promise<void> {
      const signOutId = crypto.randomUUID();
      known = undefined;
      const isCleared = await data
        .write(['entries', 'meta'], async (transaction) => {
          await clearEntries(transaction, signOutId);
          return { keys: 'all', result: true };
        })
        .catch(() => false);
      if (isCleared) known = signOutId;
      await clearOtherLogs(data.service.serviceId).catch(() => undefined);
    },
  };
}

async function readSignOut(transaction: Transaction<IDBTransactionMode>): Promise<unknown> {
  return (await transaction.objectStore('meta').get('signOut')) ?? null;
}

export type NotSentReason =
  | 'protected'
  | 'removed'
  | 'signed-out'
  | 'has-outcome'
  | 'unsaved'
  | 'unreadable'
  | 'outdated';

/**
 * Stores `sentAt` unless the row is protected or removed. Both are checked in the same transaction, because the messages of
 * other tabs may come late.
 */
export async function storeSent(
  transaction: Transaction<'readwrite'>,
  entry: DeletionEntry,
  sentAt: number,
): Promise<Changed<DeletionEntry | NotSentReason>> {
  const refuse = (result: NotSentReason) => ({ keys: [], result });
  if (await isProtected(transaction, entry)) return refuse('protected');
  const stored = transaction.objectStore('entries');
  const before = decodeEntry(await stored.get(entry.intentKey));
  // Site data was cleared.
  if (before === null) return refuse('unsaved');
  // Another tab assumed that this page was closed.
  if (before.outcome !== null) return refuse('has-outcome');
  const { workspaceSlug, databaseName, instanceId } = entry.target;
  const ofTarget = await stored.index('target').getAll([workspaceSlug, databaseName, instanceId]);
  const isRemoved = wasRemovedSince(inOrder(ofTarget.flatMap((one) => decodeEntry(one) ?? [])));
  if (isRemoved(before)) return refuse('removed');
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

/** Removes all entries, and stores the sign-out, so that no other tab stores the entries it knows. */
async function clearEntries(transaction: Transaction<'readwrite'>, signOutId: string): Promise<void> {
  await Promise.all([
    transaction.objectStore('entries').clear(),
    transaction.objectStore('meta').put(signOutId, 'signOut'),
  ]);
}

/** Removes the entries of all other services of this origin, and those of the second edition. Inventories stay. */
async function clearOtherLogs(serviceId: string): Promise<void> {
  for (const name of await otherDatabases(serviceId)) {
    await clearOldLog(name);
    if (!isData(name)) continue;
    const db = await openDB<StoredData>(name);
    const transaction = db.transaction(['entries', 'meta'], 'readwrite');
    const cleared = clearEntries(transaction, crypto.randomUUID());
    await Promise.all([cleared, transaction.done]).finally(() => db.close());
  }
}

/**
 * Returns the logs that `clear` removes besides the log of the open service. Later editions come first.
 * @throws if the browser refuses
 */
export async function readOtherLogs(serviceId: string): Promise<DeletionEntry[][]> {
  const logs: DeletionEntry[][] = [];
  for (const name of await otherDatabases(serviceId)) {
    const db = isData(name) ? await openDB<StoredData>(name) : null;
    const entries = await (db?.getAll('entries').finally(() => db.close()) ?? readOldLog(name));
    logs.push(inOrder(entries.flatMap((entry) => decodeEntry(entry) ?? [])));
  }
  return logs;
}

function isData(name: string): boolean {
  return name.startsWith(storageName('data', ''));
}

async function otherDatabases(serviceId: string): Promise<string[]> {
  // Old versions of Firefox can't list databases. There, only the log of the open service is cleared.
  const databases = (await indexedDB.databases?.()) ?? [];
  const names = databases.flatMap(({ name = '' }) => (name === storageName('data', serviceId) ? [] : name));
  return names.sort();
}
