import { blankOutcome, type InstancePathValues } from '../../rules/deletion.ts';
import { buildServicePath, operations, PathValueError } from '../../rules/pathValues.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { ServiceClient } from './client.ts';
import { type DeleteResult, judgeDelete } from './judgeDelete.ts';
import type { TimeLimits } from './limits.ts';
import { describeConnectionFailure, hasNoBody, readBody } from './response.ts';

export type DeleteCall = {
  target: InstancePathValues;
  /** That the admin saw. Null if it has none. */
  name: string | null;
  token: string;
  tokens: readonly string[];
  deletionId: string;
  requestId: string;
};

/** Never rejects. Goes on whatever becomes of the page that asked for it. */
export type SendDelete = (call: DeleteCall) => Promise<DeleteResult>;

const maxBodyBytes = 1_000_000;

/** One DELETE (`service.md` §4.1) on a connection of its own. `not-sent` if that was never made, otherwise a failure is `unknown`. */
export function createSendDelete(
  service: ServiceClient,
  { deleteMs }: Pick<TimeLimits, 'deleteMs'>,
  now: () => EpochMs,
): SendDelete {
  return async function sendDelete(call) {
    const controller = new AbortController();
    const { signal } = controller;
    const deadlineTimer = setTimeout(() => controller.abort(), deleteMs);
    let isConnected = false;
    try {
      const path = buildServicePath(operations.deleteComputeInstance, call.target);
      const { token, requestId, deletionId: idempotencyKey } = call;
      const { body, ...response } = await service(
        { method: 'DELETE', path, token, requestId, idempotencyKey },
        { signal, onConnect: () => (isConnected = true) },
      );
      // After 101, the body is the bare connection.
      const isIgnored = hasNoBody(response.status) || response.status < 200;
      if (isIgnored) body.destroy();
      const received = isIgnored ? noBody : await readBody(body, maxBodyBytes, signal);
      return judgeDelete({ ...response, ...received }, call, now());
    } catch (error) {
      const message = error instanceof PathValueError ? error.message : describeSending(error, isConnected);
      const code = isConnected ? 'unknown' : 'not-sent';
      return { outcome: { ...blankOutcome, code, message }, doubt: null, isTokenRejected: false };
    } finally {
      clearTimeout(deadlineTimer);
    }
  };

  function describeSending(error: unknown, isConnected: boolean): string {
    const isExpired = error instanceof Error && error.name === 'AbortError';
    const problem = isConnected ? "The service didn't respond" : 'No connection was made';
    const cause = isExpired
      ? `${problem} within ${deleteMs / 1000} seconds.`
      : describeConnectionFailure(error, isConnected);
    return `${cause} ${isConnected ? 'It may have received the request.' : 'No request was sent.'}`;
  }
}

const noBody = { bytes: new Uint8Array(), problem: null };
