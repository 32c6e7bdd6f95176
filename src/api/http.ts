import * as v from 'valibot';
import { serverClock } from '../format/serverClock.ts';
import { formatTimeOfDay } from '../format/time.ts';
import {
  isJsonObject,
  parseResponseBody,
  type ResponseBody,
  readErrorMessage,
  readMediaType,
} from '../rules/body.ts';
import { offlineSentence, type RefusalCode, refusalStatuses } from '../rules/requests.ts';
import { toShortLine } from '../rules/text.ts';
import { parseResponseDate, parseRetryAfter } from '../rules/time.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: 'rejected-token' | 'proxy-in-front' | 'unreachable' | 'other' = 'other';
  readonly status: number | null = null;
  /** As in our own server's refusals. A service's error may have one, too. */
  readonly code: RefusalCode | null = null;
  readonly serviceMessage: string | null = null;
  readonly requestId: string | null = null;
  readonly retryAfterMs: number | null = null;
  readonly isTransient: boolean = false;

  constructor(message: string, details: Partial<Omit<ApiError, keyof Error | 'asksToSignIn'>> = {}) {
    super(message);
    Object.assign(this, details);
  }

  get asksToSignIn(): boolean {
    return this.code === 'session' || this.kind === 'rejected-token';
  }
}

type ApiRequest = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/api`, with encoded values. */
  path: string;
  body?: unknown;
  /** Required by our server, unless it is a GET, a sign-in or a sign-out. */
  sessionId?: string;
  etag?: string | null;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
};

export type ApiResponse = {
  /** 0 for a redirect, because the browser hides its status. */
  status: number;
  statusText: string;
  headers: Headers;
  body: ResponseBody;
};

export type Caller = { workspace: string; sessionId: string };

/** @param parts of the path, not encoded */
export function postToWorkspace<Output>(
  schema: v.GenericSchema<unknown, Output>,
  { workspace, sessionId }: Caller,
  parts: readonly string[],
  body: unknown = {},
): Promise<Output> {
  return callApi(schema, { method: 'POST', path: workspacePath(workspace, ...parts), body, sessionId });
}

export function workspacePath(workspace: string, ...parts: readonly string[]): string {
  return `/workspaces/${[workspace, ...parts].map(encodeURIComponent).join('/')}`;
}

export const emptyBodySchema = v.undefined();

export async function callApi<Output>(
  schema: v.GenericSchema<unknown, Output>,
  request: ApiRequest,
): Promise<Output> {
  return decodeResponse(schema, await sendRequest(request));
}

export function decodeResponse<Output>(
  schema: v.GenericSchema<unknown, Output>,
  response: ApiResponse,
): Output {
  const { status, body } = response;
  // Our routes refuse nothing without a code, so something in front of them did.
  const isRefusal = (status >= 400 && status < 500 && ![408, 429].includes(status)) || status === 501;
  requireSuccess(response, isRefusal && readRefusalCode(body) === null);
  const result = v.safeParse(schema, body.kind === 'json' ? body.value : undefined);
  if (result.success) return result.output;
  // A newer server may send what this page can't read.
  throw unreadableError(
    response,
    "The console's server sent something that this page can't read. Reload the page.",
  );
}

export function unreadableError({ status, headers }: ApiResponse, message: string): ApiError {
  return new ApiError(message, { status, requestId: readRequestId(headers) });
}

const defaultTimeoutMs = 35_000;

/** Any status is a response. Throws ApiError if no whole response arrives, or what `signal` throws. */
export async function sendRequest(request: ApiRequest): Promise<ApiResponse> {
  const { path, signal, timeoutMs = defaultTimeoutMs } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response | null = null;
  try {
    const anySignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    response = await fetch(`/api${path}`, { ...toInit(request), signal: anySignal });
    const { status, statusText, headers } = response;
    const body = parseResponseBody(readMediaType(headers.get('content-type')), await readText(response));
    return { status, statusText, headers, body };
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    // A query that failed offline isn't retried. On screen, it reads again once the browser is online.
    const isTransient = globalThis.navigator?.onLine !== false;
    let message = isTransient
      ? "Couldn't reach the console's server. Check your connection."
      : offlineSentence;
    if (response !== null) message = `The response (HTTP ${response.status}) was cut off.`;
    if (timeout.aborted)
      message = `The console's server didn't respond within ${Math.round(timeoutMs / 1000)} seconds.`;
    throw new ApiError(message, { kind: 'unreachable', isTransient });
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
    body: JSON.stringify(body),
    // Otherwise, who leaves the page right after Sign out may stay signed in.
    keepalive: method === 'DELETE',
    cache: 'no-store',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  };
}

const maxBytes = 64 * 1024 * 1024;

async function readText({ body, status }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes <= maxBytes; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  reader.cancel().catch(() => undefined);
  throw new ApiError(`The response (HTTP ${status}) is too large to read.`, { status });
}

/** @param isForeign true if neither our routes nor the service can have written the response */
export function requireSuccess(response: ApiResponse, isForeign = false): void {
  const isFromProxy = isForeign || isFromProxyInFront(response);
  if (isFromProxy || response.status < 200 || response.status > 299) throw toApiError(response, isFromProxy);
}

/** Our API sends no redirect or HTML page of its own, and a 401 without a code only if the service was asked. */
function isFromProxyInFront({ status, headers, body }: ApiResponse): boolean {
  const isRedirect = status === 0 || (status >= 301 && status <= 308 && status !== 304);
  const answer = headers.get('console-requested-at') ?? readRefusalCode(body);
  return isRedirect || body.kind === 'html' || (status === 401 && answer === null);
}

/** A retry waits no longer, so the sentence names the time instead. */
export const maxRetryWaitMs = 60_000;
const unreadableWaitMs = 30_000;

function toApiError(response: ApiResponse, isFromProxy: boolean): ApiError {
  const { status, headers, body } = response;
  const wait = headers.get('retry-after');
  const now = parseResponseDate(headers.get('date')) ?? serverClock.read();
  const waitMs = parseRetryAfter(wait, null, now);
  const retryAfterMs = wait ? (waitMs ?? unreadableWaitMs) : null;
  const code = readRefusalCode(body);
  const message = isFromProxy ? describeProxy(status) : describe(response, code);
  const isTooLong = retryAfterMs !== null && retryAfterMs > maxRetryWaitMs;
  const advice = isTooLong ? ` Try again after ${formatTimeOfDay(now + retryAfterMs)}.` : '';
  const kind = status === 401 && code === null ? 'rejected-token' : 'other';
  return new ApiError(message + advice, {
    kind: isFromProxy ? 'proxy-in-front' : kind,
    status: status || null,
    requestId: readRequestId(headers),
    retryAfterMs,
    serviceMessage: isFromProxy ? null : readErrorMessage(body),
    code,
    isTransient: [408, 409, 423, 429].includes(status) || status >= 500,
  });
}

const maxTextLength = 200;

function readRequestId(headers: Headers): string | null {
  return toShortLine(headers.get('x-request-id') ?? '', maxTextLength) || null;
}

function readRefusalCode(body: ResponseBody): RefusalCode | null {
  const code = body.kind === 'json' && isJsonObject(body.value) ? body.value.code : null;
  return typeof code === 'string' && Object.hasOwn(refusalStatuses, code) ? (code as RefusalCode) : null;
}

function describeProxy(status: number): string {
  if (status === 413)
    return 'Something in front of the console refuses the size of the request (HTTP 413). Send fewer instances, or ask your operator for 1 MiB.';
  const code = status < 400 ? '' : ` (HTTP ${status})`;
  return `A login page or proxy in front of the console answered${code}. If you have to sign in there, do so in a new tab.`;
}

function describe({ status, statusText, body }: ApiResponse, code: RefusalCode | null): string {
  const message = readErrorMessage(body);
  // Our own server's message is complete, except where the service asks to wait.
  const isComplete = code !== null && !(code === 'service' && status === 429);
  // A gateway, such as our server, usually writes the message of these statuses.
  const isGateway = status === 502 || status === 504;
  if (message !== null && (isComplete || isGateway)) return message;
  const general =
    status < 500
      ? `The service rejected the request (HTTP ${toShortLine(`${status} ${statusText}`, maxTextLength)}).`
      : `The service returned an error (HTTP ${status}).`;
  return knownMessages[status] ?? general;
}

const notFoundMessage = "The workspace or database doesn't exist, or this token can't see it.";
const knownMessages: Readonly<Record<number, string>> = {
  401: "The service doesn't accept this access token.",
  403: "This token doesn't have permission to do this.",
  404: notFoundMessage,
  408: 'The service timed out.',
  410: notFoundMessage,
  429: 'The service is receiving too many requests.',
};
