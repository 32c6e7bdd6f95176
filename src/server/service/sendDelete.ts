import { blankOutcome } from '../../rules/deletion.ts';
import { buildServicePath, operationPaths, PathValueError } from '../../rules/pathValues.ts';
import { describeConnectionFailure, type ServiceClient } from './client.ts';
import { type DeleteExpectation, type DeleteResult, judgeDelete } from './judgeDelete.ts';
import { readBody } from './response.ts';

export type DeleteCall = DeleteExpectation & {
  idempotencyKey: string;
  requestId: string;
  /** Asked when the connection stands: why the request must not leave, as a sentence, or null. */
  findObstacle: () => Promise<string | null>;
};

/** Never rejects. */
export type SendDelete = (call: DeleteCall) => Promise<DeleteResult>;

/** From the start of a DELETE to the last byte of its response (ms). */
export const deleteTimeoutMs = 60_000;
const ticks = 60;
const maxBodyBytes = 1_000_000;

/** A failure is `not-sent` until `findObstacle` lets the request leave, and then `unknown`. */
export function createSendDelete(service: ServiceClient, deleteMs = deleteTimeoutMs): SendDelete {
  return async function sendDelete(call) {
    const controller = new AbortController();
    const { signal } = controller;
    // Counted, because one timer of a suspended process could expire before what arrived meanwhile is read.
    let ticksLeft = ticks;
    const timer = setInterval(() => {
      ticksLeft -= 1;
      if (ticksLeft === 0) controller.abort();
    }, deleteMs / ticks);
    let isSent = false;
    const beforeBytes = async () => {
      const obstacle = await call.findObstacle();
      if (obstacle !== null) throw new ObstacleError(obstacle);
      isSent = true;
    };
    try {
      const path = buildServicePath(operationPaths.deleteComputeInstance, call.target);
      const response = await service({ ...call, method: 'DELETE', path }, { signal, beforeBytes });
      return judgeDelete(await readBody(response, maxBodyBytes, signal), call, Date.now());
    } catch (error) {
      const code = isSent ? 'unknown' : 'not-sent';
      const message = describeSending(error, isSent, deleteMs);
      return { outcome: { ...blankOutcome, code, message }, doubt: null, isTokenRejected: false };
    } finally {
      clearInterval(timer);
    }
  };
}

class ObstacleError extends Error {}

function describeSending(error: unknown, isSent: boolean, deleteMs: number): string {
  if (error instanceof PathValueError || error instanceof ObstacleError) return error.message;
  const isExpired = error instanceof Error && error.name === 'AbortError';
  const problem = isSent ? "The service didn't respond" : 'No connection was made';
  const cause = isExpired
    ? `${problem} within ${deleteMs / 1000} seconds.`
    : describeConnectionFailure(error, isSent);
  return `${cause} ${isSent ? 'It may have received the request.' : 'No request was sent.'}`;
}
