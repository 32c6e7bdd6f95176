import { QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import type { Connection } from '../api/connection.ts';
import { mayRetryRead } from '../api/errors.ts';
import type { ServiceList } from '../api/readList.ts';
import { regionsQuery } from '../api/regions.ts';
import { subscriptionHistoryQuery } from '../api/subscriptionHistory.ts';
import type { ConsoleConfig } from '../config.ts';
import { prefetchInstances } from '../features/compute/listings.ts';
import type { Screen } from '../paths.ts';

const maxRetryDelayMs = 60_000;
const firstRetryDelayMs = 500;

/** Creates a client with the caching and retry rules of every read. Mutations are never retried or paused. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Reads fail at once while offline. By default they would wait silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // Comparing two long lists field by field takes longer than rendering one.
        structuralSharing: (before, after) => (isLong(after) ? after : replaceEqualDeep(before, after)),
        // A screen shows the error of a read that failed before it mounted, with a Try again button.
        retryOnMount: false,
        retry: mayRetryRead,
        retryDelay: (attempt, error) =>
          requestedDelay(error) ?? firstRetryDelayMs * 2 ** attempt * (0.5 + Math.random()),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

const longList = 2_000;

function isLong(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'items' in data &&
    Array.isArray(data.items) &&
    data.items.length > longList
  );
}

function requestedDelay(error: Error): number | null {
  if (!('retryAfterMs' in error) || typeof error.retryAfterMs !== 'number') return null;
  return Math.min(error.retryAfterMs, maxRetryDelayMs);
}

export type SessionReads = ReturnType<typeof createSessionReads>;

export function createSessionReads() {
  let queryClient: QueryClient | null = null;

  function get(): QueryClient {
    queryClient ??= createQueryClient();
    return queryClient;
  }
  return {
    get,
    keepVerified: (connection: Connection, workspaceSlug: string, regions: ServiceList<string>): void =>
      void get().setQueryData(regionsQuery(connection, workspaceSlug).queryKey, regions),
    /** Removes what was read with a dropped token. The page keeps its client for the next token. */
    clear: (): void => queryClient?.clear(),
    drop(): void {
      queryClient = null;
    },
  };
}

type Reader = { connection: Connection; workspaceSlug: string; config: ConsoleConfig };

/** Requests the data of a screen, unless it is fresh, and resolves once it is requested. It needs no code of the screen. */
export const prefetchData: Record<
  Screen,
  (queryClient: QueryClient, reader: Reader) => Promise<void> | undefined
> = {
  compute: (queryClient, { connection, workspaceSlug, config }) =>
    prefetchInstances(queryClient, connection, workspaceSlug, config),
  subscription: (queryClient, { connection, workspaceSlug }) =>
    void queryClient.prefetchQuery(subscriptionHistoryQuery(connection, workspaceSlug)),
  regions: (queryClient, { connection, workspaceSlug }) =>
    void queryClient.prefetchQuery(regionsQuery(connection, workspaceSlug)),
};
