import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

/** Shared by the tabs of one service. The folder that owns a table decodes its values. */
export interface StorageSchema extends DBSchema {
  /** By ID of the deletion. */
  deletions: { key: string; value: unknown; indexes: { workspace: string; target: string[] } };
  /** By workspace, database and instance ID. */
  added: { key: string[]; value: unknown };
  /** By workspace. */
  databases: { key: string; value: unknown };
  /** The last number that ordered a deletion. */
  counters: { key: string; value: unknown };
}

export type TableName = 'deletions' | 'added' | 'databases' | 'counters';
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<StorageSchema, TableName[], Mode>;

type Options = {
  /** `strict`: a stored change survives a power cut. */
  durability?: 'strict' | 'default';
  /** Items that the transaction stores. Each gets its time. */
  itemCount?: number;
};

/** IndexedDB can hang without an error. */
const transactionTimeoutMs = 3_000;
const timeoutPerItemMs = 5;
/** Several changes in this time (ms) cause one call of the listeners. */
const changeDelayMs = 20;
const schemaVersion = 1;
/** Of a handle that the browser has closed. WebKit reports its lost server as `UnknownError`. */
const deadHandleErrors = ['InvalidStateError', 'UnknownError'];

/** All tabs share it. React Query is its only cache. */
export class ServiceStorage {
  readonly #name: string;
  readonly #channel: Channel;
  readonly #listeners = new Set<(tables: ReadonlySet<TableName>) => void>();
  #handle: Promise<IDBPDatabase<StorageSchema>> | null = null;
  #changedTables = new Set<TableName>();
  #asksToPersist = true;

  constructor(serviceId: string) {
    this.#name = storageName('data', serviceId);
    this.#channel = openChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<TableName[]>) => this.#noteChange(data);
  }

  /** Also after changes of other tabs. */
  onChange(listener: (tables: ReadonlySet<TableName>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `work` may await only its own requests. Rejects and stores nothing if it throws or takes too long. */
  async run<Mode extends 'readonly' | 'readwrite', Result>(
    mode: Mode,
    tables: TableName[],
    work: (transaction: Transaction<Mode>) => Promise<Result>,
    { durability = 'default', itemCount = 0 }: Options = {},
  ): Promise<Result> {
    let transaction: Transaction<Mode> | undefined;
    let isTimedOut = false;
    const runWork = async () => {
      const begun = await this.#begin(mode, tables, durability, () => isTimedOut);
      transaction = begun;
      const workDone = work(begun).then((result) => {
        // Other tabs read after the commit, because their transactions wait for this one.
        if (mode === 'readwrite') this.#channel.postMessage(tables);
        return result;
      });
      const [result] = await Promise.all([workDone.catch((error) => abort(begun, error)), begun.done]);
      return result;
    };
    const result = await withTimeout(runWork(), transactionTimeoutMs + itemCount * timeoutPerItemMs, () => {
      isTimedOut = true;
      transaction?.abort();
    });
    if (mode === 'readwrite') this.#noteChange(tables);
    return result;
  }

  /** Opens a handle that the browser has closed again, once. Nothing was done with it yet. */
  async #begin<Mode extends 'readonly' | 'readwrite'>(
    mode: Mode,
    tables: TableName[],
    durability: 'strict' | 'default',
    isTimedOut: () => boolean,
  ): Promise<Transaction<Mode>> {
    if (mode === 'readwrite' && tables.some((table) => table !== 'databases')) this.#persistOnce();
    const begin = async () => {
      const handle = await this.#open();
      if (isTimedOut()) throw new Error('The time limit passed before the transaction began.');
      return handle.transaction(tables, mode, { durability });
    };
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof DOMException) || !deadHandleErrors.includes(error.name)) throw error;
      this.#handle = null;
      return begin();
    }
  }

  #open(): Promise<IDBPDatabase<StorageSchema>> {
    if (this.#handle !== null) return this.#handle;
    const dropHandle = () => {
      if (this.#handle === handle) this.#handle = null;
    };
    const handle = openDB<StorageSchema>(this.#name, schemaVersion, {
      upgrade(database) {
        const deletions = database.createObjectStore('deletions', { keyPath: 'id' });
        deletions.createIndex('workspace', 'target.workspaceSlug');
        deletions.createIndex('target', ['workspaceSlug', 'databaseName', 'instanceId'].map(inTarget));
        for (const table of ['added', 'databases', 'counters'] as const) database.createObjectStore(table);
      },
      // An open handle would block the deletion of site data and later versions of the schema.
      blocking(_, __, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        dropHandle();
      },
      terminated: dropHandle,
    });
    this.#handle = handle;
    handle.catch(dropHandle);
    return handle;
  }

  /** Not awaited, because Firefox asks the admin. */
  #persistOnce(): void {
    if (!this.#asksToPersist) return;
    this.#asksToPersist = false;
    const persist = async () => navigator.storage?.persist?.();
    persist().catch(() => undefined);
  }

  #noteChange(tables: readonly TableName[]): void {
    if (this.#changedTables.size === 0) setTimeout(() => this.#callListeners(), changeDelayMs);
    for (const table of tables) this.#changedTables.add(table);
  }

  #callListeners(): void {
    const tables = this.#changedTables;
    this.#changedTables = new Set();
    for (const listener of this.#listeners) listener(tables);
  }
}

function inTarget(field: string): string {
  return `target.${field}`;
}

function abort(transaction: { abort: () => void }, error: unknown): never {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended by itself.
  }
  throw error;
}

/** Rejects after `timeoutMs` once `abortWork` succeeded. If it throws, the end of the work decides. */
export function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  abortWork: () => void = () => {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        abortWork();
      } catch {
        return;
      }
      reject(new Error('The browser did not answer in time.'));
    }, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function storageName(kind: string, serviceId: string, ...parts: readonly string[]): string {
  return ['workspace-console.4', kind, serviceId, ...parts.map((part) => encodeURIComponent(part))].join('.');
}

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** Silent if the browser refuses, for example because site data is blocked. */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { postMessage() {}, close() {}, onmessage: null };
  }
}

/** Null if `access` throws. Even `window.localStorage` throws if site data is blocked. */
export function tryStorage<Value>(access: () => Value): Value | null {
  try {
    return access();
  } catch {
    return null;
  }
}
