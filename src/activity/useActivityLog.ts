import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { deletionLogQuery, searchDeletions } from '../api/deletions.ts';
import { useSession } from '../session/useSession.ts';
import { type Filter, filterProtections, mergeParts, toEntries } from './entries.ts';

/** From the last key to the request (ms). */
const debounceMs = 250;
/** Pages are read again after this time (ms), because each new deletion moves older ones to the next page. */
const rereadMs = 30_000;

/** The newest part of the log, which every screen polls, and the pages that only Activity reads. */
export function useActivityLog(filter: Filter) {
  const { search, isMine } = filter;
  const { workspace, actor } = useSession();
  const newestQuery = deletionLogQuery(workspace);
  const newest = useQuery(newestQuery);
  const isFiltered = search !== '' || isMine;
  const pages = useInfiniteQuery({
    queryKey: [...newestQuery.queryKey, 'pages', { search, isMine }],
    queryFn: async ({ pageParam, signal }) => {
      if (search !== '' && pageParam === '') await wait(debounceMs, signal);
      return searchDeletions(workspace, { search, isMine, before: pageParam || null }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isFiltered || newest.data !== undefined,
    refetchInterval: rereadMs,
    // Without a filter, the first page is already here.
    ...(!isFiltered &&
      newest.data !== undefined && {
        initialData: { pages: [newest.data], pageParams: [''] },
        initialDataUpdatedAt: newest.dataUpdatedAt,
      }),
  });
  const found = pages.data?.pages ?? [];
  // The newest part is read more often, so its versions count.
  const all = mergeParts(newest.data === undefined ? found : [newest.data, ...found]);
  const entries = toEntries(isFiltered ? mergeParts(found) : all, pages.hasNextPage);
  return {
    entries: filterProtections(entries, filter, actor),
    /** Also those that the filter hides. */
    allDeletions: all.deletions,
    filter: { search, isMine, isOn: isFiltered },
    /** Without its data, there is nothing to show. */
    query: isFiltered ? pages : newest,
    pages,
  };
}

export type ActivityLog = ReturnType<typeof useActivityLog>;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
