import type { QueryClient } from '@tanstack/react-query';
import { ActivityPage } from '../activity/ActivityPage.tsx';
import { regionsQuery } from '../api/useRegions.ts';
import { subscriptionHistoryQuery } from '../api/useSubscriptionHistory.ts';
import { type Screen, screenParts } from '../paths.ts';
import { RegionsPage } from '../regions/RegionsPage.tsx';
import { HistoryPage } from '../subscription/HistoryPage.tsx';

const pages = { subscription: HistoryPage, regions: RegionsPage, activity: ActivityPage };

/** A screen of the last script. Null renders nothing, but loads the script. */
export function OtherScreen({ screen }: { screen: Exclude<Screen, 'compute'> | null }) {
  if (screen === null) return null;
  const Page = pages[screen];
  return <Page title={screenParts[screen].label} />;
}

/** Reads before the click that opens the screen. A failed read is forgotten, so that the screen reads again. */
export async function prefetchList(client: QueryClient, screen: Screen, workspace: string): Promise<void> {
  if (screen === 'subscription') await client.prefetchQuery(subscriptionHistoryQuery(workspace));
  if (screen === 'regions') await client.prefetchQuery(regionsQuery(workspace));
  const queryKey = ['workspaces', workspace, screen];
  client.removeQueries({ queryKey, type: 'inactive', predicate: ({ state }) => state.data === undefined });
}
