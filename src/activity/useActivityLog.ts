import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { deletionLogQuery, searchDeletions } from '../api/deletions.ts';
import { useSession } from '../session/useSession.ts';
import { type LogPart, mergeParts } from './entries.ts';

export type LogFilter = { search: string; isMine: boolean };

/** From the last key to the request (ms). */
const debounceMs = 250;
/** Pages are read again after this time (ms), because every new deletion moves the older ones to later pages. */
const rereadMs = 60_000;

/** The newest part of the log, which every screen polls, and the pages that only Activity reads. */
export function useActivityLog({ search, isMine }: LogFilter) {
  const { workspace } = useSession();
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
  return { pages, newest, ...combine(newest.data, pages.data?.pages, isFiltered) };
}

const nothing: LogPart = { deletions: [], bulkDeletions: [], protections: [] };

/** The newest part is read more often, so its versions count. With a filter, only what the server found is shown. */
function combine(newest: LogPart = nothing, pages: readonly LogPart[] = [], isFiltered: boolean) {
  const all = mergeParts([newest, ...pages]);
  if (!isFiltered) return { all, shown: all };
  const found = mergeParts(pages);
  const latest = new Map(all.deletions.map((deletion) => [deletion.id, deletion]));
  const deletions = found.deletions.map((deletion) => latest.get(deletion.id) ?? deletion);
  return { all, shown: { ...found, deletions } };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
