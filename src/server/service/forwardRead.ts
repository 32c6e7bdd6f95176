import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { parseAge } from '../../rules/responseHeaders.ts';
import { redactTokens } from '../../rules/text.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { TimeLimits } from '../settings.ts';
import type { ServiceCall, ServiceClient, ServiceHeaders, ServiceResponse } from './client.ts';
import {
  decompressBody,
  describeConnectionFailure,
  findReadProblem,
  forwardedHeaderNames,
  getHeader,
  pickHeaders,
  readBody,
  sendError,
} from './response.ts';

type ReadCall = Omit<ServiceCall, 'method'> & { tokens: readonly string[]; requestedAt: EpochMs };

/** The status that was sent, or null if the browser was gone. A 401 always means that the service rejects the token. Never rejects. */
export type ForwardRead = (call: ReadCall, outgoing: ServerResponse) => Promise<number | null>;

/** Passes after `readMs` without data, or when the browser is gone. */
type Deadline = { signal: AbortSignal; refresh: () => void };

export function createForwardRead(
  service: ServiceClient,
  { readMs }: Pick<TimeLimits, 'readMs'>,
): ForwardRead {
  const late = `The service didn't respond within ${readMs / 1000} seconds`;

  return async function forwardRead({ tokens, requestedAt, ...call }, outgoing) {
    // One more try, because a slow service may have cached the answer by now.
    for (const _ of ['first', 'second']) {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), readMs);
      const deadline = { signal: controller.signal, refresh: () => timer.refresh() };
      const abortUnlessWritten = () => outgoing.writableFinished || controller.abort();
      outgoing.once('close', abortUnlessWritten);
      if (outgoing.destroyed) controller.abort();
      try {
        const answer = await ask(call, deadline);
        if (answer !== 'silent' && 'body' in answer)
          return await pass(answer, outgoing, deadline, tokens, requestedAt);
        if (outgoing.destroyed) return null;
        if (answer !== 'silent') return sendError(outgoing, answer.status, answer.message);
      } finally {
        clearTimeout(timer);
        outgoing.off('close', abortUnlessWritten);
      }
    }
    return sendError(outgoing, 504, `${late}, and not at a second try either.`);
  };

  /** `silent` if no byte of the response arrived in time. Otherwise the response, or why there is none. */
  async function ask(call: Omit<ServiceCall, 'method'>, { signal, refresh }: Deadline) {
    let isSilent = true;
    const onData = () => {
      isSilent = false;
      refresh();
    };
    try {
      return await service({ ...call, method: 'GET' }, { signal, onData });
    } catch (error) {
      if (!signal.aborted) return { status: 502, message: describeConnectionFailure(error) };
      return isSilent ? 'silent' : { status: 504, message: `${late}.` };
    }
  }
}

async function pass(
  response: ServiceResponse,
  outgoing: ServerResponse,
  { signal, refresh }: Deadline,
  tokens: readonly string[],
  requestedAt: EpochMs,
): Promise<number> {
  const { status, headers, body } = response;
  const problem = findReadProblem(response);
  if (problem !== null) {
    body.destroy();
    const keptHeaders = pickHeaders(headers, ['retry-after', 'x-request-id']);
    return sendError(outgoing, problem.status, problem.message, keptHeaders);
  }
  const passedHeaders = toForwardedHeaders(headers, requestedAt);
  if (status >= 400) {
    const { 'content-encoding': _, ...errorHeaders } = passedHeaders;
    const text = await readError(response, tokens, signal);
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

/** Services tend to repeat the token in an error, and no script of a page may read it. Null if the body can't be read whole. */
async function readError(
  { headers, body }: ServiceResponse,
  tokens: readonly string[],
  signal: AbortSignal,
): Promise<Buffer | null> {
  const { bytes, problem } = await readBody(body, maxErrorBytes, signal);
  if (problem !== null) return null;
  try {
    const text = Buffer.from(decompressBody(headers, bytes)).toString('latin1');
    return Buffer.from(redactTokens(text, tokens), 'latin1');
  } catch {
    return null;
  }
}

/** A part must not look complete. Without the status line, the browser would report no status. */
function cutOff(outgoing: ServerResponse): void {
  outgoing.flushHeaders();
  outgoing.destroy();
}

const maxErrorBytes = 1_000_000;

/** What the browser gets of the headers of a read. A copy from a cache says how things were when it was made. */
function toForwardedHeaders(headers: ServiceHeaders, requestedAt: EpochMs): Record<string, string> {
  const knownAt = requestedAt - parseAge(getHeader(headers, 'age'));
  return { ...pickHeaders(headers, forwardedHeaderNames), 'console-requested-at': `${knownAt}` };
}

/** Rejects if the body is cut off. `stream.pipeline` would make a read 50% slower. */
function pipeBody(body: Readable, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('end', resolve).once('error', reject).once('close', reject);
    body.pipe(outgoing);
  });
}
