import { type Connection, isValidToken, redactToken } from './connection.ts';
import { ServiceError } from './errors.ts';
import { type BodyProblem, parseRetryAfter, type ServiceResponse } from './response.ts';
import { buildServiceUrl } from './servicePath.ts';
import { toPlainText } from './text.ts';

export type ServiceRequest = {
  method: 'GET' | 'DELETE';
  path: string;
  /** Maximum time (ms) from dispatch to the last byte. */
  timeoutMs: number;
  /** Maximum time (ms) without data, before the response and between two chunks of its body. The default is `timeoutMs`. */
  silenceMs?: number;
  /** Maximum size of the decompressed body. */
  maxBytes: number;
  signal?: AbortSignal;
  /** UUID of a confirmed deletion. Sent only to our own origin, because a service on another origin may forbid it (CORS). */
  idempotencyKey?: string;
  /** Why the admin deletes. Sent only to our own origin, as `Console-Reason`. */
  reason?: string;
};

/**
 * Sends a request with the access token and returns the response, whatever its status.
 * @throws ServiceError only. If the kind is `offline`, `signed-out` or `bad-path`, no request was sent. After `unreachable`,
 *   `timeout` or `aborted`, the service may have received the request.
 */
export async function sendRequest(connection: Connection, request: ServiceRequest): Promise<ServiceResponse> {
  const { url, init } = buildRequest(connection, request);
  const { token } = connection;
  const timeouts = startTimeouts(request);
  try {
    const response = await fetch(url, { ...init, signal: timeouts.signal });
    if (response.status === 401) callListener(() => connection.onRejectedToken?.());
    const body = await readBody(response, request.maxBytes, timeouts);
    if (body.problem !== null && request.signal?.aborted) throw request.signal.reason;
    return {
      status: response.status,
      statusText: toPlainText(redactToken(response.statusText, token), maxHeaderLength),
      mediaType: (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      text: redactToken(body.text, token),
      bodyProblem: body.problem,
      requestId: requestIdOf(response, token),
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
      servedAt: readServedAt(response),
    };
  } catch {
    throw createErrorWithoutResponse(request, timeouts.expiredLimitMs());
  } finally {
    timeouts.stop();
  }
}

function readServedAt({ headers }: Response): number | null {
  return Date.parse(headers.get('date') ?? '') || null;
}

const maxHeaderLength = 200;

function buildRequest(connection: Connection, request: ServiceRequest): { url: string; init: RequestInit } {
  const { url, sameOrigin } = buildServiceUrl(connection.serviceUrl, request.path);
  if (!isValidToken(connection.token))
    throw createNotSentError(
      'bad-path',
      'The access token contains unsupported characters. No request was sent.',
    );
  if (connection.isOpen?.() === false)
    throw createNotSentError('signed-out', 'You’re signed out. No request was sent.');
  if (globalThis.navigator?.onLine === false)
    throw createNotSentError('offline', 'You’re offline. No request was sent.');
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${connection.token}`,
  };
  if (sameOrigin && request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey;
  if (sameOrigin && connection.serviceId !== undefined) headers['console-service-id'] = connection.serviceId;
  const init: RequestInit = {
    method: request.method,
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  };
  try {
    new Request(url, init);
  } catch {
    throw createNotSentError('bad-path', 'This browser can’t build the request. No request was sent.');
  }
  return { url, init };
}

function createNotSentError(kind: 'bad-path' | 'offline' | 'signed-out', message: string): ServiceError {
  return new ServiceError({ kind, message });
}

function requestIdOf(response: Response, token: string): string | null {
  return toPlainText(redactToken(response.headers.get('x-request-id') ?? '', token), maxHeaderLength) || null;
}

/** Calls a listener. If it throws, reports the error, because a listener must not change the result of the request. */
function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}

type Timeouts = ReturnType<typeof startTimeouts>;

/** Starts two timers that abort the request: `timeoutMs` after dispatch, and after `silenceMs` without data. */
function startTimeouts(request: ServiceRequest) {
  const controller = new AbortController();
  const silenceMs = request.silenceMs ?? request.timeoutMs;
  let expiredLimitMs: number | null = null;
  const expireAfter = (ms: number) =>
    setTimeout(() => {
      expiredLimitMs = ms;
      controller.abort();
    }, ms);
  const totalTimer = expireAfter(request.timeoutMs);
  let silenceTimer = expireAfter(silenceMs);
  return {
    signal: request.signal ? AbortSignal.any([request.signal, controller.signal]) : controller.signal,
    /** Returns the limit (ms) that expired, or null. */
    expiredLimitMs: () => expiredLimitMs,
    restartSilenceTimer: () => {
      clearTimeout(silenceTimer);
      silenceTimer = expireAfter(silenceMs);
    },
    stop: () => {
      clearTimeout(totalTimer);
      clearTimeout(silenceTimer);
    },
  };
}

/** Reads a body as UTF-8 text. Stops after `maxBytes`, because an endless body would fill the memory. */
async function readBody(
  response: Response,
  maxBytes: number,
  timeouts: Timeouts,
): Promise<{ text: string; bytes: number; problem: BodyProblem | null }> {
  if (response.body === null) return { text: '', bytes: 0, problem: null };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), bytes, problem: null };
      timeouts.restartSilenceTimer();
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        reader.cancel().catch(() => undefined);
        return { text, bytes, problem: 'too-large' };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, bytes, problem: timeouts.expiredLimitMs() === null ? 'cut-off' : 'timeout' };
  }
}

function createErrorWithoutResponse(request: ServiceRequest, expiredLimitMs: number | null): ServiceError {
  if (request.signal?.aborted)
    return new ServiceError({ kind: 'aborted', message: 'The request was cancelled.' });
  if (expiredLimitMs !== null) {
    const message = `The service didn’t respond within ${Math.round(expiredLimitMs / 1000)} seconds.`;
    return new ServiceError({ kind: 'timeout', message, isTransient: true });
  }
  const message = 'Couldn’t reach the service. Your network or browser may be blocking the request.';
  return new ServiceError({ kind: 'unreachable', message, isTransient: true });
}
