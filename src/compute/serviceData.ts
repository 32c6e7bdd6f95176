import { type IDBPDatabase, openDB } from 'idb';
import { createStorageName, openChannel } from '../ui/storage.ts';
import { copySecondEditionData } from './secondEdition.ts';
import type { Service, StoredData, StoreName, Transaction } from './storedData.ts';

export type ServiceData = ReturnType<typeof createServiceData>;

type ChangedKeys = readonly IDBValidKey[] | 'all';

/** Time limit (ms) of a transaction, because IndexedDB can hang without an error. */
export const storageTimeoutMs = 3_000;
/** Delay (ms) before listeners get the changes of other tabs. Several changes then cause only one call. */
const changeBatchDelayMs = 250;
const schemaVersion = 2;

/**
 * Gives access to the data of one service in IndexedDB. All tabs share the data and announce the keys of changed records.
 * Write single records only, because a copy of all data in memory may be outdated.
 */
export function createServiceData(service: Service) {
  const name = createStorageName('data', service.serviceId);
  const channel = openChannel(name);
  const changeListeners = new Set<(keys: ChangedKeys) => void>();
  const statusListeners = new Set<() => void>();
  let connection: Promise<IDBPDatabase<StoredData>> | null = null;
  /** `refused`: IndexedDB never opened. `outdated`: a later version of the console changed the schema. */
  let status: 'unknown' | 'working' | 'refused' | 'outdated' = 'unknown';
  let pendingChanges: ChangedKeys[] = [];

  function openConnection(): Promise<IDBPDatabase<StoredData>> {
    connection ??= connect();
    connection.catch(forgetConnection);
    return connection;
  }

  async function connect() {
    try {
      const db = await openDB<StoredData>(name, schemaVersion, {
        upgrade(upgradedDb, oldVersion, _, transaction) {
          if (oldVersion === 0) {
            upgradedDb.createObjectStore('entries', { keyPath: 'intentKey' });
            upgradedDb.createObjectStore('inventory');
            upgradedDb.createObjectStore('meta');
          }
          const fields = ['workspaceSlug', 'databaseName', 'instanceId'];
          transaction.objectStore('entries').createIndex(
            'target',
            fields.map((field) => `target.${field}`),
          );
        },
        // Close the connection, because an open connection blocks upgrades and the deletion of site data.
        blocking(_, blockedVersion, event) {
          if (event.target instanceof IDBDatabase) event.target.close();
          forgetConnection();
          if (blockedVersion !== null) setStatus('outdated');
        },
        terminated: forgetConnection,
      });
      // If the copy fails, the next connection tries again.
      await withTimeout(copySecondEditionData(db, service), storageTimeoutMs).catch(() => undefined);
      setStatus('working');
      return db;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'VersionError') setStatus('outdated');
      else if (status === 'unknown') setStatus('refused');
      throw error;
    }
  }

  function forgetConnection() {
    connection = null;
  }

  function setStatus(next: typeof status) {
    if (status === next) return;
    status = next;
    for (const listener of statusListeners) listener();
  }

  /** Runs `work` in one transaction. @throws if the transaction fails or takes longer than `timeoutMs` */
  function runTransaction<Mode extends IDBTransactionMode, Result>(
    mode: Mode,
    stores: readonly StoreName[],
    work: (transaction: Transaction<Mode>) => Promise<Result>,
    { durability = 'default', timeoutMs = storageTimeoutMs }: TransactionOptions = {},
  ): Promise<Result> {
    let hasTimedOut = false;
    let transaction: Transaction<Mode> | undefined;
    async function run() {
      const db = await openConnection();
      if (hasTimedOut) throw new Error('The time limit ended before the transaction started.');
      transaction = db.transaction([...stores], mode, { durability });
      const [result] = await Promise.all([work(transaction).catch(abort), transaction.done]);
      return result;
    }
    function abort(error: unknown): never {
      // Without the abort, the transaction would commit the changes that were made before the error.
      transaction?.abort();
      throw error;
    }
    return withTimeout(run(), timeoutMs, () => {
      hasTimedOut = true;
      transaction?.abort();
    });
  }

  /** Changes stored records and announces their keys to other tabs. @param work returns the changed keys and a result */
  async function write<Result>(
    stores: readonly StoreName[],
    work: (transaction: Transaction<'readwrite'>) => Promise<{ keys: ChangedKeys; result: Result }>,
    options?: TransactionOptions,
  ): Promise<Result> {
    function announce(keys: ChangedKeys) {
      if (keys.length > 0) channel.postMessage(keys);
    }
    const writeResult = await runTransaction(
      'readwrite',
      stores,
      async (transaction) => {
        const workResult = await work(transaction);
        // Announce before the commit too, because the page may close too early. Reads in other tabs wait for the commit.
        announce(workResult.keys);
        return workResult;
      },
      options,
    );
    announce(writeResult.keys);
    return writeResult.result;
  }

  function deliverChanges() {
    const changes = pendingChanges;
    pendingChanges = [];
    const keys = changes.flatMap((change) => (change === 'all' ? [] : change));
    const distinctKeys = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
    for (const listener of changeListeners) listener(changes.includes('all') ? 'all' : distinctKeys);
  }

  channel.onmessage = ({ data }: MessageEvent<ChangedKeys>) => {
    if (pendingChanges.length === 0) setTimeout(deliverChanges, changeBatchDelayMs);
    pendingChanges.push(data);
  };

  const data = {
    service,
    status: () => status,
    read: <Result>(
      stores: readonly StoreName[],
      work: (transaction: Transaction<'readonly'>) => Promise<Result>,
      options?: TransactionOptions,
    ) => runTransaction('readonly', stores, work, options),
    write,
    /** Calls the listener with the keys that other tabs have changed. */
    onChange(listener: (keys: ChangedKeys) => void) {
      changeListeners.add(listener);
    },
    onStatusChange(listener: () => void) {
      statusListeners.add(listener);
    },
  };
  openedData.set(service.serviceId, data);
  return data;
}

type TransactionOptions = {
  /** `strict`: a stored change survives a power cut. */
  durability?: 'strict' | 'default';
  timeoutMs?: number;
};

/** The data of each service that this page has opened, by service ID. The deletion log and the inventories share the data. */
const openedData = new Map<string, ServiceData>();

/** Returns the data of a service, and opens it if this page has not opened it yet. */
export function getServiceData(service: Service): ServiceData {
  return openedData.get(service.serviceId) ?? createServiceData(service);
}

/** Calls `abortWork` and rejects after `timeoutMs`. If `abortWork` throws, the work is already ending, so waits for it. */
export function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  abortWork: () => void = () => {},
): Promise<Result> {
  if (timeoutMs === Number.POSITIVE_INFINITY) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        abortWork();
      } catch {
        // The transaction is already committing, so a time-out error would be wrong.
        return;
      }
      reject(new Error('IndexedDB did not respond in time.'));
    }, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
