import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeletionAnswer, deletionLogQuery, putDeletion, refreshLog } from '../api/deletions.ts';
import { ApiError } from '../api/errors.ts';
import type { DeletionRequest } from '../rules/requests.ts';
import { useSession } from '../session/useSession.ts';
import { updateCachedLog } from './useDeletionLog.ts';

export type ConfirmedRequest<Request> = {
  id: string;
  sessionId: string;
  request: Request;
};

/** Of a dialog. While a request is sent, it is `asking`. */
export type DeleteState =
  | { kind: 'asking' }
  | ({ kind: 'ended' } & DeletionAnswer)
  | { kind: 'failed'; failure: DeleteFailure };

export function useDeleteComputeInstance() {
  const { workspace } = useSession();
  const client = useQueryClient();
  const { data: log } = useQuery(deletionLogQuery(workspace));
  const { data, error, ...mutation } = useMutation({
    ...deleteMutationOptions,
    async mutationFn({ id, sessionId, request }: ConfirmedRequest<DeletionRequest>) {
      // The table of whoever closes the dialog then says "Being deleted".
      const timer = setTimeout(() => void refreshLog(client, workspace), 1_000);
      async function send() {
        const settled = await putDeletion({ workspace, sessionId }, id, request);
        if (settled.deletion.id !== id) throw createLostAnswer();
        return settled;
      }
      return retryUntilFinal(send, ({ deletion }) => deletion.outcome !== null).finally(() =>
        clearTimeout(timer),
      );
    },
    onSuccess: ({ deletion }) => updateCachedLog(client, workspace, [deletion]),
    onError: () => void refreshLog(client, workspace),
  });
  let state: DeleteState = { kind: 'asking' };
  if (data !== undefined) state = { kind: 'ended', ...data };
  if (error !== null) {
    // A proxy may have repeated the request in silence, so a refusal can be that of a repetition. The log knows better.
    const deletion = log?.deletions.find(({ id }) => id === mutation.variables?.id);
    if (deletion === undefined) state = { kind: 'failed', failure: toDeleteFailure(error) };
    else if (deletion.outcome !== null) state = { kind: 'ended', deletion, isStored: true };
    else state = { kind: 'failed', failure: toDeleteFailure(createLostAnswer()) };
  }
  return { ...mutation, state };
}

/** Sent now or never: https://tanstack.com/query/v5/docs/framework/react/guides/network-mode */
export const deleteMutationOptions = { networkMode: 'always', gcTime: 0 } as const;

const repeatMs = 3_000;
/** How long a request without an answer is repeated (ms). */
const silenceMs = 60_000;
/** How long one is repeated whose answer isn't final (ms). Two minutes after sending, the server settles an entry in any case. */
const followMs = 3 * 60_000;

/** Repeats a request until its answer is final. Our server sends at most one DELETE for an ID, and answers after 25 s. */
export async function retryUntilFinal<Answer>(
  send: () => Promise<Answer>,
  isFinal: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  if (navigator.onLine === false) throw new ApiError({ kind: 'offline', message: "You're offline." });
  // By the clock that goes on while the machine sleeps, so that a delete isn't sent hours after its confirmation.
  const startedAt = Date.now();
  let limitMs = silenceMs;
  for (let isFirst = true; ; isFirst = false) {
    let failure = createLostAnswer("The console's server has no result yet.");
    try {
      const answer = await send();
      if (isFinal(answer)) return answer;
      limitMs = followMs;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Whatever our server refuses a repetition for, the first request may have been sent.
      if (!isFirst && error.code !== null) throw createLostAnswer();
      if (error.kind !== 'unreachable') throw error;
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, repeatMs));
    if (Date.now() - startedAt > limitMs) throw failure;
  }
}

/** Also for an answer about a different deletion, which isn't one of our server. */
export function createLostAnswer(message = "The answer of the console's server was lost."): ApiError {
  return new ApiError({ kind: 'other', message });
}

/** `not-sent`: nothing was sent to the service. `unknown`: it may have been sent, and Activity will know. */
export type DeleteFailure = { stage: 'not-sent' | 'unknown'; message: string };

export function toDeleteFailure(error: Error): DeleteFailure {
  if (!(error instanceof ApiError)) throw error;
  const { code, kind, message } = error;
  // Only a refusal of our server has a code.
  if (code !== null || kind === 'offline') return { stage: 'not-sent', message };
  const isSilent = kind === 'unreachable' || kind === 'timeout';
  const reason = isSilent ? "The console's server doesn't answer." : message;
  return { stage: 'unknown', message: `${reason} Activity will show the result.` };
}
