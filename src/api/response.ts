import { ServiceError, type ServiceErrorKind } from './errors.ts';
import { toPlainText } from './text.ts';

export type ServiceResponse = {
  status: number;
  statusText: string;
  /** Media type in lower case without parameters, or an empty string. */
  mediaType: string;
  text: string;
  /** Null if the body is complete. */
  bodyProblem: BodyProblem | null;
  requestId: string | null;
  retryAfterMs: number | null;
  /** Time in the `Date` header, ms since the epoch. */
  servedAt: number | null;
};

export type BodyProblem = 'cut-off' | 'timeout' | 'too-large';

/**
 * Parses a JSON body.
 * @throws ServiceError if the body is incomplete, isn't valid JSON or has no JSON content type
 */
export function parseResponse(response: ServiceResponse): unknown {
  const { status, requestId } = response;
  const createError = (kind: ServiceErrorKind, message: string, isTransient = false) =>
    new ServiceError({ kind, message, status, requestId, isTransient });
  if (response.bodyProblem === 'too-large')
    throw createError('too-large', `The response (HTTP ${status}) is too large to read.`);
  if (response.bodyProblem === 'timeout')
    throw createError('timeout', `The response (HTTP ${status}) didn’t finish in time.`, true);
  if (response.bodyProblem === 'cut-off')
    throw createError('unreachable', `The response (HTTP ${status}) was cut off.`, true);
  if (isWebPage(response)) throw createError('not-the-service', describeWebPage(status));
  if (!isJsonType(response.mediaType))
    throw createError('unreadable', `The response (HTTP ${status}) isn’t JSON.`);
  try {
    return parseJson(response.text);
  } catch {
    throw createError('unreadable', `The response (HTTP ${status}) contains invalid JSON.`);
  }
}

/** Creates the error for a failed read. The HTTP status decides its kind, because `service.md` defines no error codes. */
export function toResponseError(response: ServiceResponse): ServiceError {
  const { status, statusText, requestId, retryAfterMs } = response;
  const [kind, message] = knownErrors[status] ?? [
    status >= 500 ? 'service-failure' : 'refused',
    isWebPage(response)
      ? describeWebPage(status)
      : status >= 500
        ? `The service returned an error (HTTP ${status}).`
        : `The service rejected the request (HTTP ${`${status} ${statusText}`.trim()}).`,
  ];
  return new ServiceError({
    kind,
    message,
    status,
    requestId,
    retryAfterMs,
    serviceMessage: readMessage(response),
    isTransient: transientStatuses.has(status) || status >= 500,
  });
}

export function describeWebPage(status: number): string {
  return `Received a web page instead of a service response (HTTP ${status}).`;
}

const transientStatuses = new Set([408, 409, 423, 429]);

const notFoundError = ['not-found', 'The workspace doesn’t exist, or this token can’t see it.'] as const;
const conflictError = ['conflict', 'The service is busy with a conflicting operation.'] as const;
const knownErrors: Readonly<Record<number, readonly [ServiceErrorKind, message: string]>> = {
  401: ['rejected-token', 'The service doesn’t accept this access token.'],
  403: ['forbidden', 'This token doesn’t have permission to do this.'],
  404: notFoundError,
  408: ['timeout', 'The service timed out.'],
  409: conflictError,
  410: notFoundError,
  412: conflictError,
  423: conflictError,
  429: ['too-many-requests', 'The service is receiving too many requests.'],
};

const maxMessageLength = 500;

/**
 * Reads the message in an error body: `message`, otherwise the first of `errors`, otherwise `error`. Ignores web pages,
 * because they don't come from the service.
 * @returns plain text of at most 500 characters, or null if there is no message
 */
export function readMessage(response: ServiceResponse): string | null {
  const body = isWebPage(response) ? null : parseJsonObject(response.text);
  for (const value of [body?.message, getFirstMessage(body?.errors), body?.error]) {
    const message = typeof value === 'string' ? toPlainText(value, maxMessageLength) : '';
    if (message !== '') return message;
  }
  return null;
}

/** Parses text as a JSON object without a check of the content type. Returns null for any other text. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  limitDepth(value, maxDepth);
  return value;
}

const maxDepth = 100;

/** Replaces arrays and objects that are nested too deeply, because the browser can't store or format them. */
function limitDepth(value: unknown, depth: number): void {
  if (!isObjectOrArray(value)) return;
  for (const key in value) {
    if (!isObjectOrArray(value[key])) continue;
    if (depth > 1) limitDepth(value[key], depth - 1);
    else value[key] = '(nested too deeply to show)';
  }
}

function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isObjectOrArray(value) && !Array.isArray(value);
}

function getFirstMessage(value: unknown): unknown {
  const firstValue: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(firstValue) ? firstValue.message : firstValue;
}

/** Returns true for a web page, such as a login page or the error page of a proxy. */
export function isWebPage({ mediaType, text }: Pick<ServiceResponse, 'mediaType' | 'text'>): boolean {
  return webPageTypes.has(mediaType) || /^\s*<(?:!doctype|html)\b/i.test(text.slice(0, 1000));
}

const webPageTypes = new Set(['text/html', 'application/xhtml+xml']);

export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json');
}

const fallbackWaitMs = 30_000;
const maxWaitMs = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header, which contains seconds or an HTTP date.
 * @returns the wait (ms), or null without a header. Returns 30 s for an unreadable value, a past date or more than a day.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  if (text === '0') return 0;
  const numberMs = /^\d+$/.test(text) ? Number(text) * 1000 : Number.NaN;
  const waitMs = httpDatePattern.test(text) ? Date.parse(text) - now : numberMs;
  return waitMs > 0 && waitMs <= maxWaitMs ? waitMs : fallbackWaitMs;
}

const httpDatePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
