import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import {
  type BufferedResponse,
  errorResponse,
  passedHeaders,
  readAll,
  replacedStatus,
  replacementFor,
} from './responses.ts';
import { codeOf, type Service, type ServiceCall } from './service.ts';
import type { Limits } from './settings.ts';

/** `isSent` is false if no byte of the DELETE left this server. */
export type DeleteResult = BufferedResponse & { isSent: boolean };

/**
 * Sends a DELETE (section 4.1) and reads the complete response, even if the client has left. Never rejects: a failure is an
 * error response. A cut or oversized body proves nothing, so a status that would count as proof becomes 502.
 * @param abandoned aborted when every client has left, which drops a DELETE that was not sent yet
 */
export async function forwardDelete(
  service: Service,
  call: ServiceCall,
  limits: Limits,
  abandoned: AbortSignal,
): Promise<DeleteResult> {
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), limits.deleteMs);
  let isSent = false;
  abandoned.addEventListener('abort', () => isSent || stop.abort());
  try {
    const response = await service(call, stop.signal, () => {
      isSent = true;
    });
    const replacement = await replacementFor(response, 'DELETE');
    if (replacement !== null) return { ...replacement, isSent };
    const { statusCode: status } = response;
    const body = await readAll(response.body, limits.deleteResponseBytes);
    if (typeof body !== 'string') return { status, headers: passedHeaders(response.headers), body, isSent };
    if (body === 'cut' && stop.signal.aborted)
      return { ...errorResponse(504, `The service responded with ${status} but didn’t finish.`), isSent };
    const message = `The service responded with ${status}, but its response was ${body}.`;
    return { ...errorResponse(replacedStatus(status, 'DELETE'), message), isSent };
  } catch (error) {
    const note = isSent ? ' It may have received the request.' : ' The request was probably not sent.';
    return { ...failureResponse(error, stop.signal.aborted ? limits.deleteMs : null, note), isSent };
  } finally {
    clearTimeout(deadline);
  }
}

/**
 * Sends a read and streams the response to the browser. Ends the call when the browser leaves. If the service cuts the
 * response or both sides are silent for `readMs`, the browser's response is cut too, so it never looks complete.
 * @returns a response to send, or null if it was streamed
 */
export async function forwardRead(
  service: Service,
  call: ServiceCall,
  outgoing: ServerResponse,
  readMs: number,
): Promise<BufferedResponse | null> {
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), readMs);
  outgoing.once('close', () => outgoing.writableFinished || stop.abort());
  try {
    const response = await service(call, stop.signal);
    const replacement = await replacementFor(response, 'GET');
    if (replacement !== null) return replacement;
    outgoing.writeHead(response.statusCode, passedHeaders(response.headers));
    response.body.on('data', () => deadline.refresh());
    outgoing.on('drain', () => deadline.refresh());
    await pipeBody(response.body, outgoing);
  } catch (error) {
    if (!outgoing.headersSent && !outgoing.destroyed)
      return failureResponse(error, stop.signal.aborted ? readMs : null);
    // Flush the status line before destroying the socket. Without it the browser reports a network error.
    outgoing.flushHeaders();
    outgoing.destroy();
  } finally {
    clearTimeout(deadline);
  }
  return null;
}

/** Pipes a body and rejects if it is cut. `stream.pipeline` takes half as long again for a read. */
function pipeBody(body: Readable, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('end', resolve).once('error', reject).once('close', reject);
    body.pipe(outgoing);
  });
}

/** Builds the response for a call without a complete response head: 504 after a deadline of `waitedMs`, else 502. */
function failureResponse(error: unknown, waitedMs: number | null, note = ''): BufferedResponse {
  if (waitedMs !== null)
    return errorResponse(504, `The service didn’t respond within ${waitedMs / 1000} seconds.${note}`);
  const code = codeOf(error);
  return errorResponse(502, `The service could not be reached${code && ` (${code})`}.${note}`);
}
