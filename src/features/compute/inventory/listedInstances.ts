import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../../../api/Connection.ts';
import type { ComputeInstance } from '../../../api/decodeInstance.ts';
import type { ServiceList } from '../../../api/readList.ts';
import { workspaceKey } from '../../../api/workspaceKey.ts';
import type { ListedDatabase } from './createRowMerger.ts';

/**
 * The instances of a workspace that have been read already, by database, null for a listing of the whole workspace.
 * Nothing is asked of the service.
 */
export function listedInstances(
  queryClient: QueryClient,
  connection: Connection,
  workspaceSlug: string,
): ListedDatabase[] {
  const queryKey = [...workspaceKey(connection, workspaceSlug), 'databases'];
  return queryClient.getQueriesData<ServiceList<ComputeInstance>>({ queryKey }).map(([key, list]) => ({
    databaseName: String(key[queryKey.length]) || null,
    instances: list?.items ?? [],
  }));
}
