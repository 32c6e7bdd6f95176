import { ServiceError, type ServiceErrorKind } from './errors.ts';
import { plainText } from './text.ts';

export type ServiceResponse = {
  status: number;
  statusText: string;
  /** Media type in lower case without parameters, or an empty string. */
  mediaType: string;
  text: string;
  /** Null if the body arrived whole. */
  bodyProblem: BodyProblem | null;
  requestId: string | null;
  retryAfterMs: number | null;
  /** The `Date` header, ms since the epoch. */
  servedAt: number | null;
};

export type BodyProblem = 'cut' | 'timeout' | 'too-large';

/** @throws ServiceError if the body is not whole, not labelled as JSON or not JSON */
export function parseResponse(response: ServiceResponse): unknown {
  const { status, requestId } = response;
  const fail = (kind: ServiceErrorKind, message: string, transient = false) =>
    new ServiceError({ kind, message, status, requestId, transient });
  if (response.bodyProblem === 'too-large')
    throw fail('too-large', `The response (HTTP ${status}) is too large to read.`);
  if (response.bodyProblem === 'timeout')
    throw fail('timeout', `The response (HTTP ${status}) didn’t finish in time.`, true);
  if (response.bodyProblem === 'cut')
    throw fail('unreachable', `The response (HTTP ${status}) was cut off.`, true);
  if (isHtml(response)) throw fail('not-the-service', webPageSentence(status));
  if (!isJsonType(response.mediaType)) throw fail('unreadable', `The response (HTTP ${status}) isn’t JSON.`);
  try {
    return parseJson(response.text);
  } catch {
    throw fail('unreadable', `The response (HTTP ${status}) contains invalid JSON.`);
  }
}

/** Creates the error for a failed read from the class of its status, because sections 4 and 7 define no codes. */
export function errorOfResponse(response: ServiceResponse): ServiceError {
  const { status, statusText, requestId, retryAfterMs } = response;
  const [kind, message] = failures[status] ?? [
    status >= 500 ? 'service-failure' : 'refused',
    isHtml(response)
      ? webPageSentence(status)
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
    serviceMessage: messageIn(response),
    transient: transientStatuses.has(status) || status >= 500,
  });
}

export function webPageSentence(status: number): string {
  return `Received a web page instead of a service response (HTTP ${status}).`;
}

const transientStatuses = new Set([408, 409, 423, 429]);

const notFound = ['not-found', 'The workspace doesn’t exist, or this token can’t see it.'] as const;
const conflict = ['conflict', 'The service is busy with a conflicting operation.'] as const;
const failures: Readonly<Record<number, readonly [ServiceErrorKind, message: string]>> = {
  401: ['rejected-token', 'The service does not accept this access token.'],
  403: ['forbidden', 'This token doesn’t have permission to do this.'],
  404: notFound,
  408: ['timeout', 'The service timed out.'],
  409: conflict,
  410: notFound,
  412: conflict,
  423: conflict,
  429: ['too-many-requests', 'The service is receiving too many requests.'],
};

const maxMessageLength = 500;

/**
 * Reads the message of an error body (section 7): `message`, else `errors[]`, else `error`. A web page comes from a gateway
 * or a login page, so it is never quoted.
 * @returns plain text of at most 500 characters, or null if there is no message
 */
export function messageIn(response: ServiceResponse): string | null {
  const body = isHtml(response) ? null : parseObject(response.text);
  for (const value of [body?.message, firstOf(body?.errors), body?.error]) {
    const message = typeof value === 'string' ? plainText(value, maxMessageLength) : '';
    if (message !== '') return message;
  }
  return null;
}

/** Parses a JSON object whatever its label. Returns null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
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

/** Deep arrays and objects can neither be stored nor shown as JSON. */
function limitDepth(value: unknown, depth: number): void {
  if (!isRecordOrArray(value)) return;
  for (const key in value) {
    if (!isRecordOrArray(value[key])) continue;
    if (depth > 1) limitDepth(value[key], depth - 1);
    else value[key] = '(nested too deeply to show)';
  }
}

function isRecordOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isRecordOrArray(value) && !Array.isArray(value);
}

function firstOf(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(first) ? first.message : first;
}

/** Returns true for a web page, such as a login page or the error page of a proxy. */
export function isHtml({ mediaType, text }: Pick<ServiceResponse, 'mediaType' | 'text'>): boolean {
  return pageTypes.has(mediaType) || /^\s*<(?:!doctype|html)\b/i.test(text.slice(0, 1000));
}

const pageTypes = new Set(['text/html', 'application/xhtml+xml']);

export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json');
}

const defaultWaitMs = 30_000;
const maxWaitMs = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header, which holds seconds or an HTTP date.
 * @returns ms; 30 s for an unreadable value, a past date or more than a day, or null without a header
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  if (text === '0') return 0;
  const seconds = /^\d+$/.test(text) ? Number(text) * 1000 : Number.NaN;
  const wait = httpDate.test(text) ? Date.parse(text) - now : seconds;
  return wait > 0 && wait <= maxWaitMs ? wait : defaultWaitMs;
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
