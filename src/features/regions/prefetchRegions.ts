import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../../api/Connection.ts';
import { regionsQuery } from '../../api/regionsQuery.ts';

/** Reads what Regions would read, unless it is fresh. */
export function prefetchRegions(queryClient: QueryClient, connection: Connection, workspaceSlug: string) {
  return queryClient.prefetchQuery(regionsQuery(connection, workspaceSlug));
}
