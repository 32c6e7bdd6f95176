import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { redactToken } from '../../rules/text.ts';
import { type EpochMs, parseAge } from '../../rules/time.ts';
import {
  describeConnectionFailure,
  type ResponseHeaders,
  type ServiceCall,
  type ServiceClient,
  type ServiceResponse,
} from './client.ts';
import { getHeader, isForeign401, isHtmlPage, isNoContent, readBody } from './response.ts';

type ReadCall = Pick<ServiceCall, 'path' | 'token' | 'requestId'> & {
  requestedAt: EpochMs;
  /** Awaited before the browser gets the service's 401. */
  onTokenRejected: () => Promise<void>;
};

export type ForwardRead = (call: ReadCall, outgoing: ServerResponse) => Promise<void>;

/** `readMs` limits gaps without data, and an error's body. */
export function createForwardRead(service: ServiceClient, readMs = 15_000): ForwardRead {
  return function forwardRead(call, outgoing) {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), readMs);
    outgoing.once('close', () => outgoing.writableFinished || controller.abort());
    if (outgoing.destroyed) controller.abort();
    function sendFailure(error: unknown) {
      if (outgoing.destroyed) return;
      if (!signal.aborted) sendError(outgoing, 502, describeConnectionFailure(error));
      else sendError(outgoing, 504, `The service didn't respond within ${readMs / 1000} seconds.`);
    }
    return service({ ...call, method: 'GET' }, { signal })
      .then((response) => pass(response, outgoing, call, { signal, timer }), sendFailure)
      .finally(() => clearTimeout(timer));
  };
}

async function pass(
  response: ServiceResponse,
  outgoing: ServerResponse,
  { token, requestedAt, onTokenRejected }: ReadCall,
  { signal, timer }: { signal: AbortSignal; timer: NodeJS.Timeout },
): Promise<void> {
  timer.refresh();
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
    const { bytes, problem: readProblem } = await readBody(response, maxErrorBytes, signal);
    // An error may repeat the token, which no script may read after the sign-in.
    const text = Buffer.from(redactToken(Buffer.from(bytes).toString('latin1'), token), 'latin1');
    // By its headers, this 401 is the service's.
    if (status === 401) await onTokenRejected();
    if (readProblem !== null) return cutOff(outgoing.writeHead(status, errorHeaders));
    outgoing.writeHead(status, { ...errorHeaders, 'content-length': text.length }).end(text);
    return;
  }
  outgoing.writeHead(status, passedHeaders);
  const refresh = () => timer.refresh();
  body.on('data', refresh);
  outgoing.on('drain', refresh);
  await pipeBody(body, outgoing).catch(() => cutOff(outgoing));
}

const maxErrorBytes = 1_000_000;

/** What the browser gets in place of a response that it could misunderstand, or null. */
function findReadProblem(response: ServiceResponse): { status: number; message: string } | null {
  const { status, headers } = response;
  const problem = (errorStatus: number, cause: string) => ({
    status: errorStatus,
    message: `The service responded with ${cause}.`,
  });
  if (status < 200 || status > 599) return problem(502, `an unexpected status (${status})`);
  if (status >= 300 && status <= 399) return problem(502, `a redirect (${status})`);
  if (isNoContent(status)) return null;
  // A 401 that isn't the service's would sign the admin out.
  const isForeign = isForeign401(response);
  const errorStatus = status < 400 || isForeign ? 502 : status;
  if (isHtmlPage(headers)) return problem(errorStatus, `${status} and an HTML page instead of JSON`);
  return isForeign ? problem(502, '401, but asked for a password instead of a token') : null;
}

/** A part must not look complete, and without the headers, the browser would know no status. */
function cutOff(outgoing: ServerResponse): void {
  outgoing.flushHeaders();
  outgoing.destroy();
}

/** Rejects if the body closes before its `end`. `stream.pipeline` would make a short read slower. */
function pipeBody(body: Readable, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('end', resolve).once('error', reject).once('close', reject);
    body.pipe(outgoing);
  });
}

/** Without a `code`, because it is no refusal by our server. */
function sendError(
  outgoing: ServerResponse,
  statusCode: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(JSON.stringify({ message, statusCode }));
  const ownHeaders = { 'content-type': 'application/json', 'content-length': body.length };
  outgoing.writeHead(statusCode, { ...ownHeaders, ...headers }).end(body);
}

function pickHeaders(headers: ResponseHeaders, names: readonly string[]): Record<string, string> {
  const picked = names.map((name) => [name, headers[name]]);
  return Object.fromEntries(picked.filter(([, value]) => typeof value === 'string'));
}

/** No `Set-Cookie`, `WWW-Authenticate` or hop-by-hop header. `link` and `x-total-count` can say that a list is only a part. */
const forwardedHeaderNames =
  'content-type content-encoding content-length date age retry-after x-request-id link x-total-count'.split(
    ' ',
  );
