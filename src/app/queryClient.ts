import { QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import type { Connection } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { regionsQuery } from '../api/regions.ts';

const longestWaitMs = 60_000;
const firstPauseMs = 500;

/** The rules of caching and retry for every read. No delete goes through them: mutations are never retried or held back. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a read fails at once and says so; the default would leave it waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // Comparing a long list with the one before, field by field, would hold up the page longer than drawing it.
        structuralSharing: (before, after) => (isLong(after) ? after : replaceEqualDeep(before, after)),
        // What was read at boot and failed is not asked for again by the screen that shows it: it offers to try again.
        retryOnMount: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt, error) =>
          askedToWait(error) ?? firstPauseMs * 2 ** attempt * (0.5 + Math.random()),
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

function isTransient(error: Error): boolean {
  return 'transient' in error && error.transient === true;
}

function askedToWait(error: Error): number | null {
  if (!('retryAfterMs' in error) || typeof error.retryAfterMs !== 'number') return null;
  return Math.min(error.retryAfterMs, longestWaitMs);
}

export type SessionReads = ReturnType<typeof createSessionReads>;

/** The cache of one session's reads: made when it is first asked for, emptied with the token, dropped with the session. */
export function createSessionReads() {
  let queryClient: QueryClient | null = null;

  function get(): QueryClient {
    queryClient ??= createQueryClient();
    return queryClient;
  }
  return {
    get,
    /** Keeps the read that proved a token, so that it is not made twice. */
    keepVerified: (connection: Connection, workspaceSlug: string, regions: ServiceList<string>): void =>
      void get().setQueryData(regionsQuery(connection, workspaceSlug).queryKey, regions),
    /** The token is given up. Another one may follow on the same page, which keeps its cache. */
    clear: (): void => queryClient?.clear(),
    /** The session is over. */
    drop(): void {
      queryClient = null;
    },
  };
}
