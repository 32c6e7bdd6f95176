import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TimeLimits } from '../settings.ts';
import {
  type BufferedResponse,
  chooseErrorStatus,
  createErrorResponse,
  findReplacement,
  pickHeaders,
  readResponseBody,
} from './responses.ts';
import { getErrorCode, OutboundProxyError, type ServiceCall, type ServiceClient } from './service.ts';

const maxDeleteResponseBytes = 1_000_000;

/** `isSent` is false only if this server sent no byte of the request. */
export type DeleteResult = BufferedResponse & { isSent: boolean };

/** Goes on if the browser is gone. A cut-off 2xx, 404 or 410 becomes a 5xx: it would look like a deletion. */
export async function forwardDelete(
  service: ServiceClient,
  call: ServiceCall,
  limits: TimeLimits,
): Promise<DeleteResult> {
  const controller = new AbortController();
  const deadlineTimer = setTimeout(() => controller.abort(), limits.deleteMs);
  let isSent = false;
  const send = async (): Promise<BufferedResponse> => {
    const response = await service(call, controller.signal, () => {
      isSent = true;
    });
    const replacement = await findReplacement(response, 'DELETE');
    if (replacement !== null) return replacement;
    const { statusCode: status } = response;
    const body = await readResponseBody(response.body, maxDeleteResponseBytes);
    if (typeof body !== 'string') return { status, headers: pickHeaders(response.headers), body };
    if (body === 'cut off' && controller.signal.aborted)
      return createErrorResponse(504, `The service responded with ${status} but didn't finish.`);
    const message = `The service responded with ${status}, but its response was ${body}.`;
    return createErrorResponse(chooseErrorStatus(status, 'DELETE'), message);
  };
  try {
    return { ...(await send()), isSent };
  } catch (error) {
    const note = isSent ? ' It may have received the request.' : ' The request was probably not sent.';
    const waitedMs = controller.signal.aborted ? limits.deleteMs : null;
    return { ...createFailureResponse(error, waitedMs, note), isSent };
  } finally {
    clearTimeout(deadlineTimer);
  }
}

/** Null after streaming. A cut-off or stalled body closes the connection: no part looks complete. */
export async function forwardRead(
  service: ServiceClient,
  call: ServiceCall,
  outgoing: ServerResponse,
  readMs: number,
): Promise<BufferedResponse | null> {
  const controller = new AbortController();
  const deadlineTimer = setTimeout(() => controller.abort(), readMs);
  outgoing.once('close', () => outgoing.writableFinished || controller.abort());
  try {
    const response = await service(call, controller.signal);
    const replacement = await findReplacement(response, 'GET');
    if (replacement !== null) return replacement;
    outgoing.writeHead(response.statusCode, pickHeaders(response.headers));
    response.body.on('data', () => deadlineTimer.refresh());
    outgoing.on('drain', () => deadlineTimer.refresh());
    await pipeBody(response.body, outgoing);
  } catch (error) {
    if (!outgoing.headersSent && !outgoing.destroyed)
      return createFailureResponse(error, controller.signal.aborted ? readMs : null);
    // Without the status line, the browser would report a network error without a status.
    outgoing.flushHeaders();
    outgoing.destroy();
  } finally {
    clearTimeout(deadlineTimer);
  }
  return null;
}

/** Rejects if the body is cut off. `stream.pipeline` would make a read 50% slower. */
function pipeBody(body: Readable, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('end', resolve).once('error', reject).once('close', reject);
    body.pipe(outgoing);
  });
}

/** 504 after the deadline (`waitedMs`, otherwise null), or 502. Names only causes that are known. */
function createFailureResponse(error: unknown, waitedMs: number | null, note = ''): BufferedResponse {
  if (waitedMs !== null)
    return createErrorResponse(504, `The service didn't respond within ${waitedMs / 1000} seconds.${note}`);
  return createErrorResponse(502, describeFailure(error) + note);
}

function describeFailure(error: unknown): string {
  if (error instanceof OutboundProxyError)
    return `The outbound proxy refused to connect to the service (${error.message}).`;
  const code = getErrorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') return 'The service responded with more than 64 KiB of headers.';
  if (code.startsWith('HPE_')) return 'The service sent a malformed response.';
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return `The connection to the service closed without a response (${code}).`;
  return `The service could not be reached${code && ` (${code})`}.`;
}
