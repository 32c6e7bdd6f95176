import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../../api/connection.ts';
import type { ServiceList } from '../../api/readList.ts';
import { regionsQuery } from '../../api/regions.ts';

/** The region identifiers of a workspace that have been read already, each once; nothing is asked of the service. */
export function knownRegions(
  queryClient: QueryClient,
  connection: Connection,
  workspaceSlug: string,
): string[] {
  const { queryKey } = regionsQuery(connection, workspaceSlug);
  return [...new Set(queryClient.getQueryData<ServiceList<string>>(queryKey)?.items ?? [])];
}
