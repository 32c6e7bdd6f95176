import { type Connection, isToken } from './connection.ts';
import { ServiceError } from './errors.ts';
import { readBody, retryAfterMs, type ServiceResponse } from './response.ts';
import { serviceUrlOf } from './servicePath.ts';
import { plainText } from './text.ts';

export type ServiceRequest = {
  method: 'GET' | 'DELETE';
  /** A path made by `servicePath`. */
  path: string;
  /** From dispatch to the last byte, in ms. */
  timeoutMs: number;
  /** The longest wait for the status, and then for the next piece of the body, in ms; `timeoutMs` without. */
  silenceMs?: number;
  /** The most of the body that is read, in bytes. */
  maxBytes: number;
  signal?: AbortSignal;
  /** One UUID per confirmed intent. Sent to the own origin only: another one would have to allow it by CORS. */
  idempotencyKey?: string;
};

/**
 * The one call to the service (section 5: every call carries the bearer). Any HTTP answer is returned, whatever its status.
 * @throws ServiceError of kind `offline` or `bad-path` where nothing was sent; `unreachable`, `timeout` or `aborted`
 *   where it was sent and no status came back, which proves nothing about what the service did. Nothing else is thrown.
 */
export async function request(connection: Connection, call: ServiceRequest): Promise<ServiceResponse> {
  const { url, init } = prepare(connection, call);
  const clock = startClock(call);
  const at = Date.now();
  const started = performance.now();
  let response: Response | null = null;
  let bytes = 0;
  try {
    response = await fetch(url, { ...init, signal: clock.signal });
    if (response.status === 401) tell(() => connection.onRejectedToken?.());
    const body = await readBody(response, call.maxBytes, clock);
    bytes = body.bytes;
    if (body.problem !== null && call.signal?.aborted) throw call.signal.reason;
    return {
      status: response.status,
      statusText: plainText(response.statusText, maxWords),
      mediaType: (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      text: body.text,
      bodyProblem: body.problem,
      requestId: requestIdOf(response),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
      servedAt: Date.parse(response.headers.get('date') ?? '') || null,
    };
  } catch {
    throw noAnswer(call, clock.endedAfterMs());
  } finally {
    clock.stop();
    const record = {
      at,
      method: call.method,
      path: call.path,
      status: response?.status ?? null,
      durationMs: Math.round(performance.now() - started),
      bytes,
      requestId: response && requestIdOf(response),
    };
    tell(() => connection.onRequest?.(record));
  }
}

const maxWords = 200;

/** All that can fail before dispatch fails here, so that "nothing was sent" is never mistaken for "we do not know". */
function prepare(connection: Connection, call: ServiceRequest): { url: string; init: RequestInit } {
  const { url, sameOrigin } = serviceUrlOf(connection.serviceUrl, call.path);
  if (!isToken(connection.token))
    throw notSent('bad-path', 'The access token holds characters that no token has; nothing was sent.');
  if (connection.isOpen?.() === false) throw notSent('signed-out', 'You have signed out; nothing was sent.');
  if (globalThis.navigator?.onLine === false)
    throw notSent('offline', 'This browser is offline; nothing was sent.');
  const init: RequestInit = {
    method: call.method,
    headers: headersOf(connection, call, sameOrigin),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  };
  try {
    new Request(url, init);
  } catch {
    throw notSent('bad-path', 'This browser refused to build the request; nothing was sent.');
  }
  return { url, init };
}

function notSent(kind: 'bad-path' | 'offline' | 'signed-out', message: string): ServiceError {
  return new ServiceError({ kind, message });
}

function requestIdOf(response: Response): string | null {
  return plainText(response.headers.get('x-request-id') ?? '', maxWords) || null;
}

/** A listener that throws has failed itself, not the call: its error goes where uncaught errors go. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}

function headersOf(connection: Connection, call: ServiceRequest, sameOrigin: boolean): HeadersInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${connection.token}`,
  };
  if (sameOrigin && call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
  return headers;
}

function startClock(call: ServiceRequest) {
  const controller = new AbortController();
  const silenceMs = call.silenceMs ?? call.timeoutMs;
  let endedAfterMs: number | null = null;
  const endAfter = (ms: number) =>
    setTimeout(() => {
      endedAfterMs ??= ms;
      controller.abort();
    }, ms);
  const whole = endAfter(call.timeoutMs);
  let silence = endAfter(silenceMs);
  const abort = () => controller.abort();
  call.signal?.addEventListener('abort', abort, { once: true });
  if (call.signal?.aborted) abort();
  return {
    signal: controller.signal,
    /** What ran out, in ms; null while nothing has. */
    endedAfterMs: () => endedAfterMs,
    timedOut: () => endedAfterMs !== null,
    heard: () => {
      clearTimeout(silence);
      silence = endAfter(silenceMs);
    },
    stop: () => {
      clearTimeout(whole);
      clearTimeout(silence);
      call.signal?.removeEventListener('abort', abort);
    },
  };
}

function noAnswer(call: ServiceRequest, endedAfterMs: number | null): ServiceError {
  if (call.signal?.aborted)
    return new ServiceError({ kind: 'aborted', message: 'The request was cancelled.' });
  if (endedAfterMs !== null) {
    const seconds = Math.round(endedAfterMs / 1000);
    return new ServiceError({
      kind: 'timeout',
      message: `The service did not answer within ${seconds} seconds.`,
      transient: true,
    });
  }
  return new ServiceError({
    kind: 'unreachable',
    message: 'The service could not be reached, or something between here and it blocked the request.',
    transient: true,
  });
}
