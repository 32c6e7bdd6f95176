import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleConfig } from '../config.ts';
import { prefetchRegions } from '../features/regions/prefetchRegions.ts';
import { prefetchHistory } from '../features/subscription/prefetchHistory.ts';
import type { Screen } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { screenCode } from './screenCode.ts';

/** Fetches a screen's code and data before the click, while its link is pointed at. What is fresh is not read again. */
export function usePrefetch(config: ConsoleConfig): (screen: Screen) => void {
  const queryClient = useQueryClient();
  const { connection, workspaceSlug } = useSession();

  const data: Record<Screen, () => Promise<unknown>> = {
    async compute() {
      const { prefetchInstances } = await import('../features/compute/prefetchInstances.ts');
      return prefetchInstances(queryClient, connection, workspaceSlug, config);
    },
    subscription: () => prefetchHistory(queryClient, connection, workspaceSlug),
    regions: () => prefetchRegions(queryClient, connection, workspaceSlug),
  };

  return function prefetch(screen) {
    // What fails here is asked for again by the click, and says there what is wrong.
    void Promise.allSettled([screenCode[screen].load(), data[screen]()]);
  };
}
