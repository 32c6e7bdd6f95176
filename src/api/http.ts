import { type BodyReadProblem, parseBody, type ResponseBody } from '../rules/body.ts';
import { type Connection, isValidToken, redactToken } from '../rules/connection.ts';
import { ServiceError } from '../rules/errors.ts';
import { isRedirect, isTokenRejected, type ServiceResponse } from '../rules/response.ts';
import {
  asksForNonBearer,
  isPartOfList,
  parseDate,
  parseRetryAfter,
  parseTotalCount,
} from '../rules/responseHeaders.ts';
import { buildServiceUrl } from '../rules/servicePath.ts';
import { toShortLine } from '../rules/text.ts';

export type ServiceRequest = {
  method: 'GET' | 'DELETE';
  path: string;
  /** Maximum time (ms) from dispatch to the last byte. */
  timeoutMs: number;
  /** Maximum time (ms) without data. The default is `timeoutMs`. */
  silenceMs?: number;
  maxBytes: number;
  signal?: AbortSignal;
  /** Headers for our own origin only, because a service on a different origin may forbid them (CORS). */
  ownOriginHeaders?: Readonly<Record<string, string>>;
};

/** Sends the access token (`service.md` §5). Any status is a response. Throws ServiceError only. */
export async function sendRequest(connection: Connection, request: ServiceRequest): Promise<ServiceResponse> {
  const { url, sameOrigin, init } = buildRequest(connection, request);
  const timer = startTimer(request);
  let serviceResponse: ServiceResponse;
  try {
    const response = await fetch(url, { ...init, signal: timer.signal });
    const { text, problem } = await readText(response, request.maxBytes, timer);
    if (problem !== null && request.signal?.aborted) throw request.signal.reason;
    const safeText = redactToken(text, connection.token);
    const body = parseBody(response.status, readMediaType(response), safeText, problem);
    serviceResponse = toServiceResponse(response, body, sameOrigin, connection.token);
  } catch {
    throw createErrorWithoutResponse(request, timer.expiredMs());
  } finally {
    timer.stop();
  }
  if (isTokenRejected(serviceResponse)) connection.onRejectedToken?.();
  return serviceResponse;
}

function toServiceResponse(
  response: Response,
  body: ResponseBody,
  sameOrigin: boolean,
  token: string,
): ServiceResponse {
  const { status, statusText, headers } = response;
  const toHeaderText = (text: string) => toShortLine(redactToken(text, token), maxHeaderLength);
  return {
    status,
    statusText: toHeaderText(statusText),
    body,
    requestId: toHeaderText(headers.get('x-request-id') ?? '') || null,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), Date.now()),
    servedAt: parseDate(headers.get('date')),
    isPartial: status === 206 || isPartOfList(headers),
    totalCount: parseTotalCount(headers),
    isFromProxy: sameOrigin && isFromProxyInFront(response, body),
  };
}

const maxHeaderLength = 200;

/** Sends no token. The result is null if no complete response arrives in 15 s. */
export async function requestOwnFile(path: string) {
  const init: RequestInit = { credentials: 'same-origin', redirect: 'manual', cache: 'no-cache' };
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(15_000) });
    const body = parseBody(response.status, readMediaType(response), await response.text());
    return { status: response.status, body, isFromProxy: isFromProxyInFront(response, body) };
  } catch {
    return null;
  }
}

function readMediaType({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Our server sends no redirect and no HTML page below `/api`, and never passes on `WWW-Authenticate`. */
function isFromProxyInFront({ status, headers }: Response, body: ResponseBody): boolean {
  if (isRedirect(status) || body.kind === 'html') return true;
  return status === 401 && asksForNonBearer(headers.get('www-authenticate'));
}

function buildRequest(connection: Connection, request: ServiceRequest) {
  const { url, sameOrigin } = buildServiceUrl(connection.serviceUrl, request.path);
  if (!isValidToken(connection.token))
    throw createNotSentError('bad-path', 'The access token contains unsupported characters.');
  if (connection.isOpen?.() === false) throw createNotSentError('signed-out', "You're signed out.");
  // Some browsers are wrong about this, so only a DELETE is refused. A read fails by itself.
  if (request.method === 'DELETE' && isOffline()) throw createNotSentError('offline', "You're offline.");
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${connection.token}`,
    ...(sameOrigin && request.ownOriginHeaders),
  };
  if (sameOrigin && connection.serviceId !== undefined) headers['console-service-id'] = connection.serviceId;
  const init: RequestInit = {
    method: request.method,
    headers,
    cache: 'no-store',
    // A login proxy in front of the console recognizes its users by a cookie.
    credentials: sameOrigin ? 'same-origin' : 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  };
  return { url, sameOrigin, init };
}

function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

function createNotSentError(kind: 'bad-path' | 'offline' | 'signed-out', reason: string): ServiceError {
  return new ServiceError({ kind, message: `${reason} No request was sent.` });
}

type Timer = ReturnType<typeof startTimer>;

function startTimer({ signal, timeoutMs, silenceMs = timeoutMs }: ServiceRequest) {
  const controller = new AbortController();
  const abortAfter = (ms: number) => setTimeout(() => controller.abort(ms), ms);
  const totalTimer = abortAfter(timeoutMs);
  let silenceTimer = abortAfter(silenceMs);
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    expiredMs: (): number | null => controller.signal.reason ?? null,
    restartSilence() {
      clearTimeout(silenceTimer);
      silenceTimer = abortAfter(silenceMs);
    },
    stop() {
      clearTimeout(totalTimer);
      clearTimeout(silenceTimer);
    },
  };
}

/** Stops after `maxBytes`, because an endless body would fill the memory. */
async function readText(
  { body }: Response,
  maxBytes: number,
  timer: Timer,
): Promise<{ text: string; problem: BodyReadProblem | null }> {
  if (body === null) return { text: '', problem: null };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), problem: null };
      timer.restartSilence();
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        reader.cancel().catch(() => undefined);
        return { text, problem: 'too-large' };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, problem: timer.expiredMs() === null ? 'cut-off' : 'timeout' };
  }
}

function createErrorWithoutResponse(request: ServiceRequest, expiredMs: number | null): ServiceError {
  if (request.signal?.aborted)
    return new ServiceError({ kind: 'aborted', message: 'The request was cancelled.' });
  if (expiredMs !== null) {
    const message = `The service didn't respond within ${Math.round(expiredMs / 1000)} seconds.`;
    return new ServiceError({ kind: 'timeout', message, isTransient: true });
  }
  const cause = isOffline() ? "You're offline." : 'Your network or browser may be blocking the request.';
  const message = `Couldn't reach the service. ${cause}`;
  return new ServiceError({ kind: 'unreachable', message, isTransient: true });
}
