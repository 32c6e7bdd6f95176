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
import { useSession } from '../../session/useSession.ts';
import { updateLog } from '../useDeletionLog.ts';

export type Confirmed<Request> = {
  id: string;
  /** Of the session under which the dialog was opened. */
  sessionId: string;
  request: Request;
};

/** Resolves with the outcome. `describeFailure` says what an error means. */
export function useDeleteComputeInstance() {
  const { workspace } = useSession();
  const client = useQueryClient();
  return useMutation({
    ...mutationOptions,
    async mutationFn({ id, sessionId, request }: Confirmed<DeletionRequest>): Promise<SettledDeletion> {
      const settled = await askServer(() => {
        // The table of whoever closes the dialog then says "Being deleted".
        const timer = setTimeout(() => void refreshLog(client, workspace), pollMs);
        return putDeletion({ workspace, sessionId }, id, request).finally(() => clearTimeout(timer));
      });
      if (settled.deletion.id !== id) throw createLostAnswer();
      return settled.deletion.outcome === null ? followLog(client, workspace, id) : settled;
    },
    onSuccess({ deletion }) {
      const { stage } = deletion;
      if (stage === 'deleted' || stage === 'accepted') removeFromInstanceLists(client, deletion);
      updateLog(client, workspace, [deletion]);
    },
  });
}

/**
 * Nothing waits for a connection: without `networkMode`, React Query would send it later
 * (https://tanstack.com/query/v5/docs/framework/react/guides/network-mode).
 */
export const mutationOptions = { networkMode: 'always', gcTime: 0 } as const;

const repeatMs = 3_000;
/** By the clock that goes on while the machine sleeps, so that a delete isn't sent hours after its confirmation. */
const repeatForMs = 60_000;

/** Repeats a request whose answer was lost. Our server sends at most one DELETE for an ID, whatever it is asked. */
export async function askServer<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  if (navigator.onLine === false) throw new ServiceError({ kind: 'offline', message: "You're offline." });
  const startedAt = Date.now();
  for (let repetition = 0; ; repetition += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // A repetition that our server refuses says nothing about the first request.
      if (repetition > 0 && (error.status === 401 || error.status === 503)) throw createLostAnswer();
      if (error.kind !== 'unreachable') throw error;
    }
    await delay(repeatMs);
    if (Date.now() - startedAt > repeatForMs) throw createLostAnswer();
  }
}

const silenceSentence = "The console's server doesn't answer.";

/** Also for an answer about a different deletion, which isn't one of our server. */
export function createLostAnswer(): ServiceError {
  return new ServiceError({ kind: 'unreachable', message: silenceSentence });
}

/** `not-sent`: nothing was sent to the service. `lost`: it may have been sent, and Activity will know. */
export type Failure = { kind: 'not-sent' | 'lost'; message: string };

export function describeFailure(error: Error): Failure {
  if (!(error instanceof ServiceError)) throw error;
  const { code, kind, message } = error;
  // Only a refusal of our server has a code.
  if (code !== null || kind === 'offline') return { kind: 'not-sent', message };
  const isSilent = kind === 'unreachable' || kind === 'timeout';
  const reason = isSilent ? silenceSentence : message;
  return { kind: 'lost', message: `${reason} Activity will show the result.` };
}

const pollMs = 1_000;
/** Two minutes after sending, the server settles an entry in any case. */
const followMs = 3 * 60_000;

/** The server answers after 25 s without an outcome, which then appears in the log. */
async function followLog(client: QueryClient, workspace: string, id: string): Promise<SettledDeletion> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < followMs) {
    await delay(pollMs);
    // A failed read says nothing, so it is read again.
    const log = await client
      .fetchQuery({ ...deletionLogQuery(workspace), staleTime: 0 })
      .catch(() => undefined);
    const deletion = findInLog(log, id);
    if (deletion !== undefined && deletion.outcome !== null) return { deletion, isStored: true };
  }
  throw createLostAnswer();
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
