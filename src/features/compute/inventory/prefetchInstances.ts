import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../../../api/Connection.ts';
import { instancesQuery } from '../../../api/instancesQuery.ts';
import type { ConsoleConfig } from '../../../config.ts';
import { createInventory } from './createInventory.ts';
import { listsWholeWorkspace } from './listsWholeWorkspace.ts';

/** Reads what Compute would read, where the service lists instances. */
export async function prefetchInstances(
  queryClient: QueryClient,
  connection: Connection,
  workspaceSlug: string,
  { instancesPath, databases }: ConsoleConfig,
): Promise<void> {
  if (instancesPath === null) return;
  const kept = createInventory(connection.serviceUrl, workspaceSlug, databases).get();
  const listed = listsWholeWorkspace(instancesPath) ? [''] : kept.databases;
  const reads = listed.map((databaseName) =>
    queryClient.prefetchQuery(instancesQuery(connection, instancesPath, { workspaceSlug, databaseName })),
  );
  await Promise.all(reads);
}
