import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../../api/Connection.ts';
import { subscriptionHistoryQuery } from '../../api/subscriptionHistoryQuery.ts';

/** Reads what Subscription history would read, unless it is fresh. */
export function prefetchHistory(queryClient: QueryClient, connection: Connection, workspaceSlug: string) {
  return queryClient.prefetchQuery(subscriptionHistoryQuery(connection, workspaceSlug));
}
