import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Deletion } from '../rules/deletion.ts';
import type { DeletionRequest } from '../rules/requests.ts';
import {
  type CachedLog,
  type DeletionAnswer,
  deletionLogQuery,
  putDeletion,
  refreshLog,
  updateLog,
  withdrawDeletion,
} from './deletions.ts';
import { ApiError } from './errors.ts';
import type { Caller } from './http.ts';

/** One click on the button of the dialog. `id` is drawn for it, and `confirmedAt` is by the browser's clock. */
export type Confirmation = { id: string; caller: Caller; request: DeletionRequest; confirmedAt: number };

export type DeleteState =
  | { kind: 'asking' }
  | { kind: 'sending' }
  /** Our server's answer was lost, or isn't final. The page withdraws the ID until it is answered. */
  | { kind: 'unanswered'; error: Error; lastError: Error | null }
  | { kind: 'not-sent'; error: Error }
  | { kind: 'stored'; deletion: Deletion; isStored: boolean };

/**
 * Deletes 1 to 500 instances (`service.md` §4.1). Only a 200 says what became of an ID: after every other answer, and after
 * none, the ID is withdrawn. @param findCaller the session of that time, because the page may have to sign in again first
 */
export function useDeleteComputeInstance(findCaller: () => Caller) {
  const client = useQueryClient();
  const put = useMutation(putOptions(client));
  const withdrawal = useMutation(withdrawOptions(findCaller));

  /** Resolves at the end of a delete of one, and with the first answer of a longer one. Null if nothing was sent. */
  async function confirm(confirmation: Confirmation): Promise<DeletionAnswer | null> {
    const { id, caller, request } = confirmation;
    withdrawal.reset();
    const answer = await put.mutateAsync(confirmation).catch(async (error) => {
      const deletion = wasNeverSent(error) ? null : await withdrawal.mutateAsync(id);
      return deletion && { deletion, isStored: true };
    });
    if (answer === null) return null;
    const { deletion } = answer;
    updateLog(client, caller.workspace, deletion);
    if (deletion.stage === 'ended' || request.items.length > 1) return answer;
    return { deletion: await followToEnd(client, caller.workspace, deletion), isStored: true };
  }
  function reset() {
    put.reset();
    withdrawal.reset();
  }
  return {
    state: findState(put, withdrawal),
    confirm,
    askAgain: () => withdrawal.mutate(put.variables?.id ?? ''),
    reset,
  };
}

function findState(
  put: UseMutationResult<DeletionAnswer, Error, Confirmation>,
  { data: withdrawn, failureReason }: UseMutationResult<Deletion | null, Error, string>,
): DeleteState {
  if (put.isPending) return { kind: 'sending' };
  if (put.data !== undefined) return { kind: 'stored', ...put.data };
  const { error } = put;
  if (error === null) return { kind: 'asking' };
  if (withdrawn === null || wasNeverSent(error)) return { kind: 'not-sent', error };
  if (withdrawn !== undefined) return { kind: 'stored', deletion: withdrawn, isStored: true };
  return { kind: 'unanswered', error, lastError: failureReason };
}

/** Sent now or never: https://tanstack.com/query/v5/docs/framework/react/guides/network-mode */
const common = { networkMode: 'always', gcTime: 0, retryDelay: 3_000 } as const;

/** How long a request without an answer is repeated (ms). */
const repeatMs = 60_000;
/** The log is read so soon (ms), for the table behind the dialog and for the progress in it. */
const firstLookMs = 1_000;

function putOptions(client: QueryClient) {
  return {
    ...common,
    onMutate() {
      if (navigator.onLine === false) throw new ApiError({ kind: 'offline', message: "You're offline." });
    },
    async mutationFn({ id, caller, request, confirmedAt }: Confirmation) {
      // By the clock that goes on while the machine sleeps, so that nothing is sent hours after its confirmation.
      if (Date.now() - confirmedAt > repeatMs)
        throw new ApiError({ kind: 'other', message: "The console's server doesn't answer." });
      const timer = setTimeout(() => void refreshLog(client, caller.workspace), firstLookMs);
      try {
        const answer = await putDeletion(caller, id, request);
        if (answer.deletion.id === id) return answer;
        throw new ApiError({ kind: 'other', message: 'The answer is about a different deletion.' });
      } finally {
        clearTimeout(timer);
      }
    },
    retry: (_: number, error: Error) => error instanceof ApiError && error.kind === 'unreachable',
  };
}

function withdrawOptions(findCaller: () => Caller) {
  return { ...common, mutationFn: (id: string) => withdrawDeletion(findCaller(), id), retry: true };
}

function wasNeverSent(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'offline';
}

/** The polled log has everything that is open. Ends early if the page forgets the log, as Sign out makes it. */
async function followToEnd(client: QueryClient, workspace: string, deletion: Deletion): Promise<Deletion> {
  const { queryKey } = deletionLogQuery(workspace);
  for (let latest = deletion; ; ) {
    if (latest.stage === 'ended') return latest;
    await new Promise((resolve) => setTimeout(resolve, firstLookMs));
    const log = client.getQueryData<CachedLog>(queryKey);
    if (log === undefined) return latest;
    latest = log.deletions.find(({ id }) => id === deletion.id) ?? latest;
  }
}
