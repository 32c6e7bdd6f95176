import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleConfig } from '../config.ts';
import type { Screen } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { prefetchScreen } from './prefetchScreen.ts';
import { screenCode } from './screenCode.ts';

/** Fetches a screen's code and data before the click, while its link is pointed at. */
export function usePrefetch(config: ConsoleConfig): (screen: Screen) => void {
  const queryClient = useQueryClient();
  const { connection, workspaceSlug } = useSession();
  return function prefetch(screen) {
    const reads = prefetchScreen(screen, queryClient, { connection, workspaceSlug, config });
    // What fails here is asked for again by the click, and says there what is wrong.
    void Promise.allSettled([screenCode[screen].load(), reads]);
  };
}
