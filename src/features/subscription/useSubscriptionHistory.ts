import { useQuery } from '@tanstack/react-query';
import { subscriptionHistoryQuery } from '../../api/subscriptionHistory.ts';
import { useSession } from '../../session/useSession.ts';

/** Reads the subscription history of the current workspace. */
export function useSubscriptionHistory() {
  const { connection, workspaceSlug } = useSession();
  return useQuery(subscriptionHistoryQuery(connection, workspaceSlug));
}
