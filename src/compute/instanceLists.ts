import { QueryClient } from '@tanstack/react-query';
import { createInstancesQuery } from '../api/computeInstances.ts';
import type { Connection } from '../api/connection.ts';
import type { ConsoleConfig } from '../config.ts';
import { type ServiceStorage, withTimeout } from '../storage.ts';
import { databasesQuery } from './added.ts';

/** Longest time (ms) for which the first requests wait for the databases that this browser stores. */
const storedDatabasesTimeoutMs = 300;

/** True if the service has one list for each database. The admin then chooses the databases to list. */
export function hasDatabaseLists(instancesPath: string | null): boolean {
  return instancesPath?.includes('{databaseName}') ?? false;
}

/** The databases whose lists are requested. The only one is null if one list covers the whole workspace. */
export function listedDatabases(
  instancesPath: string | null,
  databases: readonly string[],
): readonly (string | null)[] {
  if (instancesPath === null) return [];
  return hasDatabaseLists(instancesPath) ? [...new Set(databases)] : [null];
}

/**
 * Requests the lists of the Compute screen at once. Nothing is in the cache before `commit`, because the token may still be
 * unproven.
 */
export function prefetchInstances(
  queryClient: QueryClient,
  connection: Connection,
  workspace: string,
  { instancesPath, databases }: Pick<ConsoleConfig, 'instancesPath' | 'databases'>,
  storage: ServiceStorage,
): { commit: () => void; drop: () => void } {
  const trial = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });
  const choice = databasesQuery(storage, workspace);
  const chosen = hasDatabaseLists(instancesPath)
    ? withTimeout(trial.fetchQuery(choice), storedDatabasesTimeoutMs).catch(() => null)
    : Promise.resolve(null);
  const requests = chosen.then((names) =>
    listedDatabases(instancesPath, names ?? databases).map((databaseName) => {
      const target = { workspaceSlug: workspace, databaseName: databaseName ?? '' };
      const query = createInstancesQuery(connection, instancesPath ?? '', target);
      const response = trial.fetchQuery(query);
      response.catch(() => undefined);
      return { query, response };
    }),
  );
  async function commit() {
    const names = trial.getQueryData(choice.queryKey);
    if (names !== undefined) queryClient.setQueryData(choice.queryKey, names);
    for (const { query, response } of await requests) {
      const list = trial.getQueryData(query.queryKey);
      if (list !== undefined) queryClient.setQueryData(query.queryKey, list, { updatedAt: list.receivedAt });
      else void queryClient.prefetchQuery({ ...query, queryFn: () => response, retry: false });
    }
  }
  return { commit: () => void commit(), drop: () => void trial.cancelQueries() };
}
