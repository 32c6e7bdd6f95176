import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Deletion } from '../rules/deletion.ts';
import type { DeletionRequest } from '../rules/requests.ts';
import { type DeletionAnswer, putDeletion, refreshLog, updateLog, withdrawDeletion } from './deletions.ts';
import { ApiError } from './errors.ts';
import type { Caller } from './http.ts';

/** One click on the button of the dialog. `id` is drawn for it, and `confirmedAt` is by the browser's clock. */
type Confirmation = { id: string; caller: Caller; request: DeletionRequest; confirmedAt: number };

/** `error` is why it isn't known what became of the ID. */
type Withdrawal = { id: string; error: Error };

/**
 * Deletes 1 to 500 instances (`service.md` §4.1). Only a 200 says what became of an ID: after every other answer, and after
 * none, `withdrawal` asks until it is answered. An error of `deletion` means that nothing was sent.
 * @param findCaller the session of that time, because the page may have to sign in again first
 */
export function useDeleteComputeInstance(findCaller: () => Caller) {
  const client = useQueryClient();
  const withdrawal = useMutation(withdrawOptions(findCaller));
  const deletion = useMutation(deleteOptions(client, withdrawal.mutateAsync));
  return { deletion, withdrawal };
}

/** Sent now or never: https://tanstack.com/query/v5/docs/framework/react/guides/network-mode */
const common = { networkMode: 'always', gcTime: 0, retryDelay: 3_000 } as const;

/** How long a request without an answer is repeated (ms). */
const repeatMs = 60_000;
/** The log is read so soon (ms), for the table behind the dialog and for the progress in it. */
const firstLookMs = 1_000;

function deleteOptions(client: QueryClient, withdraw: (it: Withdrawal) => Promise<Deletion | null>) {
  return mutationOptions({
    ...common,
    onMutate({ caller }: Confirmation) {
      if (navigator.onLine === false) throw new ApiError({ kind: 'offline', message: "You're offline." });
      setTimeout(() => void refreshLog(client, caller.workspace), firstLookMs);
    },
    mutationFn: (confirmation: Confirmation) =>
      put(confirmation).catch(async (error: Error): Promise<DeletionAnswer> => {
        if (isLost(error)) throw error;
        const deletion = await withdraw({ id: confirmation.id, error });
        if (deletion === null) throw error;
        return { deletion, isStored: true };
      }),
    retry: (_: number, error: Error) => isLost(error),
    onSuccess: ({ deletion }, { caller }) => updateLog(client, caller.workspace, deletion),
  });
}

/** Resolves at the end of a delete of one, and with the first answer of a longer one. */
async function put(confirmation: Confirmation): Promise<DeletionAnswer> {
  const { id, caller, request, confirmedAt } = confirmation;
  // By the clock that goes on while the machine sleeps, so that nothing is sent hours after its confirmation.
  if (Date.now() - confirmedAt > repeatMs)
    throw new ApiError({ kind: 'other', message: "The console's server doesn't answer." });
  const answer = await putDeletion(caller, id, request);
  if (answer.deletion.id !== id)
    throw new ApiError({ kind: 'other', message: 'The answer is about a different deletion.' });
  return answer.isStored && isRunningSingle(answer.deletion) ? put(confirmation) : answer;
}

function isLost(error: Error): boolean {
  return error instanceof ApiError && ['unreachable', 'timeout'].includes(error.kind);
}

function withdrawOptions(findCaller: () => Caller) {
  return mutationOptions({
    ...common,
    async mutationFn({ id }: Withdrawal) {
      const deletion = await withdrawDeletion(findCaller(), id);
      if (deletion === null || !isRunningSingle(deletion)) return deletion;
      throw new Error('It is still running.');
    },
    retry: true,
  });
}

function isRunningSingle({ items, stage }: Deletion): boolean {
  return items.length === 1 && stage !== 'ended';
}
