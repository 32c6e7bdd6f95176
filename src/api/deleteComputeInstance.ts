import type { Connection } from './Connection.ts';
import type { DeleteOutcome } from './DeleteOutcome.ts';
import { type DeleteTarget, deleteOutcomeOf } from './deleteOutcomeOf.ts';
import { operationPaths } from './operationPaths.ts';
import { request } from './request.ts';
import { ServiceError, type ServiceErrorKind } from './ServiceError.ts';
import { servicePath } from './servicePath.ts';

const timeoutMs = 60_000;
const maxBytes = 1024 * 1024;

/**
 * Sends one DELETE (section 4.1), once, and names what became of it. Never throws and never repeats.
 * @param intentKey one UUID per confirmed intent, so that a copy re-sent below the page is recognised by the own server
 */
export async function deleteComputeInstance(
  connection: Connection,
  target: DeleteTarget,
  intentKey: string,
): Promise<DeleteOutcome> {
  try {
    const path = servicePath(operationPaths.deleteComputeInstance, target);
    const answer = await request(connection, {
      method: 'DELETE',
      path,
      timeoutMs,
      maxBytes,
      idempotencyKey: intentKey,
    });
    return deleteOutcomeOf(answer, target);
  } catch (error) {
    return outcomeWithoutAnswer(error);
  }
}

const beforeDispatch = new Set<ServiceErrorKind>(['offline', 'bad-path', 'signed-out']);

function outcomeWithoutAnswer(error: unknown): DeleteOutcome {
  const blank = { status: null, requestId: null, retryAfterMs: null, record: null, notes: [] };
  if (!(error instanceof ServiceError))
    return { ...blank, kind: 'unknown', reason: 'This console failed while it waited for the answer.' };
  if (beforeDispatch.has(error.kind)) return { ...blank, kind: 'not-sent', reason: error.message };
  const hint =
    error.kind === 'unreachable'
      ? ' If there is no connection it was probably not sent, but that is not certain.'
      : '';
  return { ...blank, kind: 'unknown', reason: error.message + hint };
}
