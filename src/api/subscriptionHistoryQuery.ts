import type { Connection } from './Connection.ts';
import { listSubscriptionHistory } from './listSubscriptionHistory.ts';
import { workspaceKey } from './workspaceKey.ts';

/** The read of section 4.2 as a value: key and fetch. */
export function subscriptionHistoryQuery(connection: Connection, workspaceSlug: string) {
  return {
    queryKey: [...workspaceKey(connection, workspaceSlug), 'subscription', 'history'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      listSubscriptionHistory(connection, workspaceSlug, signal),
  };
}
