import { blankOutcome } from '../../rules/outcome.ts';
import { buildServicePath, operations, PathValueError } from '../../rules/pathValues.ts';
import type { TimeLimits } from '../settings.ts';
import type { ServiceClient } from './client.ts';
import { type DeleteCall, type DeleteResult, judgeDelete } from './deleteOutcome.ts';
import { hasNoBody } from './responses.ts';
import { describeFailure, readBody } from './serviceResponse.ts';

export type { DeleteCall, DeleteResult } from './deleteOutcome.ts';

/** Never rejects. Goes on whatever becomes of the page that asked for it. */
export type SendDelete = (call: DeleteCall) => Promise<DeleteResult>;

const maxBodyBytes = 1_000_000;

/**
 * One DELETE of `service.md` §4.1 on a connection of its own. `not-sent` only if the connection to the service was never made;
 * otherwise a failure is `unknown`.
 */
export function createSendDelete(
  service: ServiceClient,
  limits: Pick<TimeLimits, 'deleteMs'>,
  now: () => number = Date.now,
): SendDelete {
  return async function sendDelete(call) {
    const controller = new AbortController();
    const { signal } = controller;
    const deadlineTimer = setTimeout(() => controller.abort(), limits.deleteMs);
    let isConnected = false;
    try {
      const path = buildServicePath(operations.deleteComputeInstance, call.target);
      const { token, requestId, deletionId: idempotencyKey } = call;
      const { status, statusText, headers, body } = await service(
        { method: 'DELETE', path, token, requestId, idempotencyKey },
        { signal, onConnect: () => (isConnected = true) },
      );
      // After 101, the body is the bare connection.
      const isIgnored = hasNoBody(status) || status < 200;
      if (isIgnored) body.destroy();
      const received = isIgnored ? noBody : await readBody(body, maxBodyBytes, signal);
      return judgeDelete({ status, statusText, headers, ...received }, call, now());
    } catch (error) {
      const message = error instanceof PathValueError ? error.message : describe(error, isConnected);
      const code = isConnected ? 'unknown' : 'not-sent';
      return { outcome: { ...blankOutcome, code, message }, doubt: null, isTokenRejected: false };
    } finally {
      clearTimeout(deadlineTimer);
    }
  };

  function describe(error: unknown, isConnected: boolean): string {
    const isExpired = error instanceof Error && error.name === 'AbortError';
    const seconds = limits.deleteMs / 1000;
    if (!isConnected) {
      const cause = isExpired ? `No connection was made within ${seconds} seconds.` : describeFailure(error);
      return `${cause} No request was sent.`;
    }
    const cause = isExpired
      ? `The service didn't respond within ${seconds} seconds.`
      : describeFailure(error);
    return `${cause} It may have received the request.`;
  }
}

const noBody = { bytes: new Uint8Array(), problem: null };
