import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { removeFromInstanceLists } from '../../api/computeInstances.ts';
import {
  deletionLogQuery,
  findInLog,
  putDeletion,
  refreshLog,
  type SettledDeletion,
} from '../../api/deletions.ts';
import { ServiceError } from '../../api/errors.ts';
import type { DeletionRequest } from '../../rules/requests.ts';
import { refreshConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import { updateLog } from '../useDeletionLog.ts';

type Confirmed = {
  id: string;
  /** Of the session under which the dialog was opened. */
  sessionId: string;
  request: DeletionRequest;
};

/** Resolves with the outcome. Rejects with a ServiceError, whose `code` says that nothing was sent. */
export function useDeleteComputeInstance() {
  const { workspace } = useSession();
  const client = useQueryClient();
  return useMutation({
    ...sentOnce,
    mutationKey: ['delete-compute-instance', workspace],
    mutationFn: async ({ id, sessionId, request }: Confirmed) => {
      // The table of whoever closes the dialog then says "Being deleted".
      const timer = setTimeout(() => void refreshLog(client, workspace), pollMs);
      const settled = await askOnce(id, () => putDeletion({ workspace, sessionId }, id, request)).finally(
        () => clearTimeout(timer),
      );
      if (settled.deletion.id !== id) throw createLostAnswer();
      return settled.deletion.outcome === null ? await followLog(client, workspace, id) : settled;
    },
    onSuccess: ({ deletion }) => {
      const { stage } = deletion;
      if (stage === 'deleted' || stage === 'accepted') removeFromInstanceLists(client, deletion);
      updateLog(client, workspace, [deletion]);
    },
    onError: refreshPolicy,
  });
}

const repeatMs = 3_000;
/** The repetitions fill a minute. */
const maxRepetitions = 20;

/**
 * Only a request whose answer was lost is repeated. Our server sends at most one DELETE for an ID, whatever it is asked. Nothing
 * waits for a connection: without `networkMode`, React Query would send it later
 * (https://tanstack.com/query/v5/docs/framework/react/guides/network-mode).
 */
export const sentOnce = {
  retry: (count: number, error: Error) =>
    error instanceof ServiceError && error.kind === 'unreachable' && count < maxRepetitions,
  retryDelay: repeatMs,
  networkMode: 'always',
  gcTime: 0,
} as const;

/** IDs of requests that may have reached our server although no answer came back. */
const unanswered = new Set<string>();

/** Sends a request of a delete. A repetition that our server refuses says nothing about the first one. */
export async function askOnce<Answer>(id: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'unreachable') unanswered.add(id);
    else if (unanswered.has(id) && (error.status === 401 || error.status === 503)) throw createLostAnswer();
    throw error;
  }
}

/** The operator may have changed the policy. */
export function refreshPolicy(error: Error): void {
  if (error instanceof ServiceError && error.status === 403) void refreshConfig();
}

export const lostAnswerSentence = "The console's server doesn't answer. Activity will show the result.";

/** Also for an answer about a different deletion, which isn't one of our server. */
export function createLostAnswer(): ServiceError {
  return new ServiceError({ kind: 'unreadable', message: lostAnswerSentence });
}

const pollMs = 1_000;
/** Two minutes after sending, the server settles an entry in any case. */
const followMs = 3 * 60_000;

/** The server answers after 25 s without an outcome, which then appears in the log. */
async function followLog(client: QueryClient, workspace: string, id: string): Promise<SettledDeletion> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < followMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    // A failed read says nothing, so it is read again.
    const log = await client
      .fetchQuery({ ...deletionLogQuery(workspace), staleTime: 0 })
      .catch(() => undefined);
    const deletion = findInLog(log, id);
    if (deletion !== undefined && deletion.outcome !== null) return { deletion, isStored: true };
  }
  throw createLostAnswer();
}
