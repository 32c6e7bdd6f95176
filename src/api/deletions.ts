import { infiniteQueryOptions, type Mutation, type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { serverClock } from '../format/serverClock.ts';
import {
  type Deletion,
  type DeletionItem,
  type DeletionLogPage,
  deletionLogPageSchema,
  deletionSchema,
  hasSucceeded,
  protectionSchema,
} from '../rules/deletion.ts';
import type { ProtectionRequest } from '../rules/requests.ts';
import { parseResponseDate } from '../rules/time.ts';
import { addedInstancesQuery, refreshInstanceLists } from './computeInstances.ts';
import {
  type Caller,
  callApi,
  decodeResponse,
  emptyBodySchema,
  postToWorkspace,
  sendRequest,
  workspacePath,
} from './http.ts';

/** Poll interval while a deletion runs, and otherwise `quietMs`. */
const openMs = 1_000;
const quietMs = 15_000;

type CachedLog = DeletionLogPage & { etag: string | null };

/** All queries of the log begin with this key, so that one invalidation reaches them. */
function logKey(workspace: string) {
  return ['workspaces', workspace, 'deletions'];
}

/** The newest part of the deletion log, with everything that is open or unresolved. */
export function recentLogQuery(workspace: string) {
  const queryKey = logKey(workspace);
  return queryOptions({
    queryKey,
    async queryFn({ signal, client }) {
      const known = client.getQueryData<CachedLog>(queryKey);
      const path = workspacePath(workspace, 'deletions');
      const response = await sendRequest({ path, etag: known?.etag ?? null, signal });
      if (response.status === 304 && known !== undefined) {
        const servedAt = parseResponseDate(response.headers.get('date'));
        if (servedAt !== null) serverClock.noteTime(servedAt);
        return known;
      }
      const page = decodeResponse(deletionLogPageSchema, response);
      serverClock.noteTime(page.now);
      if (known !== undefined) {
        refreshAfterOutcomes(client, workspace, known.deletions, page.deletions);
        // The pages of Activity don't poll as this does, so a change has them read.
        void readAgain(client, [...queryKey, 'pages']);
      }
      return { ...page, etag: response.headers.get('etag') };
    },
    refetchInterval: ({ state: { data } }) =>
      data?.deletions.some(({ stage }) => stage !== 'ended') ? openMs : quietMs,
    staleTime: openMs,
  });
}

/** Parameters of our server. An empty text is no filter. */
export type LogQuery = Partial<Record<'search' | 'result' | 'mine' | 'from' | 'to' | 'id', string>>;

const debounceMs = 250;

/** The server filters, because the page has only a part of the log. */
export function activityQuery(workspace: string, filter: LogQuery) {
  return infiniteQueryOptions({
    queryKey: [...logKey(workspace), 'pages', filter],
    async queryFn({ pageParam: before, signal }) {
      if (filter.search && before === '') await new Promise((go) => setTimeout(go, debounceMs));
      signal.throwIfAborted();
      const path = workspacePath(workspace, 'deletions') + toQuery({ ...filter, before });
      return callApi(deletionLogPageSchema, { path, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ deletions }) => deletions),
    refetchInterval: ({ state }) => state.error !== null && quietMs,
  });
}

export function toCsvUrl(workspace: string, filter: LogQuery): string {
  return `/api${workspacePath(workspace, 'deletions.csv')}${toQuery(filter)}`;
}

function toQuery(parameters: Record<string, string>): string {
  return `?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))}`;
}

export function refreshLog(client: QueryClient, workspace: string): Promise<void> {
  return readAgain(client, logKey(workspace));
}

async function readAgain(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  const filters = { queryKey };
  // An answer that is on its way may be older than the change.
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}

export function refreshAfterOutcomes(
  client: QueryClient,
  workspace: string,
  before: readonly Deletion[],
  after: readonly Deletion[],
): void {
  const known = new Map(before.map(({ id, items }) => [id, items]));
  const news = after.flatMap(({ id, items }) =>
    items.filter(({ stage }, index) => known.get(id)?.[index]?.stage !== stage),
  );
  for (const databaseName of new Set(news.filter(mayListSayMore).map((item) => item.databaseName)))
    void refreshInstanceLists(client, workspace, databaseName);
  if (news.some(({ stage }) => hasSucceeded(stage)))
    void client.invalidateQueries(addedInstancesQuery(workspace));
}

/** The list may say more about these outcomes. */
export function mayListSayMore({ stage, outcome }: DeletionItem): boolean {
  return stage === 'unknown' || (stage === 'refused' && outcome.status === 409);
}

export function stopDeletion(caller: Caller, id: string): Promise<void> {
  return postToWorkspace(emptyBodySchema, caller, ['deletions', id, 'stop']);
}

export const oneDeletionSchema = v.object({ deletion: deletionSchema });

/** @param item its index in the deletion */
export async function dismissItem(caller: Caller, id: string, item: number): Promise<void> {
  await postToWorkspace(oneDeletionSchema, caller, ['deletions', id, 'dismiss'], { item });
}

const protectionsSchema = v.object({ protections: v.array(protectionSchema) });

export function changeProtection(change: 'set' | 'remove', caller: Caller, request: ProtectionRequest) {
  const parts = change === 'set' ? ['protections'] : ['protections', 'remove'];
  return postToWorkspace(protectionsSchema, caller, parts, request);
}

/** Deletes and withdrawals that are tried again. */
export const unansweredFilter = {
  mutationKey: ['delete'],
  status: 'pending' as const,
  predicate: ({ state }: Mutation) => state.failureCount > 0,
};

/** A warning before Sign out, about a request that is tried again, or an own open delete in a cached log. */
export function describeSignOutRisk(client: QueryClient): string | null {
  if (client.isMutating(unansweredFilter) > 0)
    return 'A delete has no result yet. Afterwards, look for it in Activity.';
  const running = client
    .getQueriesData<CachedLog>({
      predicate: ({ queryKey }) => queryKey[2] === 'deletions' && queryKey.length === 3,
    })
    .flatMap(([, log]) => log?.deletions ?? [])
    .filter(({ isOwn, stage }) => isOwn && stage !== 'ended');
  const canStop = ({ items }: Deletion) => items.some(({ stage }) => stage === 'waiting');
  const shown = running.find(canStop) ?? running[0];
  if (shown === undefined) return null;
  const effect = canStop(shown)
    ? 'stops it. If it was confirmed in a different browser, use Stop in Activity.'
    : "can't stop what was sent.";
  return `A delete of ${shown.items.length} in ${shown.workspaceSlug} is running. Sign out ${effect}`;
}
