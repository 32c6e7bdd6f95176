import type { DBSchema, IDBPTransaction, StoreNames } from 'idb';
import * as v from 'valibot';
import type { ConsoleConfig } from '../../config.ts';

export type Service = Pick<ConsoleConfig, 'serviceId' | 'serviceUrl'>;

export interface StoredData extends DBSchema {
  /** Entries of the deletion log by key, with an index on workspace, database and instance ID. */
  entries: { key: string; value: unknown; indexes: { target: string[] } };
  /** Added instances, protected rows and chosen databases, each a record of its own. */
  inventory: { key: string[]; value: unknown };
  /** `signOut`: a random ID of the last sign-out. `secondEdition`: true once its data was adopted. */
  meta: { key: string; value: unknown };
}

export type StoreName = StoreNames<StoredData>;
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<StoredData, StoreName[], Mode>;

/** An instance the admin added to this browser's list. */
export type AddedInstance = v.InferOutput<typeof addedSchema>;
export const addedSchema = v.object({
  databaseName: v.string(),
  id: v.string(),
  name: v.nullable(v.string()),
});

/** Keys of inventory records. The first part is always the workspace slug, the second the kind of record. */
export const inventoryKeys = {
  added: (workspaceSlug: string, databaseName: string, id: string) => [
    workspaceSlug,
    'added',
    databaseName,
    id,
  ],
  /** @param rowKey the key of the row in the list, as `instanceKey` makes it */
  protected: (workspaceSlug: string, rowKey: string) => [workspaceSlug, 'protected', rowKey],
  databases: (workspaceSlug: string) => [workspaceSlug, 'databases'],
};

/** Returns the chosen databases of a record, or null if none were chosen. */
export function decodeDatabases(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter((name) => typeof name === 'string');
}
