import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import * as v from 'valibot';
import { serverClock } from '../format/time.ts';
import {
  type Deletion,
  type DeletionItem,
  type DeletionLogPage,
  deletionAnswerSchema,
  deletionLogPageSchema,
  deletionSchema,
  protectionSchema,
} from '../rules/deletion.ts';
import type { OutcomeCode } from '../rules/outcome.ts';
import type { DeletionRequest, ProtectionRequest } from '../rules/requests.ts';
import { parseResponseDate } from '../rules/time.ts';
import { addedInstancesQuery } from './addedInstances.ts';
import { refreshInstanceLists } from './computeInstances.ts';
import {
  type Caller,
  callApi,
  decode,
  noResult,
  sendRequest,
  workspacePath,
  writeToWorkspace,
} from './http.ts';

/** Poll intervals (ms): while something is open, and otherwise. */
const openMs = 1_000;
const quietMs = 15_000;

export type CachedLog = DeletionLogPage & { etag: string | null };

/** All queries of the log begin with this key, so that one invalidation reaches them. */
function logKey(workspace: string) {
  return ['workspaces', workspace, 'deletions'];
}

/** The newest part of the deletion log, with everything that is open or unresolved. */
export function deletionLogQuery(workspace: string) {
  const queryKey = logKey(workspace);
  return queryOptions({
    queryKey,
    async queryFn({ signal, client }) {
      const known = client.getQueryData<CachedLog>(queryKey);
      const path = workspacePath(workspace, 'deletions');
      const response = await sendRequest({ path, etag: known?.etag ?? null, signal });
      if (response.status === 304 && known !== undefined) {
        const servedAt = parseResponseDate(response.headers.get('date'), null);
        if (servedAt !== null) serverClock.noteTime(servedAt);
        return known;
      }
      const page = decode(deletionLogPageSchema, response);
      serverClock.noteTime(page.now);
      followNews(client, workspace, known?.deletions, page.deletions);
      return { ...page, etag: response.headers.get('etag') };
    },
    refetchInterval: ({ state }) => getPollMs(state.data?.deletions),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always' as const,
    staleTime: openMs,
  });
}

function getPollMs(deletions: readonly Deletion[] = []): number {
  return deletions.some(({ stage }) => stage !== 'ended') ? openMs : quietMs;
}

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
      if (filter.search !== '' && before === '') await new Promise((go) => setTimeout(go, debounceMs));
      signal.throwIfAborted();
      return fetchPage(workspace, toParameters(filter, before), signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => getPollMs(state.data?.pages.flatMap(({ deletions }) => deletions)),
  });
}

/** One deletion with the records of its responses, or null if the log has none with this ID. */
export function deletionQuery(workspace: string, id: string) {
  return queryOptions({
    queryKey: [...logKey(workspace), 'one', id],
    queryFn: async ({ signal }) =>
      (await fetchPage(workspace, new URLSearchParams({ id }), signal)).deletions[0] ?? null,
    refetchInterval: ({ state }) => getPollMs(state.data ? [state.data] : []),
  });
}

function fetchPage(workspace: string, parameters: URLSearchParams, signal: AbortSignal) {
  const path = `${workspacePath(workspace, 'deletions')}?${parameters}`;
  return callApi(deletionLogPageSchema, { path, signal });
}

/** URL of a CSV of everything that matches. */
export function toCsvUrl(workspace: string, filter: LogFilter): string {
  return `/api${workspacePath(workspace, 'deletions.csv')}?${toParameters(filter)}`;
}

function toParameters({ search, results, isMine, from, to }: LogFilter, before = ''): URLSearchParams {
  const all = { search, result: results.join(), mine: isMine ? '1' : '', from, to, before };
  return new URLSearchParams(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

export async function refreshLog(client: QueryClient, workspace: string): Promise<void> {
  const filters = { queryKey: logKey(workspace) };
  // A first answer that is still on the way is older than the change.
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}

/** Puts an answer into the log at once, and then reads all of it again. */
export function updateLog(client: QueryClient, workspace: string, deletion: Deletion): void {
  const { queryKey } = deletionLogQuery(workspace);
  const log = client.getQueryData<CachedLog>(queryKey);
  if (log !== undefined) {
    followNews(client, workspace, log.deletions, [deletion]);
    const isKnown = log.deletions.some(({ id }) => id === deletion.id);
    const deletions = isKnown
      ? log.deletions.map((each) => (each.id === deletion.id ? deletion : each))
      : [deletion, ...log.deletions];
    client.setQueryData<CachedLog>(queryKey, { ...log, deletions });
  }
  void refreshLog(client, workspace);
}

/** Reads what an outcome may have changed: the list after an unclear one, the added instances after a removal. */
function followNews(
  client: QueryClient,
  workspace: string,
  before: readonly Deletion[] | undefined,
  after: readonly Deletion[],
): void {
  if (before === undefined) return;
  const stagesBefore = new Map(before.map(({ id, items }) => [id, items.map(({ stage }) => stage)]));
  const news = after.flatMap(({ id, items }) =>
    items.filter(({ stage }, index) => stagesBefore.get(id)?.[index] !== stage),
  );
  for (const databaseName of new Set(news.filter(needsList).map((item) => item.databaseName)))
    void refreshInstanceLists(client, workspace, databaseName);
  if (news.some(({ stage }) => stage === 'deleted' || stage === 'accepted'))
    void client.invalidateQueries(addedInstancesQuery(workspace));
}

/** The console reads the list after these by itself, because their rows stay. */
export function needsList({ stage, outcome }: DeletionItem): boolean {
  return stage === 'unknown' || (stage === 'refused' && outcome.status === 409);
}

export type DeletionAnswer = v.InferOutput<typeof deletionAnswerSchema>;

/** Safe to repeat with the same ID: the server sends at most one DELETE for each item. Answered after 25 s at the latest. */
export function putDeletion(caller: Caller, id: string, request: DeletionRequest): Promise<DeletionAnswer> {
  return writeToWorkspace(deletionAnswerSchema, caller, 'PUT', ['deletions', id], request);
}

const deletionBodySchema = v.object({ deletion: deletionSchema });

/** Null if nothing was sent for this ID, and nothing will be. Otherwise the deletion. */
export async function withdrawDeletion(
  { workspace, sessionId }: Caller,
  id: string,
): Promise<Deletion | null> {
  const path = workspacePath(workspace, 'deletions', id, 'withdraw');
  const response = await sendRequest({ method: 'POST', path, body: {}, sessionId });
  // An empty 200 of something in front of the console says nothing.
  if (response.status === 204) return null;
  return decode(deletionBodySchema, response).deletion;
}

export function stopDeletion(caller: Caller, id: string): Promise<void> {
  return writeToWorkspace(noResult, caller, 'POST', ['deletions', id, 'stop']);
}

/** @param item its index in the deletion */
export async function dismissItem(caller: Caller, id: string, item: number): Promise<Deletion> {
  const path = ['deletions', id, 'dismiss'];
  return (await writeToWorkspace(deletionBodySchema, caller, 'POST', path, { item })).deletion;
}

const protectionsSchema = v.object({ protections: v.array(protectionSchema) });

export function setProtection(caller: Caller, request: ProtectionRequest) {
  return writeToWorkspace(protectionsSchema, caller, 'POST', ['protections'], request);
}

export function removeProtection(caller: Caller, request: ProtectionRequest) {
  return writeToWorkspace(protectionsSchema, caller, 'POST', ['protections', 'remove'], request);
}

/** What Sign out would stop, as a sentence, or null. Each workspace that this page has shown counts. */
export function describeRunningDelete(client: QueryClient): string | null {
  const isLog = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[2] === 'deletions' && queryKey.length === 3;
  const running = client
    .getQueriesData<CachedLog>({ queryKey: ['workspaces'], predicate: isLog })
    .flatMap(([, log]) => log?.deletions ?? [])
    .find(({ isOwn, stage }) => isOwn && stage !== 'ended');
  if (running === undefined) return null;
  return `A delete of ${running.items.length} in ${running.workspaceSlug} is running. Sign out stops it.`;
}
