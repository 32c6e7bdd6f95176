import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { deletionLogPageSchema } from '../rules/deletion.ts';
import type { OutcomeCode } from '../rules/outcome.ts';
import { getPollMs, logKey } from './deletions.ts';
import { callApi, workspacePath } from './http.ts';

/** What Activity asks for. Both days are inside. */
export type LogFilter = {
  search: string;
  results: readonly OutcomeCode[];
  isMine: boolean;
  from: string | null;
  to: string | null;
};

const debounceMs = 250;

/** The server filters, because the page has only a part of the log. */
export function activityQuery(workspace: string, filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...logKey(workspace), 'pages', filter],
    async queryFn({ pageParam: before, signal }) {
      if (filter.search !== '' && before === '') await pause(debounceMs, signal);
      const path = `${workspacePath(workspace, 'deletions')}?${toParameters(filter, before)}`;
      return callApi(deletionLogPageSchema, { path, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => getPollMs(state.data?.pages.flatMap(({ deletions }) => deletions)),
  });
}

/** URL of a CSV of everything that matches. */
export function toCsvUrl(workspace: string, filter: LogFilter): string {
  return `/api${workspacePath(workspace, 'deletions.csv')}?${toParameters(filter)}`;
}

function toParameters({ search, results, isMine, from, to }: LogFilter, before = ''): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(results.length > 0 && { result: results.join() }),
    ...(isMine && { mine: '1' }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(before !== '' && { before }),
  });
}

/** One deletion with the records of its responses, or null if the log has none with this ID. */
export function deletionQuery(workspace: string, id: string) {
  return queryOptions({
    queryKey: [...logKey(workspace), 'one', id],
    async queryFn({ signal }) {
      const path = `${workspacePath(workspace, 'deletions')}?${new URLSearchParams({ id })}`;
      return (await callApi(deletionLogPageSchema, { path, signal })).deletions[0] ?? null;
    },
    refetchInterval: ({ state }) => getPollMs(state.data ? [state.data] : []),
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
