import type { QueryClient } from '@tanstack/react-query';
import { regionsQuery } from '../api/useRegions.ts';
import { subscriptionHistoryQuery } from '../api/useSubscriptionHistory.ts';
import type { Screen } from '../paths.ts';

/** A failed read is forgotten, so that the screen itself reads again. */
export async function prefetchList(client: QueryClient, screen: Screen, workspace: string): Promise<void> {
  if (screen === 'subscription') await client.prefetchQuery(subscriptionHistoryQuery(workspace));
  if (screen === 'regions') await client.prefetchQuery(regionsQuery(workspace));
  const queryKey = ['workspaces', workspace, screen];
  client.removeQueries({ queryKey, type: 'inactive', predicate: ({ state }) => state.data === undefined });
}
