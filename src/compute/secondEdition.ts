import { type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';
import { mayAdoptOldData } from '../ui/storage.ts';
import { addedInstanceSchema, inventoryKeys, type Service, type StoredData } from './storedData.ts';

const oldLogPrefix = 'workspace-console.deletions.';
const oldInventoryPrefix = 'workspace-console.inventory.';

type InventoryRecord = { key: string[]; value: unknown };

/**
 * Copies the data of the second edition (an earlier version of the console) once, for the first service that is opened at
 * the same URL. Tabs of the second edition may still delete instances, so `orphanOutcomes.ts` reads their outcomes later.
 */
export async function copySecondEditionData(db: IDBPDatabase<StoredData>, service: Service): Promise<void> {
  if ((await db.get('meta', 'secondEdition')) !== undefined) return;
  const records = readOldInventories(service.serviceUrl);
  const entries = await readOldEntries(service.serviceUrl);
  const mayCopy = (records.length > 0 || entries.length > 0) && mayAdoptOldData(service);
  const transaction = db.transaction(['entries', 'inventory', 'meta'], 'readwrite');
  async function copy() {
    const meta = transaction.objectStore('meta');
    // Another tab may have copied the data already, and the admin may have changed the copy.
    if ((await meta.get('secondEdition')) !== undefined) return;
    await Promise.all([
      ...(mayCopy ? entries : []).map((entry) => transaction.objectStore('entries').put(entry)),
      ...(mayCopy ? records : []).map(({ key, value }) =>
        transaction.objectStore('inventory').put(value, key),
      ),
      meta.put(true, 'secondEdition'),
    ]);
  }
  await Promise.all([copy(), transaction.done]);
}

/** Returns true if an IndexedDB name belongs to a deletion log of the second edition. */
export function isOldLogName(name: string): boolean {
  return name.startsWith(oldLogPrefix);
}

/** Returns the entries in the log of the second edition. If the log doesn't exist, returns an empty list and creates no log. */
export async function readOldEntries(serviceUrl: string): Promise<unknown[]> {
  let hasOldLog = true;
  try {
    const db = await openDB(oldLogPrefix + serviceUrl, undefined, {
      upgrade(_, oldVersion, __, transaction) {
        hasOldLog = oldVersion > 0;
        if (hasOldLog) return;
        transaction.abort();
        transaction.done.catch(() => undefined);
      },
      blocking: (_, __, event) => event.target instanceof IDBDatabase && event.target.close(),
    });
    return await db.getAll('entries').finally(() => db.close());
  } catch (error) {
    if (hasOldLog) throw error;
    return [];
  }
}

const textsSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((list) => list.filter((item) => typeof item === 'string')),
);
const addedListSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((list) => list.filter((item) => v.is(addedInstanceSchema, item))),
);
const inventorySchema = v.object({
  databases: v.fallback(v.nullable(textsSchema), null),
  added: v.fallback(addedListSchema, []),
  protectedKeys: v.fallback(textsSchema, []),
});

/** Returns the inventory records that the second edition stored. @throws if the browser blocks localStorage */
function readOldInventories(serviceUrl: string): InventoryRecord[] {
  return Object.entries({ ...localStorage }).flatMap(([name, storedText]) => {
    if (!name.startsWith(oldInventoryPrefix)) return [];
    const owner = v.safeParse(
      v.tuple([v.literal(serviceUrl), v.string()]),
      parseJson(name.slice(oldInventoryPrefix.length)),
    );
    const inventory = v.safeParse(inventorySchema, parseJson(storedText));
    return owner.success && inventory.success ? toInventoryRecords(owner.output[1], inventory.output) : [];
  });
}

function toInventoryRecords(
  workspaceSlug: string,
  inventory: v.InferOutput<typeof inventorySchema>,
): InventoryRecord[] {
  const { databases, added, protectedKeys } = inventory;
  return [
    ...(databases === null ? [] : [{ key: inventoryKeys.databases(workspaceSlug), value: databases }]),
    ...added.map((instance, index) => ({
      key: inventoryKeys.added(workspaceSlug, instance.databaseName, instance.id),
      value: { ...instance, addedAt: index },
    })),
    ...protectedKeys.map((rowKey) => ({ key: inventoryKeys.protected(workspaceSlug, rowKey), value: true })),
  ];
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
