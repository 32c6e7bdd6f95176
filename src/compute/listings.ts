import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createInstancesQuery } from '../api/computeInstances.ts';
import type { Connection } from '../api/connection.ts';
import { createWorkspaceKeyPrefix } from '../api/readList.ts';
import type { ConsoleConfig } from '../config.ts';
import { useSession } from '../session/useSession.ts';
import { getServiceData, type ServiceData, withTimeout } from './serviceData.ts';
import { decodeDatabases, inventoryKeys } from './storedData.ts';

/** Longest time (ms) that the first requests wait for the databases stored in this browser. */
const storedDatabasesTimeoutMs = 300;

/** Requests the lists of the Compute screen before the code of the screen loads. Resolves when the requests start. */
export async function prefetchInstances(
  queryClient: QueryClient,
  connection: Connection,
  workspaceSlug: string,
  config: ConsoleConfig,
): Promise<void> {
  const { instancesPath, databases } = config;
  if (instancesPath === null) return;
  const chosenDatabases = hasWorkspaceListing(instancesPath)
    ? null
    : await readChosenDatabases(getServiceData(config), workspaceSlug);
  for (const databaseName of chooseListedDatabases(instancesPath, chosenDatabases ?? databases)) {
    const target = { workspaceSlug, databaseName: databaseName ?? '' };
    void queryClient.prefetchQuery(createInstancesQuery(connection, instancesPath, target));
  }
}

/** Returns the databases that the admin chose. Returns null if no choice is stored, or if storage fails or is slow. */
export async function readChosenDatabases(
  data: ServiceData,
  workspaceSlug: string,
): Promise<readonly string[] | null> {
  const storedDatabases = data.read(['inventory'], (transaction) =>
    transaction.objectStore('inventory').get(inventoryKeys.databases(workspaceSlug)),
  );
  return decodeDatabases(await withTimeout(storedDatabases, storedDatabasesTimeoutMs).catch(() => null));
}

/** Returns true if one list covers all databases, because the configured path contains no database. */
export function hasWorkspaceListing(instancesPath: string): boolean {
  return !instancesPath.includes('{databaseName}');
}

/** Returns the databases whose lists are requested, or only null if one list covers the whole workspace. */
export function chooseListedDatabases(
  instancesPath: string | null,
  databases: readonly string[],
): readonly (string | null)[] {
  if (instancesPath === null) return [];
  return hasWorkspaceListing(instancesPath) ? [null] : [...new Set(databases)];
}

/** Returns a function that requests all lists again. Cancels pending requests, because their lists may be outdated. */
export function useRefreshListing(): () => Promise<void> {
  const { connection, workspaceSlug } = useSession();
  const queryClient = useQueryClient();
  return async () => {
    const queryKey = [...createWorkspaceKeyPrefix(connection, workspaceSlug), 'databases'];
    await queryClient.cancelQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey });
  };
}
