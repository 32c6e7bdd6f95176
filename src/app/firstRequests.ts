import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import type { Connection } from '../api/connection.ts';
import { createRegionsQuery } from '../api/regions.ts';
import { createHistoryQuery } from '../api/subscriptionHistory.ts';
import { prefetchInstances } from '../compute/instanceLists.ts';
import type { Screen } from '../paths.ts';
import { configStore } from '../session/config.ts';
import type { PrefetchedList } from '../session/session.ts';
import type { ServiceStorage } from '../storage.ts';

type Options = { connection: Connection; workspace: string; storage: ServiceStorage };

/** Requests the data of a screen. It stays outside the cache until `commit`, because the token may still be unproven. */
export function requestScreen(queryClient: QueryClient, screen: Screen, options: Options): PrefetchedList {
  const { connection, workspace, storage } = options;
  if (screen === 'compute')
    return prefetchInstances(queryClient, connection, workspace, configStore.getState(), storage);
  const { queries } = queryClient.getDefaultOptions();
  // No retries here, because after `commit` the cache retries a failed request itself.
  const trial = new QueryClient({ defaultOptions: { queries: { ...queries, retry: false } } });
  if (screen === 'subscription') void trial.prefetchQuery(createHistoryQuery(connection, workspace));
  if (screen === 'regions') void trial.prefetchQuery(createRegionsQuery(connection, workspace));
  return {
    commit: () => hydrate(queryClient, dehydrate(trial, { shouldDehydrateQuery, shouldRedactErrors })),
    drop: () => void trial.cancelQueries(),
  };
}

const shouldDehydrateQuery = ({ state }: { state: { status: string } }) => state.status !== 'error';
const shouldRedactErrors = () => false;
