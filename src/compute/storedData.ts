import type { DBSchema, IDBPTransaction, StoreNames } from 'idb';
import * as v from 'valibot';
import type { ConsoleConfig } from '../config.ts';

export type Service = Pick<ConsoleConfig, 'serviceId' | 'serviceUrl'>;

export interface StoredData extends DBSchema {
  /** Entries of the deletion log by `intentKey`, with an index on workspace, database and instance ID. */
  entries: { key: string; value: unknown; indexes: { target: string[] } };
  /** One record for each added instance and each protected row, and one for the chosen databases of a workspace. */
  inventory: { key: string[]; value: unknown };
  /** `signOut`: a random ID of the last sign-out. `secondEdition`: true after the check for data of the second edition. */
  meta: { key: string; value: unknown };
}

export type StoreName = StoreNames<StoredData>;
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<StoredData, StoreName[], Mode>;

/** An instance that the admin added to the list in this browser. */
export type AddedInstance = v.InferOutput<typeof addedInstanceSchema>;
export const addedInstanceSchema = v.object({
  databaseName: v.string(),
  id: v.string(),
  name: v.nullable(v.string()),
});

/** Functions that return the key of an inventory record. A key starts with the workspace slug and the kind of record. */
export const inventoryKeys = {
  added: (workspaceSlug: string, databaseName: string, id: string) => [
    workspaceSlug,
    'added',
    databaseName,
    id,
  ],
  /** @param rowKey the row key that `createInstanceKey` returns */
  protected: (workspaceSlug: string, rowKey: string) => [workspaceSlug, 'protected', rowKey],
  databases: (workspaceSlug: string) => [workspaceSlug, 'databases'],
};

/** Returns the chosen databases from a stored value, or null if the value isn't a list. */
export function decodeDatabases(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter((name) => typeof name === 'string');
}
