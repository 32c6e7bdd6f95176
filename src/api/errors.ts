import { isJsonObject, type ResponseBody, readErrorMessage } from '../rules/body.ts';
import { type RefusalCode, refusalStatuses } from '../rules/requests.ts';
import { toShortLine } from '../rules/text.ts';
import { parseRetryAfter } from '../rules/time.ts';

export type ApiErrorKind = 'rejected-token' | 'proxy-in-front' | 'unreachable' | 'other';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number | null = null;
  /** Of a refusal by our own server. */
  readonly code: RefusalCode | null = null;
  readonly serviceMessage: string | null = null;
  readonly requestId: string | null = null;
  readonly retryAfterMs: number | null = null;
  readonly isTransient: boolean = false;

  constructor({ message, kind, ...details }: ApiErrorFields) {
    super(message);
    this.kind = kind;
    Object.assign(this, details);
  }

  get asksToSignIn(): boolean {
    return this.code === 'session' || this.kind === 'rejected-token';
  }
}

type ApiErrorFields = Pick<ApiError, 'kind' | 'message'> &
  Partial<Omit<ApiError, keyof Error | 'asksToSignIn'>>;

const maxRetryWaitMs = 60_000;
/** The wait after a header that can't be read. */
const defaultWaitMs = 30_000;
/** Of a header or a status text. */
const maxTextLength = 200;

/** At most twice, only after a transient error, and not if the service asks for a longer wait. */
export function mayRetryRead(failureCount: number, error: Error): boolean {
  if (failureCount >= 2 || !(error instanceof ApiError)) return false;
  return error.isTransient && (error.retryAfterMs ?? 0) <= maxRetryWaitMs;
}

export type ApiResponse = {
  /** 0 for a redirect, because the browser hides its status. */
  status: number;
  statusText: string;
  headers: Headers;
  body: ResponseBody;
  /** True for a login page or proxy in front of the console, which is neither our server nor the service. */
  isFromProxy: boolean;
};

export function requireSuccess(response: ApiResponse): void {
  if (response.isFromProxy || response.status < 200 || response.status > 299) throw toApiError(response);
}

/** For our own resources, of which our server refuses nothing without a code: then something in front of it did. */
export function requireOwnApiSuccess(response: ApiResponse): void {
  const { status, body } = response;
  const isRefusal = (status >= 400 && status < 500 && status !== 408 && status !== 429) || status === 501;
  const isFromProxy = response.isFromProxy || (isRefusal && readRefusalCode(body) === null);
  requireSuccess({ ...response, isFromProxy });
}

function toApiError(response: ApiResponse): ApiError {
  const { status, headers, body, isFromProxy } = response;
  const wait = headers.get('retry-after');
  const waitMs = parseRetryAfter(wait, headers.get('date'), Date.now());
  const retryAfterMs = wait ? (waitMs ?? defaultWaitMs) : null;
  const serviceMessage = readErrorMessage(body);
  const code = readRefusalCode(body);
  const message = isFromProxy ? describeProxy(status) : describe(response, code, serviceMessage);
  const isTooLong = retryAfterMs !== null && retryAfterMs > maxRetryWaitMs;
  const time = isTooLong ? new Date(Date.now() + retryAfterMs).toISOString().slice(11, 16) : null;
  const kind = status === 401 && code === null ? 'rejected-token' : 'other';
  return new ApiError({
    kind: isFromProxy ? 'proxy-in-front' : kind,
    message: time === null ? message : `${message} Try again after ${time} UTC.`,
    status: status || null,
    requestId: readRequestId(headers),
    retryAfterMs,
    serviceMessage,
    code,
    isTransient: [408, 409, 423, 429].includes(status) || status >= 500,
  });
}

export function readRequestId(headers: Headers): string | null {
  return toShortLine(headers.get('x-request-id') ?? '', maxTextLength) || null;
}

function readRefusalCode(body: ResponseBody): RefusalCode | null {
  const code = body.kind === 'json' && isJsonObject(body.value) ? body.value.code : null;
  return typeof code === 'string' && Object.hasOwn(refusalStatuses, code) ? (code as RefusalCode) : null;
}

function describeProxy(status: number): string {
  const answer = status < 400 ? 'answered' : `answered (HTTP ${status})`;
  return `A login page or proxy in front of the console ${answer}. If you have to sign in there, do so in a new tab, then try again.`;
}

/** By the HTTP status, because `service.md` defines no error codes. */
function describe(
  { status, statusText }: ApiResponse,
  code: RefusalCode | null,
  serviceMessage: string | null,
): string {
  // Our own server has said it all, unless it passes on that the service asks to wait.
  const isComplete = code !== null && !(code === 'service' && status === 429);
  // A gateway such as our server writes the message of these, so it isn't the service's own.
  const isGateway = status === 502 || status === 504;
  if (serviceMessage !== null && (isComplete || isGateway)) return serviceMessage;
  const general =
    status < 500
      ? `The service rejected the request (HTTP ${toShortLine(`${status} ${statusText}`, maxTextLength)}).`
      : `The service returned an error (HTTP ${status}).`;
  return knownMessages[status] ?? general;
}

const notFoundMessage = "The workspace doesn't exist, or this token can't see it.";
const knownMessages: Readonly<Record<number, string>> = {
  401: "The service doesn't accept this access token.",
  403: "This token doesn't have permission to do this.",
  404: notFoundMessage,
  408: 'The service timed out.',
  410: notFoundMessage,
  429: 'The service is receiving too many requests.',
};
