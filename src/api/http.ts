import * as v from 'valibot';
import {
  type BodyReadProblem,
  createDecoder,
  parseBody,
  type ResponseBody,
  readMediaType,
} from '../rules/body.ts';
import {
  asksForNonBearer,
  isPartOfList,
  parseDate,
  parseRetryAfter,
  parseTotalCount,
} from '../rules/responseHeaders.ts';
import { toShortLine } from '../rules/text.ts';
import { requireOwnSuccess, ServiceError, type ServiceResponse } from './errors.ts';

export type ApiRequest = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/api`, with encoded values. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Public ID of the session, which our server requires for everything but GET. */
  sessionId?: string | null;
  /** ETag of the response that the caller has. */
  etag?: string | null;
  /** Maximum time (ms) from dispatch to the last byte. */
  timeoutMs?: number;
  /** Maximum time (ms) without data. The default is `timeoutMs`. */
  silenceMs?: number;
  maxBytes?: number;
  signal?: AbortSignal;
};

/** Whose request it is. A dialog keeps the session under which it was opened. */
export type Caller = { workspace: string; sessionId: string };

/** Asks our server to change something in the workspace. `parts` are those of the path, not encoded. */
export function changeWorkspace<Schema extends v.GenericSchema>(
  schema: Schema,
  { workspace, sessionId }: Caller,
  method: 'PUT' | 'POST',
  parts: readonly string[],
  body: unknown = {},
): Promise<v.InferOutput<Schema>> {
  return callApi(schema, { method, path: workspacePath(workspace, ...parts), body, sessionId });
}

/** Path of a resource of a workspace on our own server. */
export function workspacePath(workspace: string, ...parts: readonly string[]): string {
  return `/workspaces/${[workspace, ...parts].map(encodeURIComponent).join('/')}`;
}

/** The schema of a response without a body. */
export const noResult = v.undefined();

/** Sends a request to a resource of our own server. Throws ServiceError; a refusal has its code and its sentence. */
export async function callApi<Schema extends v.GenericSchema>(
  schema: Schema,
  request: ApiRequest,
): Promise<v.InferOutput<Schema>> {
  return decode(schema, await sendRequest(request));
}

export function decode<Schema extends v.GenericSchema>(
  schema: Schema,
  response: ServiceResponse,
): v.InferOutput<Schema> {
  requireOwnSuccess(response);
  const { status, body, requestId } = response;
  const result = v.safeParse(schema, body.kind === 'json' ? body.value : undefined);
  if (result.success) return result.output;
  // A newer server may send what this page can't read.
  const message = "The console's server sent something that this page can't read. Reload the page.";
  throw new ServiceError({ kind: 'unreadable', message, status, requestId });
}

const defaultTimeoutMs = 35_000;
const defaultMaxBytes = 16 * 1024 * 1024;

/** The only requests of the browser. Any status is a response. Throws ServiceError only. */
export async function sendRequest(request: ApiRequest): Promise<ServiceResponse> {
  const timer = startTimer(request);
  try {
    const response = await fetch(`/api${request.path}`, { ...toInit(request), signal: timer.signal });
    const { text, problem } = await readText(response, request.maxBytes ?? defaultMaxBytes, timer);
    const contentType = response.headers.get('content-type');
    if (problem !== null && request.signal?.aborted) throw request.signal.reason;
    return toServiceResponse(response, parseBody(response.status, readMediaType(contentType), text, problem));
  } catch {
    throw createErrorWithoutResponse(request, timer.expiredMs());
  } finally {
    timer.stop();
  }
}

function toInit({ method = 'GET', body, sessionId, etag }: ApiRequest): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sessionId && { 'console-session': sessionId }),
      ...(etag && { 'if-none-match': etag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  };
}

function toServiceResponse(response: Response, body: ResponseBody): ServiceResponse {
  const { status, statusText, headers } = response;
  return {
    status,
    statusText: toShortLine(statusText, maxHeaderLength),
    body,
    etag: headers.get('etag'),
    requestId: toShortLine(headers.get('x-request-id') ?? '', maxHeaderLength) || null,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), headers.get('date'), Date.now()),
    servedAt: parseDate(headers.get('date'), headers.get('age')),
    requestedAt: Number(headers.get('console-requested-at')) || null,
    isPartial: status === 206 || isPartOfList(headers),
    totalCount: parseTotalCount(headers),
    isFromProxy: isFromProxyInFront(response, body),
  };
}

const maxHeaderLength = 200;

/** Our server sends no redirect and no HTML page below `/api`, and never passes on `WWW-Authenticate`. */
function isFromProxyInFront({ status, headers }: Response, body: ResponseBody): boolean {
  const isRedirect = [0, 301, 302, 303, 307, 308].includes(status);
  if (isRedirect || body.kind === 'html') return true;
  return status === 401 && asksForNonBearer(headers.get('www-authenticate'));
}

type Timer = ReturnType<typeof startTimer>;

function startTimer({ signal, timeoutMs = defaultTimeoutMs, silenceMs = timeoutMs }: ApiRequest) {
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
  response: Response,
  maxBytes: number,
  timer: Timer,
): Promise<{ text: string; problem: BodyReadProblem | null }> {
  const { body } = response;
  if (body === null) return { text: '', problem: null };
  const reader = body.getReader();
  const decoder = createDecoder(response.headers.get('content-type'));
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

function createErrorWithoutResponse({ signal }: ApiRequest, expiredMs: number | null): ServiceError {
  if (signal?.aborted) return new ServiceError({ kind: 'aborted', message: 'The request was cancelled.' });
  if (expiredMs !== null) {
    const message = `The console's server didn't respond within ${Math.round(expiredMs / 1000)} seconds.`;
    return new ServiceError({ kind: 'timeout', message, isTransient: true });
  }
  const cause = globalThis.navigator?.onLine === false ? "You're offline." : 'Check your connection.';
  const message = `Couldn't reach the console's server. ${cause}`;
  return new ServiceError({ kind: 'unreachable', message, isTransient: true });
}
