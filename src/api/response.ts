import { isJsonObject, type ResponseBody, readMessage } from '../rules/body.ts';
import { type RefusalCode, refusalCodes } from '../rules/requests.ts';
import { maxRetryWaitMs, ServiceError, type ServiceErrorKind } from './errors.ts';

export type ServiceResponse = {
  /** 0 for a redirect, because the browser hides its status. */
  status: number;
  statusText: string;
  body: ResponseBody;
  etag: string | null;
  requestId: string | null;
  retryAfterMs: number | null;
  /** ms since 1970. */
  servedAt: number | null;
  /** When our server asked the service, by the server's clock (ms since 1970). */
  requestedAt: number | null;
  /** True for a 206 or a link to a next page. */
  isPartial: boolean;
  totalCount: number | null;
  /** True for a login page or proxy in front of the console, which is neither our server nor the service. */
  isFromProxy: boolean;
};

const proxyInFrontMessage =
  'A login page or proxy in front of the console answered. Reload to sign in there again.';

/** Some proxies allow only GET and POST. */
const forbiddenMethods = new Set([405, 501]);

function describeForbidden(status: number): string {
  return `Something in front of the console doesn't allow this request (HTTP ${status}).`;
}

/** Why the body isn't JSON that is complete and labelled as JSON, or null if it is. */
export function findFormatError({ status, requestId, body }: ServiceResponse): ServiceError | null {
  const createError = (kind: ServiceErrorKind, problem: string, isTransient = false) => {
    const message =
      body.kind === 'html' ? describeHtmlPage(status) : `The response (HTTP ${status}) ${problem}.`;
    return new ServiceError({ kind, message, status, requestId, isTransient });
  };
  switch (body.kind) {
    case 'html':
      return createError('not-the-service', 'is an HTML page');
    case 'incomplete':
      if (body.problem === 'too-large') return createError('too-large', 'is too large to read');
      if (body.problem === 'timeout') return createError('timeout', "didn't finish in time", true);
      return createError('unreachable', 'was cut off', true);
    case 'empty':
      return createError('unreadable', 'is empty');
    case 'text':
    case 'json':
      if (body.label === 'none') return createError('unreadable', "isn't JSON");
      return body.kind === 'json' ? null : createError('unreadable', 'contains invalid JSON');
  }
}

/** The HTTP status decides its kind, because `service.md` defines no error codes. */
export function toResponseError(response: ServiceResponse): ServiceError {
  const { status, requestId, retryAfterMs } = response;
  const [kind, message] = classify(response);
  const isTooLong = retryAfterMs !== null && retryAfterMs > maxRetryWaitMs;
  const time = isTooLong ? new Date(Date.now() + retryAfterMs).toISOString().slice(11, 16) : null;
  return new ServiceError({
    kind,
    message: time === null ? message : `${message} Try again after ${time} UTC.`,
    status: status || null,
    requestId,
    retryAfterMs,
    serviceMessage: readMessage(response.body),
    code: readRefusalCode(response),
    isTransient: transientStatuses.has(status) || status >= 500,
  });
}

/** Of a refusal by our own server. */
function readRefusalCode({ body }: ServiceResponse): RefusalCode | null {
  if (body.kind !== 'json' || !isJsonObject(body.value)) return null;
  const { code } = body.value;
  return refusalCodes.find((each) => each === code) ?? null;
}

function classify(response: ServiceResponse): readonly [ServiceErrorKind, message: string] {
  const { status, statusText, body } = response;
  if (response.isFromProxy)
    return ['proxy-in-front', forbiddenMethods.has(status) ? describeForbidden(status) : proxyInFrontMessage];
  if (isRedirect(status)) return ['not-the-service', redirectMessage];
  const isHtml = body.kind === 'html';
  if (status === 401 && isHtml) return ['not-the-service', describeHtmlPage(status)];
  const code = readRefusalCode(response);
  const message = readMessage(body);
  // Our own server has said it all, unless it passes on that the service asks to wait.
  if (code !== null && message !== null && !(code === 'service' && status === 429))
    return [code === 'session' ? 'signed-out' : 'refused', message];
  const knownError = knownErrors[status];
  if (knownError !== undefined) return knownError;
  const kind = status >= 500 ? 'service-failure' : 'refused';
  if (isHtml) return [kind, describeHtmlPage(status)];
  const gatewayMessage = readGatewayMessage(response);
  if (gatewayMessage !== null) return [kind, gatewayMessage];
  if (status >= 500) return [kind, `The service returned an error (HTTP ${status}).`];
  return [kind, `The service rejected the request (HTTP ${`${status} ${statusText}`.trim()}).`];
}

function describeHtmlPage(status: number): string {
  return `An HTML page came back instead of a service response (HTTP ${status}).`;
}

export function isRedirect(status: number): boolean {
  return [0, 301, 302, 303, 307, 308].includes(status);
}

const redirectMessage = "The service responded with a redirect, which the console doesn't follow.";

const transientStatuses = new Set([408, 409, 423, 429]);

const notFoundError = ['not-found', "The workspace doesn't exist, or this token can't see it."] as const;
const knownErrors: Readonly<Record<number, readonly [ServiceErrorKind, message: string]>> = {
  401: ['rejected-token', "The service doesn't accept this access token."],
  403: ['forbidden', "This token doesn't have permission to do this."],
  404: notFoundError,
  408: ['timeout', 'The service timed out.'],
  410: notFoundError,
  429: ['too-many-requests', 'The service is receiving too many requests.'],
};

/** The message of a 502 or 504. A gateway such as our server writes it, so it isn't the service's own. */
function readGatewayMessage(response: ServiceResponse): string | null {
  return response.status === 502 || response.status === 504 ? readMessage(response.body) : null;
}
