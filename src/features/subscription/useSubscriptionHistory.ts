import { useQuery } from '@tanstack/react-query';
import { subscriptionHistoryQuery } from '../../api/subscriptionHistory.ts';
import { useSession } from '../../session/useSession.ts';

/** All subscription records of the workspace on screen. */
export function useSubscriptionHistory() {
  const { connection, workspaceSlug } = useSession();
  return useQuery(subscriptionHistoryQuery(connection, workspaceSlug));
}
