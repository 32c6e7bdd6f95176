import type { Connection } from '../rules/connection.ts';
import { ServiceError } from '../rules/errors.ts';
import { blankOutcome, type DeleteOutcome, type DeleteTarget } from '../rules/outcome.ts';
import { buildServicePath, operations } from '../rules/servicePath.ts';
import { toDeleteOutcome } from './deleteOutcome.ts';
import { sendRequest } from './http.ts';

const deleteTimeoutMs = 60_000;
const maxResponseBytes = 1024 * 1024;

export type DeleteRequest = {
  /** UUID of the deletion, sent as `Idempotency-Key`, by which our server recognizes a repeated request. */
  id: string;
  /** Name in the row, or null if it has none. A different name in the response is doubtful. */
  expectedName: string | null;
  /** For the audit log of our server. Empty if the admin gave none. */
  reason: string;
};

/** `service.md` §4.1. Sends at most one request. Never throws, because each failure is an outcome. */
export async function deleteComputeInstance(
  connection: Connection,
  target: DeleteTarget,
  { id, expectedName, reason }: DeleteRequest,
): Promise<DeleteOutcome> {
  try {
    const path = buildServicePath(operations.deleteComputeInstance.path, target);
    const response = await sendRequest(connection, {
      method: 'DELETE',
      path,
      timeoutMs: deleteTimeoutMs,
      maxBytes: maxResponseBytes,
      ownOriginHeaders: {
        'idempotency-key': id,
        ...(reason !== '' && { 'console-reason': encodeURIComponent(reason.toWellFormed()) }),
      },
    });
    return toDeleteOutcome(response, target, expectedName);
  } catch (error) {
    return toOutcomeWithoutResponse(error);
  }
}

function toOutcomeWithoutResponse(error: unknown): DeleteOutcome {
  if (!(error instanceof ServiceError)) {
    const reason = 'Something went wrong in this console during the request.';
    return { ...blankOutcome, kind: 'unknown', reason };
  }
  const kind = error.mayHaveBeenSent ? 'unknown' : 'not-sent';
  const hint = " If you have no connection, the request was probably not sent, but that isn't certain.";
  return { ...blankOutcome, kind, reason: error.message + (error.kind === 'unreachable' ? hint : '') };
}
