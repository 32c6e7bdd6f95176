import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { createInstancesQuery } from '../api/computeInstances.ts';
import type { Connection } from '../api/connection.ts';
import type { ConsoleConfig } from '../config.ts';
import { type ServiceStorage, withTimeout } from '../storage.ts';
import { databasesQuery } from './added.ts';

/** Longest time (ms) for which the first requests wait for the databases that this browser stores. */
const storedDatabasesTimeoutMs = 300;

/** True if the service has one list for each database. The admin then chooses the databases to list. */
export function hasListPerDatabase(instancesPath: string | null): boolean {
  return instancesPath?.includes('{databaseName}') ?? false;
}

/** The databases whose lists are requested. The only one is null if one list covers the whole workspace. */
export function getDatabasesToList(
  instancesPath: string | null,
  databases: readonly string[],
): readonly (string | null)[] {
  if (instancesPath === null) return [];
  return hasListPerDatabase(instancesPath) ? [...new Set(databases)] : [null];
}

type RequestQuery = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
) => Promise<Data>;

/** Requests the lists of the Compute screen, before its code has loaded. */
export async function requestInstances(
  request: RequestQuery,
  connection: Connection,
  workspace: string,
  { instancesPath, databases }: Pick<ConsoleConfig, 'instancesPath' | 'databases'>,
  storage: ServiceStorage,
): Promise<void> {
  const chosen = hasListPerDatabase(instancesPath)
    ? await withTimeout(request(databasesQuery(storage, workspace)), storedDatabasesTimeoutMs).catch(
        () => null,
      )
    : null;
  for (const databaseName of getDatabasesToList(instancesPath, chosen ?? databases)) {
    const target = { workspaceSlug: workspace, databaseName: databaseName ?? '' };
    void request(createInstancesQuery(connection, instancesPath ?? '', target));
  }
}
