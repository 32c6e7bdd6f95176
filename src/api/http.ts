import { type Connection, isValidToken, redactToken } from './connection.ts';
import { ServiceError } from './errors.ts';
import { type BodyProblem, retryAfterMs, type ServiceResponse } from './response.ts';
import { serviceUrlOf } from './servicePath.ts';
import { toPlainText } from './text.ts';

export type ServiceRequest = {
  method: 'GET' | 'DELETE';
  path: string;
  /** Maximum time (ms) from dispatch to the last byte. */
  timeoutMs: number;
  /** Maximum time (ms) without data, before the status and between two pieces of the body. The default is `timeoutMs`. */
  silenceMs?: number;
  /** Maximum size of the decompressed body. */
  maxBytes: number;
  signal?: AbortSignal;
  /** UUID of a confirmed deletion. Sent only to our own origin, because another origin would have to allow the header (CORS). */
  idempotencyKey?: string;
};

/**
 * Sends a request with the bearer token (section 5) and returns the HTTP response, whatever its status.
 * @throws ServiceError only. `offline`, `signed-out` and `bad-path` mean that no request was sent. After `unreachable`,
 *   `timeout` or `aborted`, the service may have received the request.
 */
export async function sendRequest(connection: Connection, call: ServiceRequest): Promise<ServiceResponse> {
  const { url, init } = buildRequest(connection, call);
  const { token } = connection;
  const timeouts = startTimeouts(call);
  const sentAt = Date.now();
  const startMs = performance.now();
  let response: Response | null = null;
  let bytes = 0;
  try {
    response = await fetch(url, { ...init, signal: timeouts.signal });
    if (response.status === 401) callListener(() => connection.onRejectedToken?.());
    const body = await readBody(response, call.maxBytes, timeouts);
    bytes = body.bytes;
    if (body.problem !== null && call.signal?.aborted) throw call.signal.reason;
    return {
      status: response.status,
      statusText: toPlainText(redactToken(response.statusText, token), maxHeaderLength),
      mediaType: (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      text: redactToken(body.text, token),
      bodyProblem: body.problem,
      requestId: requestIdOf(response, token),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
      servedAt: servedAtOf(response),
    };
  } catch {
    throw errorWithoutResponse(call, timeouts.expiredLimitMs());
  } finally {
    timeouts.stop();
    const record = {
      sentAt,
      method: call.method,
      path: call.path,
      status: response?.status ?? null,
      durationMs: Math.round(performance.now() - startMs),
      bytes,
      requestId: response && requestIdOf(response, token),
      servedAt: response && servedAtOf(response),
    };
    callListener(() => connection.onRequest?.(record));
  }
}

function servedAtOf({ headers }: Response): number | null {
  return Date.parse(headers.get('date') ?? '') || null;
}

const maxHeaderLength = 200;

/** Checks and builds a request. If this function throws, no request was sent. */
function buildRequest(connection: Connection, call: ServiceRequest): { url: string; init: RequestInit } {
  const { url, sameOrigin } = serviceUrlOf(connection.serviceUrl, call.path);
  if (!isValidToken(connection.token))
    throw notSent('bad-path', 'The access token contains unsupported characters. No request was sent.');
  if (connection.isOpen?.() === false) throw notSent('signed-out', 'You’re signed out. No request was sent.');
  if (globalThis.navigator?.onLine === false)
    throw notSent('offline', 'You’re offline. No request was sent.');
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${connection.token}`,
  };
  if (sameOrigin && call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
  if (sameOrigin && connection.serviceId !== undefined) headers['console-service-id'] = connection.serviceId;
  const init: RequestInit = {
    method: call.method,
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  };
  try {
    new Request(url, init);
  } catch {
    throw notSent('bad-path', 'This browser can’t build the request. No request was sent.');
  }
  return { url, init };
}

function notSent(kind: 'bad-path' | 'offline' | 'signed-out', message: string): ServiceError {
  return new ServiceError({ kind, message });
}

function requestIdOf(response: Response, token: string): string | null {
  return toPlainText(redactToken(response.headers.get('x-request-id') ?? '', token), maxHeaderLength) || null;
}

/** Calls a listener and reports its errors. An error in a listener must not change the result of the request. */
function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}

type Timeouts = ReturnType<typeof startTimeouts>;

/** Starts two timers that abort the request: `timeoutMs` after dispatch, and after `silenceMs` without data. */
function startTimeouts(call: ServiceRequest) {
  const controller = new AbortController();
  const silenceMs = call.silenceMs ?? call.timeoutMs;
  let expiredLimitMs: number | null = null;
  const expireAfter = (ms: number) =>
    setTimeout(() => {
      expiredLimitMs = ms;
      controller.abort();
    }, ms);
  const totalTimer = expireAfter(call.timeoutMs);
  let silenceTimer = expireAfter(silenceMs);
  return {
    signal: call.signal ? AbortSignal.any([call.signal, controller.signal]) : controller.signal,
    /** Returns the limit (ms) that expired, or null. */
    expiredLimitMs: () => expiredLimitMs,
    restartSilence: () => {
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
      timeouts.restartSilence();
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

function errorWithoutResponse(call: ServiceRequest, expiredLimitMs: number | null): ServiceError {
  if (call.signal?.aborted)
    return new ServiceError({ kind: 'aborted', message: 'The request was cancelled.' });
  if (expiredLimitMs !== null) {
    const message = `The service didn’t respond within ${Math.round(expiredLimitMs / 1000)} seconds.`;
    return new ServiceError({ kind: 'timeout', message, transient: true });
  }
  const message = 'Couldn’t reach the service. Your network or browser may be blocking the request.';
  return new ServiceError({ kind: 'unreachable', message, transient: true });
}
