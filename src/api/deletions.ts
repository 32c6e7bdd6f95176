import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  bulkDeletionSchema,
  type Deletion,
  type DeletionLogPage,
  deletionLogPageSchema,
  deletionSchema,
  isUnsettled,
  protectionSchema,
} from '../rules/deletion.ts';
import type { BulkDeletionRequest, DeletionRequest, ProtectionRequest } from '../rules/requests.ts';
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

/** The newest part of the deletion log, with everything that is open or unresolved. */
export function deletionLogQuery(workspace: string) {
  const queryKey = ['workspaces', workspace, 'deletions'];
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => fetchLog(workspace, client.getQueryData<CachedLog>(queryKey), signal),
    refetchInterval: ({ state }) => (isActive(state.data) ? openMs : quietMs),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always' as const,
    staleTime: openMs,
  });
}

async function fetchLog(
  workspace: string,
  known: CachedLog | undefined,
  signal: AbortSignal,
): Promise<CachedLog> {
  const path = workspacePath(workspace, 'deletions');
  const response = await sendRequest({ path, etag: known?.etag ?? null, signal });
  if (response.status === 304 && known !== undefined) return known;
  return { ...decode(deletionLogPageSchema, response), etag: response.etag };
}

function isActive(log: CachedLog | undefined): boolean {
  return (
    log !== undefined &&
    (log.deletions.some(isUnsettled) || log.bulkDeletions.some(({ stage }) => stage !== 'ended'))
  );
}

type LogSearch = { search: string; isMine: boolean; before: string | null };

/** The server searches, because the page has only a part of the log. */
export function searchDeletions(
  workspace: string,
  { search, isMine, before }: LogSearch,
  signal: AbortSignal,
) {
  const parameters = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(isMine && { mine: '1' }),
    ...(before !== null && { before }),
  });
  const path = `${workspacePath(workspace, 'deletions')}?${parameters}`;
  return callApi(deletionLogPageSchema, { path, signal });
}

export function refreshLog(client: QueryClient, workspace: string): Promise<void> {
  return client.invalidateQueries({ queryKey: deletionLogQuery(workspace).queryKey });
}

const deletionAnswerSchema = v.object({ deletion: deletionSchema, isStored: v.boolean() });

export type DeletionAnswer = v.InferOutput<typeof deletionAnswerSchema>;

/** Asks our server for one delete. Safe to repeat with the same ID: the server sends at most one DELETE for it. */
export function putDeletion(caller: Caller, id: string, request: DeletionRequest): Promise<DeletionAnswer> {
  return writeToWorkspace(deletionAnswerSchema, caller, 'PUT', ['deletions', id], request);
}

export function dismissDeletion(caller: Caller, id: string): Promise<Deletion> {
  return writeToWorkspace(deletionSchema, caller, 'POST', ['deletions', id, 'dismiss']);
}

const bulkStartedSchema = v.object({ bulkDeletion: bulkDeletionSchema, deletions: v.array(deletionSchema) });

export function putBulkDeletion(caller: Caller, id: string, request: BulkDeletionRequest) {
  return writeToWorkspace(bulkStartedSchema, caller, 'PUT', ['bulk-deletions', id], request);
}

export function stopBulkDeletion(caller: Caller, id: string): Promise<void> {
  return writeToWorkspace(noResult, caller, 'POST', ['bulk-deletions', id, 'stop']);
}

const protectionsSchema = v.object({ protections: v.array(protectionSchema) });

export function setProtection(caller: Caller, request: ProtectionRequest) {
  return writeToWorkspace(protectionsSchema, caller, 'POST', ['protections'], request);
}

export function removeProtection(caller: Caller, request: ProtectionRequest) {
  return writeToWorkspace(protectionsSchema, caller, 'POST', ['protections', 'remove'], request);
}
