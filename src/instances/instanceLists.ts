import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { createInstancesQuery } from '../api/computeInstances.ts';
import type { ConsoleConfig } from '../config.ts';
import type { Connection } from '../rules/connection.ts';

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

type RequestQuery = <Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) => void;

/**
 * Requests the lists of the Compute screen, before its code has loaded. The databases that the admin has chosen are read
 * later, because waiting for them would delay every start. A list that they leave out stays unused.
 */
export function prefetchInstanceLists(
  request: RequestQuery,
  connection: Connection,
  workspace: string,
  { instancesPath, databases }: Pick<ConsoleConfig, 'instancesPath' | 'databases'>,
): void {
  for (const databaseName of getDatabasesToList(instancesPath, databases)) {
    const target = { workspaceSlug: workspace, databaseName: databaseName ?? '' };
    request(createInstancesQuery(connection, instancesPath ?? '', target));
  }
}
