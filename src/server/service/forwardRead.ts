import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { redactToken } from '../../rules/text.ts';
import { type EpochMs, parseAge } from '../../rules/time.ts';
import type { ServiceCall, ServiceClient, ServiceResponse } from './client.ts';
import {
  describeConnectionFailure,
  findReadProblem,
  forwardedHeaderNames,
  getHeader,
  pickHeaders,
  readBody,
  sendError,
} from './response.ts';

type ReadCall = Omit<ServiceCall, 'method'> & { requestedAt: EpochMs };

/** The status that was sent, or null if the browser was gone. A 401 always means that the service rejects the token. Never rejects. */
export type ForwardRead = (call: ReadCall, outgoing: ServerResponse) => Promise<number | null>;

/** Passes after `readMs` without data, or when the browser is gone. */
type Deadline = { signal: AbortSignal; refresh: () => void };

/**
 * Asks once. Only the page repeats a read, because the waits of two layers add up.
 * @param readMs time without data. A page repeats a read twice, and gives up after 45 s.
 */
export function createForwardRead(service: ServiceClient, readMs = 15_000): ForwardRead {
  return async function forwardRead(call, outgoing) {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), readMs);
    const refresh = () => timer.refresh();
    outgoing.once('close', () => outgoing.writableFinished || controller.abort());
    if (outgoing.destroyed) controller.abort();
    try {
      const response = await service({ ...call, method: 'GET' }, { signal });
      refresh();
      return await pass(response, outgoing, call, { signal, refresh });
    } catch (error) {
      if (outgoing.destroyed) return null;
      if (!signal.aborted) return sendError(outgoing, 502, describeConnectionFailure(error));
      return sendError(outgoing, 504, `The service didn't respond within ${readMs / 1000} seconds.`);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function pass(
  response: ServiceResponse,
  outgoing: ServerResponse,
  { token, requestedAt }: ReadCall,
  { signal, refresh }: Deadline,
): Promise<number> {
  const { status, headers, body } = response;
  const problem = findReadProblem(response);
  if (problem !== null) {
    body.destroy();
    const keptHeaders = pickHeaders(headers, ['retry-after', 'x-request-id']);
    return sendError(outgoing, problem.status, problem.message, keptHeaders);
  }
  // A copy from a cache says how things were when it was made.
  const knownAt = requestedAt - parseAge(getHeader(headers, 'age'));
  const passedHeaders = pickHeaders(headers, forwardedHeaderNames);
  passedHeaders['console-requested-at'] = `${knownAt}`;
  if (status >= 400) {
    const { 'content-encoding': _, ...errorHeaders } = passedHeaders;
    const text = await readError(response, token, signal);
    if (text === null) cutOff(outgoing.writeHead(status, errorHeaders));
    else outgoing.writeHead(status, { ...errorHeaders, 'content-length': text.length }).end(text);
    return status;
  }
  outgoing.writeHead(status, passedHeaders);
  body.on('data', refresh);
  outgoing.on('drain', refresh);
  await pipeBody(body, outgoing).catch(() => cutOff(outgoing));
  return status;
}

const maxErrorBytes = 1_000_000;

/** Services tend to repeat the token in an error, and no script of a page may read it. Null if the body can't be read whole. */
async function readError(
  response: ServiceResponse,
  token: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const { bytes, problem } = await readBody(response, maxErrorBytes, signal);
  if (problem !== null) return null;
  const text = Buffer.from(bytes).toString('latin1');
  return Buffer.from(redactToken(text, token), 'latin1');
}

/** A part must not look complete. Without the status line, the browser would report no status. */
function cutOff(outgoing: ServerResponse): void {
  outgoing.flushHeaders();
  outgoing.destroy();
}

/** Rejects if the body is cut off. `stream.pipeline` would make a read 50% slower. */
function pipeBody(body: Readable, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('end', resolve).once('error', reject).once('close', reject);
    body.pipe(outgoing);
  });
}
