import { type IDBPDatabase, openDB } from 'idb';
import { openChannel, storageName } from '../../ui/storage.ts';
import { adoptSecondEdition } from './secondEdition.ts';
import type { Service, StoredData, StoreName, Transaction } from './storedData.ts';

export type ServiceData = ReturnType<typeof createServiceData>;

type ChangedKeys = readonly IDBValidKey[] | 'all';

/** Time limit (ms) of a transaction. IndexedDB can hang without ever failing. */
export const storageTimeoutMs = 3_000;
/** Delay (ms) before the changes of other tabs are read, so that many are read together. */
const changeBatchDelayMs = 250;
const version = 2;

/**
 * Opens the IndexedDB database of one service, which all tabs share. Tabs announce the keys of changed records. A transaction
 * changes single records, because a copy in memory can be older than the stored record.
 */
export function createServiceData(service: Service) {
  const name = storageName('data', service.serviceId);
  const channel = openChannel(name);
  const listeners = new Set<(keys: ChangedKeys) => void>();
  const statusListeners = new Set<() => void>();
  let connection: Promise<IDBPDatabase<StoredData>> | null = null;
  /** `refused`: the database never opened. `outdated`: a later version of the console changed it. */
  let status: 'unknown' | 'working' | 'refused' | 'outdated' = 'unknown';
  let pendingChanges: ChangedKeys[] = [];

  function open(): Promise<IDBPDatabase<StoredData>> {
    connection ??= connect();
    connection.catch(forgetConnection);
    return connection;
  }

  async function connect() {
    try {
      const db = await openDB<StoredData>(name, version, {
        upgrade(created, oldVersion, _, transaction) {
          if (oldVersion === 0) {
            created.createObjectStore('entries', { keyPath: 'intentKey' });
            created.createObjectStore('inventory');
            created.createObjectStore('meta');
          }
          const fields = ['workspaceSlug', 'databaseName', 'instanceId'];
          transaction.objectStore('entries').createIndex(
            'target',
            fields.map((field) => `target.${field}`),
          );
        },
        // Let a later version upgrade the database, and let the user clear it.
        blocking(_, blockedVersion, event) {
          if (event.target instanceof IDBDatabase) event.target.close();
          forgetConnection();
          if (blockedVersion !== null) setStatus('outdated');
        },
        terminated: forgetConnection,
      });
      // If it fails, the next visit tries again.
      await withTimeout(adoptSecondEdition(db, service), storageTimeoutMs).catch(() => undefined);
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

  /** @throws if the transaction fails, or has not finished in time and could be aborted */
  function runTransaction<Mode extends IDBTransactionMode, Result>(
    mode: Mode,
    stores: readonly StoreName[],
    work: (transaction: Transaction<Mode>) => Promise<Result>,
    { durability = 'default', timeoutMs = storageTimeoutMs }: TransactionOptions = {},
  ): Promise<Result> {
    let hasTimedOut = false;
    let transaction: Transaction<Mode> | undefined;
    async function run() {
      const db = await open();
      if (hasTimedOut) throw new Error('The transaction came too late.');
      transaction = db.transaction([...stores], mode, { durability });
      const [result] = await Promise.all([work(transaction).catch(abort), transaction.done]);
      return result;
    }
    function abort(error: unknown): never {
      // A transaction commits whatever its other requests have written, unless it is aborted.
      transaction?.abort();
      throw error;
    }
    return withTimeout(run(), timeoutMs, () => {
      hasTimedOut = true;
      transaction?.abort();
    });
  }

  /** Changes stored records and announces their keys to the other tabs. @param work returns the keys it has changed */
  async function write<Result>(
    stores: readonly StoreName[],
    work: (transaction: Transaction<'readwrite'>) => Promise<{ keys: ChangedKeys; result: Result }>,
    options?: TransactionOptions,
  ): Promise<Result> {
    function announce(keys: ChangedKeys) {
      if (keys.length > 0) channel.postMessage(keys);
    }
    const written = await runTransaction(
      'readwrite',
      stores,
      async (transaction) => {
        const done = await work(transaction);
        // Post before the commit too: the page may be closed before it learns of it. Reads queue behind the transaction.
        announce(done.keys);
        return done;
      },
      options,
    );
    announce(written.keys);
    return written.result;
  }

  function deliverChanges() {
    const changes = pendingChanges;
    pendingChanges = [];
    const keys = changes.flatMap((change) => (change === 'all' ? [] : change));
    const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
    for (const listener of listeners) listener(changes.includes('all') ? 'all' : distinct);
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
      listeners.add(listener);
    },
    onStatus(listener: () => void) {
      statusListeners.add(listener);
    },
  };
  openedData.set(service.serviceId, data);
  return data;
}

type TransactionOptions = {
  /** `strict`: survives a power cut once it is stored. */
  durability?: 'strict' | 'default';
  timeoutMs?: number;
};

/** The data this page opened last for each service, shared by its log and its inventories. */
const openedData = new Map<string, ServiceData>();

/** Returns the data of a service that this page has opened, and opens it if there is none. */
export function serviceDataOf(service: Service): ServiceData {
  return openedData.get(service.serviceId) ?? createServiceData(service);
}

/** @throws if the work takes longer, once `abortWork` has stopped it */
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
        // It can't be aborted any more, so it is being committed. Calling it lost would be wrong.
        return;
      }
      reject(new Error('IndexedDB did not respond in time.'));
    }, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
