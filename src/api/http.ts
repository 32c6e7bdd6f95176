import { type Connection, isToken, withoutToken } from './connection.ts';
import { ServiceError } from './errors.ts';
import { type BodyProblem, retryAfterMs, type ServiceResponse } from './response.ts';
import { serviceUrlOf } from './servicePath.ts';
import { plainText } from './text.ts';

export type ServiceRequest = {
  method: 'GET' | 'DELETE';
  path: string;
  /** From dispatch to the last byte. */
  timeoutMs: number;
  /** For the status and then for each piece of the body. The default is `timeoutMs`. */
  silenceMs?: number;
  /** After decompression. */
  maxBytes: number;
  signal?: AbortSignal;
  /** One UUID per confirmed deletion. Sent to the own origin only, because CORS would have to allow it elsewhere. */
  idempotencyKey?: string;
};

/**
 * Sends a request with the bearer token of section 5. Any HTTP response is returned, whatever its status.
 * @throws ServiceError only. `offline`, `signed-out` and `bad-path` mean that no request was sent. After `unreachable`,
 *   `timeout` and `aborted` the service may have acted.
 */
export async function request(connection: Connection, call: ServiceRequest): Promise<ServiceResponse> {
  const { url, init } = prepare(connection, call);
  const { token } = connection;
  const timeouts = startTimeouts(call);
  const sentAt = Date.now();
  const started = performance.now();
  let response: Response | null = null;
  let bytes = 0;
  try {
    response = await fetch(url, { ...init, signal: timeouts.signal });
    if (response.status === 401) notify(() => connection.onRejectedToken?.());
    const body = await readBody(response, call.maxBytes, timeouts);
    bytes = body.bytes;
    if (body.problem !== null && call.signal?.aborted) throw call.signal.reason;
    return {
      status: response.status,
      statusText: plainText(withoutToken(response.statusText, token), maxHeaderLength),
      mediaType: (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      text: withoutToken(body.text, token),
      bodyProblem: body.problem,
      requestId: requestIdOf(response, token),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
      servedAt: servedAtOf(response),
    };
  } catch {
    throw errorWithoutResponse(call, timeouts.expiredMs());
  } finally {
    timeouts.stop();
    const record = {
      at: sentAt,
      method: call.method,
      path: call.path,
      status: response?.status ?? null,
      durationMs: Math.round(performance.now() - started),
      bytes,
      requestId: response && requestIdOf(response, token),
      servedAt: response && servedAtOf(response),
    };
    notify(() => connection.onRequest?.(record));
  }
}

function servedAtOf({ headers }: Response): number | null {
  return Date.parse(headers.get('date') ?? '') || null;
}

const maxHeaderLength = 200;

/** Does everything that can fail before dispatch, so that "No request was sent" is never confused with "unknown". */
function prepare(connection: Connection, call: ServiceRequest): { url: string; init: RequestInit } {
  const { url, sameOrigin } = serviceUrlOf(connection.serviceUrl, call.path);
  if (!isToken(connection.token))
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
  return plainText(withoutToken(response.headers.get('x-request-id') ?? '', token), maxHeaderLength) || null;
}

/** An error in a listener must not change the result of the request. */
function notify(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}

type Timeouts = ReturnType<typeof startTimeouts>;

/** Starts the limits for the whole request and for silence. `restartSilence` restarts the limit for silence. */
function startTimeouts(call: ServiceRequest) {
  const expired = new AbortController();
  const silenceMs = call.silenceMs ?? call.timeoutMs;
  let expiredMs: number | null = null;
  const expireAfter = (ms: number) =>
    setTimeout(() => {
      expiredMs = ms;
      expired.abort();
    }, ms);
  const total = expireAfter(call.timeoutMs);
  let silence = expireAfter(silenceMs);
  return {
    signal: call.signal ? AbortSignal.any([call.signal, expired.signal]) : expired.signal,
    expiredMs: () => expiredMs,
    restartSilence: () => {
      clearTimeout(silence);
      silence = expireAfter(silenceMs);
    },
    stop: () => {
      clearTimeout(total);
      clearTimeout(silence);
    },
  };
}

/** Reads a body as UTF-8 text and stops at a size, because an endless body would fill the memory. */
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
    return { text, bytes, problem: timeouts.expiredMs() === null ? 'cut' : 'timeout' };
  }
}

function errorWithoutResponse(call: ServiceRequest, expiredMs: number | null): ServiceError {
  if (call.signal?.aborted)
    return new ServiceError({ kind: 'aborted', message: 'The request was cancelled.' });
  if (expiredMs !== null) {
    const message = `The service didn’t respond within ${Math.round(expiredMs / 1000)} seconds.`;
    return new ServiceError({ kind: 'timeout', message, transient: true });
  }
  const message = 'Couldn’t reach the service. Your network or browser may be blocking the request.';
  return new ServiceError({ kind: 'unreachable', message, transient: true });
}
