import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  bulkDeletionSchema,
  type Deletion,
  type DeletionLogPage,
  deletionLogSchema,
  deletionSchema,
  isInFlight,
  protectionSchema,
} from '../rules/deletion.ts';
import type { BulkDeletionRequest, DeletionRequest, ProtectionRequest } from '../rules/requests.ts';
import { callApi, callApiWithoutResult, decode, workspacePath } from './callApi.ts';
import { sendRequest } from './http.ts';

/** Poll intervals (ms): while something is open, and otherwise. */
const openMs = 1_000;
const quietMs = 15_000;

export type DeletionLog = DeletionLogPage & { etag: string | null };

/** The newest part of the deletion log, with everything that is open or unresolved. */
export function deletionLogQuery(workspace: string) {
  const queryKey = ['workspaces', workspace, 'deletions'];
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => readLog(workspace, client.getQueryData<DeletionLog>(queryKey), signal),
    refetchInterval: ({ state }) => (isActive(state.data) ? openMs : quietMs),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always' as const,
    staleTime: openMs,
  });
}

async function readLog(
  workspace: string,
  known: DeletionLog | undefined,
  signal: AbortSignal,
): Promise<DeletionLog> {
  const path = workspacePath(workspace, 'deletions');
  const response = await sendRequest({ path, etag: known?.etag ?? null, signal });
  if (response.status === 304 && known !== undefined) return known;
  return { ...decode(deletionLogSchema, response), etag: response.etag };
}

function isActive(log: DeletionLog | undefined): boolean {
  return (
    log !== undefined &&
    (log.deletions.some(isInFlight) || log.bulkDeletions.some(({ stage }) => stage !== 'ended'))
  );
}

type LogSearch = { search: string; isMine: boolean; before: string | null };

/** A page of the log for Activity. The server searches, because the page has only a part of the log. */
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
  return callApi(deletionLogSchema, { path, signal });
}

export function refreshLog(client: QueryClient, workspace: string): Promise<void> {
  return client.invalidateQueries({ queryKey: deletionLogQuery(workspace).queryKey });
}

/** Whose request it is. A dialog keeps the session under which it was opened. */
export type Caller = { workspace: string; sessionId: string };

const settledSchema = v.object({ deletion: deletionSchema, isStored: v.boolean() });

export type SettledDeletion = v.InferOutput<typeof settledSchema>;

/** Asks our server for one delete. Safe to repeat with the same ID: the server sends at most one DELETE for it. */
export function putDeletion(
  { workspace, sessionId }: Caller,
  id: string,
  request: DeletionRequest,
): Promise<SettledDeletion> {
  const path = workspacePath(workspace, 'deletions', id);
  return callApi(settledSchema, { method: 'PUT', path, body: request, sessionId });
}

/** After the 25 s in which our server waits for the outcome, the log has it. */
export function findInLog(log: DeletionLog | undefined, id: string): Deletion | undefined {
  return log?.deletions.find((deletion) => deletion.id === id);
}

export function dismissDeletion({ workspace, sessionId }: Caller, id: string): Promise<Deletion> {
  const path = workspacePath(workspace, 'deletions', id, 'dismiss');
  return callApi(deletionSchema, { method: 'POST', path, body: {}, sessionId });
}

const bulkStartedSchema = v.object({ bulkDeletion: bulkDeletionSchema, deletions: v.array(deletionSchema) });

export function putBulkDeletion({ workspace, sessionId }: Caller, id: string, request: BulkDeletionRequest) {
  const path = workspacePath(workspace, 'bulk-deletions', id);
  return callApi(bulkStartedSchema, { method: 'PUT', path, body: request, sessionId });
}

export function stopBulkDeletion({ workspace, sessionId }: Caller, id: string): Promise<void> {
  const path = workspacePath(workspace, 'bulk-deletions', id, 'stop');
  return callApiWithoutResult({ method: 'POST', path, body: {}, sessionId });
}

const protectionsSchema = v.object({ protections: v.array(protectionSchema) });

export function setProtection({ workspace, sessionId }: Caller, request: ProtectionRequest) {
  const path = workspacePath(workspace, 'protections');
  return callApi(protectionsSchema, { method: 'POST', path, body: request, sessionId });
}

export function removeProtection({ workspace, sessionId }: Caller, request: ProtectionRequest) {
  const path = workspacePath(workspace, 'protections', 'remove');
  return callApi(protectionsSchema, { method: 'POST', path, body: request, sessionId });
}
