import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { parseAge } from '../../rules/responseHeaders.ts';
import type { EpochMs } from '../../rules/time.ts';
import { redactToken } from '../../rules/token.ts';
import type { TimeLimits } from '../settings.ts';
import type { ServiceCall, ServiceClient } from './client.ts';
import {
  createErrorResponse,
  findReadProblem,
  pickHeaders,
  readPassedHeaders,
  writeResponse,
} from './responses.ts';
import { describeFailure, getHeader, readBody } from './serviceResponse.ts';

/**
 * Resolves with the status that was sent, or null if the browser was gone before. A 401 always means that the service doesn't
 * accept the token. Never rejects.
 */
export type ForwardRead = (
  call: Omit<ServiceCall, 'method'>,
  outgoing: ServerResponse,
) => Promise<number | null>;

/** `now` is the server's clock. */
export function createForwardRead(
  service: ServiceClient,
  { readMs }: Pick<TimeLimits, 'readMs'>,
  now: () => EpochMs,
): ForwardRead {
  return async function forwardRead(call, outgoing) {
    const requestedAt = now();
    const status = await attempt(call, outgoing, requestedAt);
    if (status !== 'silent') return status;
    // One more try, because a slow service may have cached the answer by now.
    const secondStatus = await attempt(call, outgoing, requestedAt);
    if (secondStatus !== 'silent') return secondStatus;
    const message = `The service didn't respond within ${readMs / 1000} seconds, and not at a second try either.`;
    writeResponse(outgoing, createErrorResponse(504, message));
    return 504;
  };

  /** `silent` if no byte of the response arrived in time, so that nothing was sent to the browser. */
  async function attempt(
    call: Omit<ServiceCall, 'method'>,
    outgoing: ServerResponse,
    requestedAt: EpochMs,
  ): Promise<number | 'silent' | null> {
    const controller = new AbortController();
    const { signal } = controller;
    let isSilent = true;
    const deadlineTimer = setTimeout(() => controller.abort(), readMs);
    const abortUnlessWritten = () => outgoing.writableFinished || controller.abort();
    outgoing.once('close', abortUnlessWritten);
    if (outgoing.destroyed) controller.abort();
    try {
      const onData = () => (isSilent = false);
      const response = await service({ ...call, method: 'GET' }, { signal, onData });
      isSilent = false;
      const { status, headers, body } = response;
      const problem = findReadProblem(response);
      if (problem !== null) {
        body.destroy();
        const keptHeaders = pickHeaders(headers, ['retry-after', 'x-request-id']);
        writeResponse(outgoing, createErrorResponse(problem.status, problem.message, keptHeaders));
        return problem.status;
      }
      // A copy from a cache says how things were when it was made.
      const knownAt = requestedAt - parseAge(getHeader(headers, 'age'));
      const passedHeaders = { ...readPassedHeaders(headers), 'console-requested-at': `${knownAt}` };
      if (status >= 400 && getHeader(headers, 'content-encoding') === null) {
        // Services tend to repeat the token in an error, and no script of a page may read it.
        const { bytes, problem: bodyProblem } = await readBody(body, maxErrorBytes, signal);
        const text = redactToken(Buffer.from(bytes).toString('latin1'), call.token);
        if (bodyProblem === null) {
          writeResponse(outgoing, { status, headers: passedHeaders, body: Buffer.from(text, 'latin1') });
          return status;
        }
        outgoing.writeHead(status, passedHeaders);
        throw new Error('The response of the service is incomplete.');
      }
      outgoing.writeHead(status, passedHeaders);
      body.on('data', () => deadlineTimer.refresh());
      outgoing.on('drain', () => deadlineTimer.refresh());
      await pipeBody(body, outgoing);
      return status;
    } catch (error) {
      if (outgoing.headersSent) {
        // A part must not look complete. Without the status line, the browser would report no status.
        outgoing.flushHeaders();
        outgoing.destroy();
        return outgoing.statusCode;
      }
      if (outgoing.destroyed) return null;
      if (signal.aborted && isSilent) return 'silent';
      const failure = signal.aborted
        ? createErrorResponse(504, `The service didn't respond within ${readMs / 1000} seconds.`)
        : createErrorResponse(502, describeFailure(error));
      writeResponse(outgoing, failure);
      return failure.status;
    } finally {
      clearTimeout(deadlineTimer);
      outgoing.off('close', abortUnlessWritten);
    }
  }
}

const maxErrorBytes = 1_000_000;

/** Rejects if the body is cut off. `stream.pipeline` would make a read 50% slower. */
function pipeBody(body: Readable, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('end', resolve).once('error', reject).once('close', reject);
    body.pipe(outgoing);
  });
}
