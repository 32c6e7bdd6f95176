import { type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';
import { storageName } from '../../ui/storage.ts';
import {
  addedRecord,
  addedSchema,
  inventoryKeys,
  type Service,
  type StoredData,
  type Transaction,
} from './storedData.ts';

// The second edition kept its data by the URL of the service. Its tabs may still be open after a release.

/** Returns the lock that lets only one tab send a DELETE to a target. The name also excludes tabs of the second edition. */
export function targetLock(serviceUrl: string, targetKey: string): string {
  return `workspace-console.deletion.${serviceUrl}.${targetKey}`;
}

/** Returns the lock that a page holds while it runs an intent, or a bulk deletion. Also held by the second edition. */
export function runLock(serviceUrl: string, runKey: string): string {
  return `workspace-console.deletion-run.${serviceUrl}.${runKey}`;
}

const oldLogPrefix = 'workspace-console.deletions.';
const oldInventoryPrefix = 'workspace-console.inventory.';

const entrySchema = v.looseObject({
  intentKey: v.string(),
  bulkKey: v.nullable(v.string()),
  outcome: v.unknown(),
});
type OldEntry = v.InferOutput<typeof entrySchema>;
const awaitedSchema = v.array(v.string());

/**
 * Copies the data of the second edition once, into the first service that is opened at its URL.
 * @returns the intents that were still open. They may run in an old tab, so they are adopted when that tab is done.
 */
export async function adoptSecondEdition(db: IDBPDatabase<StoredData>, service: Service): Promise<string[]> {
  const state = await db.get('meta', 'secondEdition');
  if (state !== undefined) return v.is(awaitedSchema, state) ? state : [];
  const { serviceId, serviceUrl } = service;
  const inventories = readInventories(serviceUrl);
  const found = await readLog(serviceUrl);
  const isOurs = (found !== null || inventories.length > 0) && (await claim(serviceId, serviceUrl));
  const entries = isOurs && found !== null ? found : [];
  const open = entries.filter(({ outcome }) => outcome === null).map(({ intentKey }) => intentKey);
  const transaction = db.transaction(['entries', 'inventory', 'meta'], 'readwrite');
  async function copy() {
    const meta = transaction.objectStore('meta');
    // Another tab may have been faster, and its admin may have changed the data since.
    if ((await meta.get('secondEdition')) !== undefined) return;
    const finished = entries.filter(({ outcome }) => outcome !== null);
    const records = isOurs ? inventories.flat() : [];
    await Promise.all([
      ...finished.map((entry) => transaction.objectStore('entries').put(entry)),
      ...records.map(({ key, value }) => transaction.objectStore('inventory').put(value, key)),
      meta.put(open, 'secondEdition'),
    ]);
  }
  await Promise.all([copy(), transaction.done]);
  return open;
}

/**
 * Adopts the open intents of the second edition once the tabs that run them have stored the outcomes, or are closed.
 * @param write changes entries in one transaction; the given work returns the changed keys
 */
export async function adoptWhenFinished(
  { serviceUrl }: Service,
  intentKeys: readonly string[],
  write: (work: (transaction: Transaction<'readwrite'>) => Promise<string[]>) => Promise<unknown>,
): Promise<void> {
  const open = ((await readLog(serviceUrl)) ?? []).filter(({ intentKey }) => intentKeys.includes(intentKey));
  const runs = new Set(open.map(({ intentKey, bulkKey }) => bulkKey ?? intentKey));
  for (const runKey of runs)
    void whenFree(runLock(serviceUrl, runKey))
      .then(async () => {
        const entries = ((await readLog(serviceUrl)) ?? []).filter(
          ({ intentKey, bulkKey }) => (bulkKey ?? intentKey) === runKey && intentKeys.includes(intentKey),
        );
        await write((transaction) => putAwaited(transaction, entries));
      })
      // They stay listed as awaited, so the next visit tries again.
      .catch(() => undefined);
}

/** Stores awaited entries. A sign-out or another tab may have removed them from the awaited ones. */
async function putAwaited(transaction: Transaction<'readwrite'>, entries: readonly OldEntry[]) {
  const meta = transaction.objectStore('meta');
  const state = await meta.get('secondEdition');
  const awaited = new Set(v.is(awaitedSchema, state) ? state : []);
  const adopted = entries.filter(({ intentKey }) => awaited.delete(intentKey));
  await Promise.all([
    ...adopted.map((entry) => transaction.objectStore('entries').put(entry)),
    meta.put([...awaited], 'secondEdition'),
  ]);
  return adopted.map(({ intentKey }) => intentKey);
}

async function whenFree(lock: string): Promise<void> {
  await navigator.locks.request(lock, {}, () => undefined);
}

/** Returns the entries of the second edition's log, null if there is no such log. */
async function readLog(serviceUrl: string): Promise<OldEntry[] | null> {
  const db = await openExisting(oldLogPrefix + serviceUrl);
  if (db === null) return null;
  const stored: unknown[] = await db.getAll('entries').finally(() => db.close());
  return stored.filter((entry) => v.is(entrySchema, entry));
}

/** Empties the logs of the second edition, so that a sign-out leaves none of them behind. */
export async function clearSecondEdition(databases: readonly string[]): Promise<void> {
  for (const name of databases.filter((name) => name.startsWith(oldLogPrefix))) {
    const db = await openExisting(name);
    await db?.clear('entries').finally(() => db.close());
  }
}

async function openExisting(name: string): Promise<IDBPDatabase | null> {
  let exists = true;
  const opening = openDB(name, undefined, {
    upgrade(_, oldVersion, __, transaction) {
      // Opening would create it.
      exists = oldVersion > 0;
      if (exists) return;
      transaction.abort();
      transaction.done.catch(() => undefined);
    },
    blocking: (_, __, event) => event.target instanceof IDBDatabase && event.target.close(),
  });
  return opening.catch((error: unknown) => {
    if (exists) throw error;
    return null;
  });
}

const text = v.fallback(v.nullable(v.array(v.unknown())), null);
const oldInventorySchema = v.object({ databases: text, added: text, protectedKeys: text });

/** Returns the records of each workspace's inventory that the second edition kept for a service. */
function readInventories(serviceUrl: string): { key: string[]; value: unknown }[][] {
  try {
    return Object.entries({ ...localStorage }).flatMap(([name, stored]) => {
      if (!name.startsWith(oldInventoryPrefix)) return [];
      const place = parseJson(name.slice(oldInventoryPrefix.length));
      const inventory = parseJson(stored);
      if (!v.is(v.tuple([v.string(), v.string()]), place) || place[0] !== serviceUrl) return [];
      return v.is(v.looseObject({}), inventory) ? [recordsOf(place[1], inventory)] : [];
    });
  } catch {
    // The browser refuses localStorage.
    return [];
  }
}

function recordsOf(workspaceSlug: string, stored: object) {
  const { databases, added, protectedKeys } = v.parse(oldInventorySchema, {
    databases: null,
    added: null,
    protectedKeys: null,
    ...stored,
  });
  const isText = (value: unknown) => typeof value === 'string';
  const records: { key: string[]; value: unknown }[] = [];
  if (databases !== null)
    records.push({ key: inventoryKeys.databases(workspaceSlug), value: databases.filter(isText) });
  for (const [place, instance] of (added ?? []).entries())
    if (v.is(addedSchema, instance))
      records.push({
        key: inventoryKeys.added(workspaceSlug, instance.databaseName, instance.id),
        value: addedRecord(v.parse(addedSchema, instance), place),
      });
  for (const rowKey of (protectedKeys ?? []).filter(isText))
    records.push({ key: inventoryKeys.protected(workspaceSlug, rowKey), value: true });
  return records;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Returns whether this service may adopt the data at its URL: the first one that asks may, also when it asks again. */
async function claim(serviceId: string, serviceUrl: string): Promise<boolean> {
  const db = await openDB(storageName('adoption', encodeURIComponent(serviceUrl)), 1, {
    upgrade: (created) => void created.createObjectStore('owner'),
  });
  const { store, done } = db.transaction('owner', 'readwrite');
  async function readOwner() {
    const owner: unknown = await store.get('serviceId');
    if (owner === undefined) await store.put(serviceId, 'serviceId');
    return owner ?? serviceId;
  }
  const [owner] = await Promise.all([readOwner(), done]).finally(() => db.close());
  return owner === serviceId;
}
