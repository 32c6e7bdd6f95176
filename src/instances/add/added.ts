import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { ServiceStorage } from '../../storage.ts';

/** An instance that the admin added by hand. This browser stores it, because the service may be unable to list it. */
export type AddedInstance = {
  databaseName: string;
  id: string;
  /** Null if the admin gave no name. */
  name: string | null;
  /** ms since 1970, by this browser's clock. */
  addedAt: number;
};

const keySchema = v.tuple([v.string(), v.string(), v.string()]);
const valueSchema = v.object({ name: v.nullable(v.string()), addedAt: v.number() });
const databasesSchema = v.fallback(v.nullable(v.array(v.string())), null);

/** Our own writes and the other tabs invalidate these queries. */
const storedQuery = {
  networkMode: 'always',
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const;

export function addedInstancesQuery(storage: ServiceStorage, workspace: string) {
  return queryOptions({
    ...storedQuery,
    queryKey: ['added', workspace],
    queryFn: () =>
      storage.run('readonly', ['added'], async (transaction) => {
        const table = transaction.objectStore('added');
        // An array is greater than every text, so the range ends after the last key of the workspace.
        const range = IDBKeyRange.bound([workspace], [workspace, []]);
        const [keys, values] = await Promise.all([table.getAllKeys(range), table.getAll(range)]);
        return keys.flatMap((key, index) => decodeAdded(key, values[index]));
      }),
  });
}

function decodeAdded(key: unknown, value: unknown): readonly AddedInstance[] {
  if (!v.is(keySchema, key) || !v.is(valueSchema, value)) return [];
  const [, databaseName, id] = key;
  return [{ databaseName, id, ...value }];
}

/** @throws if the browser can't store them; then none is stored */
export function addInstances(
  storage: ServiceStorage,
  workspace: string,
  instances: readonly Omit<AddedInstance, 'addedAt'>[],
): Promise<void> {
  const addAll = async (put: (value: unknown, key: string[]) => Promise<unknown>) => {
    const addedAt = Date.now();
    await Promise.all(
      instances.map(({ databaseName, id, name }) => put({ name, addedAt }, [workspace, databaseName, id])),
    );
  };
  return storage.run(
    'readwrite',
    ['added'],
    (transaction) => addAll((value, key) => transaction.objectStore('added').put(value, key)),
    { itemCount: instances.length },
  );
}

export function removeAddedInstance(
  storage: ServiceStorage,
  workspace: string,
  { databaseName, id }: Pick<AddedInstance, 'databaseName' | 'id'>,
): Promise<void> {
  return storage.run('readwrite', ['added'], (transaction) =>
    transaction.objectStore('added').delete([workspace, databaseName, id]),
  );
}

/** The databases that the admin chose to list, or null while the operator's choice applies. */
export function chosenDatabasesQuery(storage: ServiceStorage, workspace: string) {
  return queryOptions({
    ...storedQuery,
    queryKey: ['databases', workspace],
    queryFn: () =>
      storage.run('readonly', ['databases'], async (transaction) =>
        v.parse(databasesSchema, (await transaction.objectStore('databases').get(workspace)) ?? null),
      ),
  });
}

export async function saveChosenDatabases(
  storage: ServiceStorage,
  workspace: string,
  names: readonly string[],
): Promise<void> {
  await storage.run('readwrite', ['databases'], (transaction) =>
    transaction.objectStore('databases').put([...names], workspace),
  );
}
