import { QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import type { Connection } from '../api/connection.ts';
import { mayRetryRead } from '../api/errors.ts';
import type { ServiceList } from '../api/readList.ts';
import { createRegionsQuery } from '../api/regions.ts';
import { createHistoryQuery } from '../api/subscriptionHistory.ts';
import { prefetchInstances } from '../compute/listings.ts';
import type { ConsoleConfig } from '../config.ts';
import type { Screen } from '../paths.ts';

const maxRetryDelayMs = 60_000;
const firstRetryDelayMs = 500;

/** Creates a client with the caching and retry rules of all queries. Mutations are never retried or paused. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline queries fail immediately. By default, they would wait without an error.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // Comparing two long lists field by field takes longer than rendering the new list.
        structuralSharing: (before, after) => (isLongList(after) ? after : replaceEqualDeep(before, after)),
        // After a failed query, a new screen shows the error and Try again. By default, the screen would repeat the query.
        retryOnMount: false,
        retry: mayRetryRead,
        retryDelay: (attempt, error) =>
          getRequestedDelayMs(error) ?? firstRetryDelayMs * 2 ** attempt * (0.5 + Math.random()),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

const maxComparedItems = 2_000;

function isLongList(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'items' in data &&
    Array.isArray(data.items) &&
    data.items.length > maxComparedItems
  );
}

function getRequestedDelayMs(error: Error): number | null {
  if (!('retryAfterMs' in error) || typeof error.retryAfterMs !== 'number') return null;
  return Math.min(error.retryAfterMs, maxRetryDelayMs);
}

export type QueryClientOwner = ReturnType<typeof createQueryClientOwner>;

/** Creates the owner of the query client. Each session gets its own client. */
export function createQueryClientOwner() {
  let queryClient: QueryClient | null = null;

  function getQueryClient(): QueryClient {
    queryClient ??= createQueryClient();
    return queryClient;
  }
  return {
    getQueryClient,
    /** Caches the regions that were read to verify a token, so that the Regions screen doesn't read them again. */
    cacheVerifiedRegions(connection: Connection, workspaceSlug: string, regions: ServiceList<string>): void {
      getQueryClient().setQueryData(createRegionsQuery(connection, workspaceSlug).queryKey, regions);
    },
    /** Removes the data of the previous token. The query client stays, because the screens use it with the next token. */
    clearCache: (): void => queryClient?.clear(),
    dropQueryClient(): void {
      queryClient = null;
    },
  };
}

type PrefetchOptions = { connection: Connection; workspaceSlug: string; config: ConsoleConfig };

/** Functions that start the requests of each screen, unless the cache has fresh data. */
export const prefetchData: Record<
  Screen,
  (queryClient: QueryClient, options: PrefetchOptions) => Promise<void> | undefined
> = {
  compute: (queryClient, { connection, workspaceSlug, config }) =>
    prefetchInstances(queryClient, connection, workspaceSlug, config),
  subscription: (queryClient, { connection, workspaceSlug }) =>
    void queryClient.prefetchQuery(createHistoryQuery(connection, workspaceSlug)),
  regions: (queryClient, { connection, workspaceSlug }) =>
    void queryClient.prefetchQuery(createRegionsQuery(connection, workspaceSlug)),
};
