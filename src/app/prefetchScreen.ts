import type { QueryClient } from '@tanstack/react-query';
import type { ConsoleConfig } from '../config.ts';
import { prefetchInstances } from '../features/compute/inventory/prefetchInstances.ts';
import { prefetchRegions } from '../features/regions/prefetchRegions.ts';
import { prefetchHistory } from '../features/subscription/prefetchHistory.ts';
import type { Screen } from '../paths.ts';
import type { Session } from '../session/useSession.ts';

type Asker = Pick<Session, 'connection' | 'workspaceSlug'> & { config: ConsoleConfig };

/** Reads what a screen would read, unless it is fresh. What fails is asked for again by the screen, which says why. */
export async function prefetchScreen(screen: Screen, queryClient: QueryClient, asker: Asker): Promise<void> {
  const { connection, workspaceSlug, config } = asker;
  if (screen === 'compute') await prefetchInstances(queryClient, connection, workspaceSlug, config);
  else if (screen === 'regions') await prefetchRegions(queryClient, connection, workspaceSlug);
  else await prefetchHistory(queryClient, connection, workspaceSlug);
}
