import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { type Deletion, deletionAnswerSchema } from '../rules/deletion.ts';
import { type DeletionRequest, offlineSentence } from '../rules/requests.ts';
import { dayMs } from '../rules/time.ts';
import {
  oneDeletionSchema,
  recentLogQuery,
  refreshAfterOutcomes,
  refreshLog,
  unansweredFilter,
} from './deletions.ts';
import { ApiError, type Caller, callApi, decodeResponse, sendRequest, workspacePath } from './http.ts';

/** One click. `confirmedAt` is by the browser's clock. */
type Confirmation = {
  id: string;
  label: string;
  caller: Caller;
  request: DeletionRequest;
  confirmedAt: number;
};

type Answer = v.InferOutput<typeof deletionAnswerSchema>;

type Withdrawal = Pick<Confirmation, 'id' | 'label' | 'confirmedAt'> & { error: Error };

/**
 * Deletes 1 to 500 instances (`service.md` §4.1). After a PUT, `withdrawal` asks what became of the ID unless a 200 or the
 * log has said it. An error of `deletion` means that nothing was sent.
 */
export function useDeleteComputeInstance(findCaller: () => Caller, noteFailure: (error: Error) => void) {
  const client = useQueryClient();
  const withdrawal = useMutation(withdrawOptions(client, findCaller, noteFailure));
  const deletion = useMutation(deleteOptions(client, withdrawal.mutateAsync));
  return { deletion, withdrawal };
}

/** React Query's default would hold an offline request back, and send it later. */
const common = {
  mutationKey: unansweredFilter.mutationKey,
  networkMode: 'always',
  gcTime: 0,
  retryDelay: 3_000,
} as const;

/** Beyond this age of the click, no PUT begins. */
const repeatMs = 60_000;
/** From the click until the log is read, for the table and the progress in the dialog. */
const firstLookMs = 1_000;

function deleteOptions(client: QueryClient, withdraw: (it: Withdrawal) => Promise<Deletion | null>) {
  return mutationOptions({
    ...common,
    onMutate({ caller }: Confirmation) {
      if (navigator.onLine === false) throw new ApiError(offlineSentence);
      setTimeout(() => void refreshLog(client, caller.workspace), firstLookMs);
    },
    mutationFn: (confirmation: Confirmation) =>
      put(confirmation).catch(async (error: Error): Promise<Answer> => {
        const { id, label, caller, confirmedAt } = confirmation;
        const ended = findEnded(client, caller.workspace, id);
        if (ended === undefined && isLost(error)) throw error;
        const deletion = ended ?? (await withdraw({ id, label, confirmedAt, error }));
        if (deletion !== null) return { deletion, isStored: true };
        if (!(error instanceof ApiError && error.asksToSignIn)) throw error;
        // No sign-in is needed any more: a session has withdrawn the ID.
        throw new ApiError('You were signed out, so nothing was sent.');
      }),
    retry: (_: number, error: Error) => isLost(error),
    onSuccess: ({ deletion }, { caller }) => updateLog(client, caller.workspace, deletion),
  });
}

/** Resolves with the end of a delete of one, or the first answer about several. */
async function put(confirmation: Confirmation): Promise<Answer> {
  const { id, caller, request: body, confirmedAt } = confirmation;
  // This clock goes on while the machine sleeps, but may be set back.
  if (Math.abs(Date.now() - confirmedAt) > repeatMs)
    throw new ApiError("The console's server doesn't answer.");
  const path = workspacePath(caller.workspace, 'deletions', id);
  const { sessionId } = caller;
  const answer = await callApi(deletionAnswerSchema, { method: 'PUT', path, body, sessionId });
  if (answer.deletion.id !== id) throw new ApiError('The answer is about a different deletion.');
  return answer.isStored && isRunningSingle(answer.deletion) ? put(confirmation) : answer;
}

function isLost(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'unreachable';
}

/** Null means that nothing was sent for the ID, and nothing will be. */
function withdrawOptions(client: QueryClient, findCaller: () => Caller, noteFailure: (error: Error) => void) {
  return mutationOptions({
    ...common,
    async mutationFn({ id, confirmedAt }: Withdrawal): Promise<Deletion | null> {
      const { workspace, sessionId } = findCaller();
      // Nobody is signed in, or a different actor, who must not ask.
      if (sessionId === '') throw new Error('You are signed out.');
      const ended = findEnded(client, workspace, id);
      if (ended !== undefined) return ended;
      // The log keeps what was sent for at least a day, so later a 204 would prove nothing.
      if (Math.abs(Date.now() - confirmedAt) > dayMs) throw new Error('It is too late to ask.');
      const path = workspacePath(workspace, 'deletions', id, 'withdraw');
      const response = await sendRequest({ method: 'POST', path, body: {}, sessionId });
      // A 204 without this header may be a proxy's, and proves nothing.
      if (response.headers.get('console-withdrawn') === id) return null;
      const { deletion } = decodeResponse(oneDeletionSchema, response);
      if (isRunningSingle(deletion)) throw new Error('It is still running.');
      return deletion;
    },
    // Always true: it never gives up. `noteFailure` may ask for a sign-in.
    retry: (_, error) => noteFailure(error) === undefined,
  });
}

/** The log is our server's answer, too. */
function findEnded(client: QueryClient, workspace: string, id: string): Deletion | undefined {
  const log = client.getQueryData(recentLogQuery(workspace).queryKey);
  return log?.deletions.find((each) => each.id === id && each.stage === 'ended');
}

function isRunningSingle({ items, stage }: Deletion): boolean {
  return items.length === 1 && stage !== 'ended';
}

function updateLog(client: QueryClient, workspace: string, deletion: Deletion): void {
  const { queryKey } = recentLogQuery(workspace);
  const log = client.getQueryData(queryKey);
  // The answer may be older than the log.
  if (log !== undefined && findEnded(client, workspace, deletion.id) === undefined) {
    refreshAfterOutcomes(client, workspace, log.deletions, [deletion]);
    const others = log.deletions.filter(({ id }) => id !== deletion.id);
    client.setQueryData(queryKey, { ...log, deletions: [deletion, ...others] });
  }
  void refreshLog(client, workspace);
}
