import { isHtml, isJsonType, type ServiceResponse, serviceMessage } from './response.ts';

/** Classes of failure the console tells apart; section 7 defines no codes, so screens key on these alone. */
export type ServiceErrorKind =
  | 'offline'
  | 'signed-out'
  | 'bad-path'
  | 'aborted'
  | 'unreachable'
  | 'timeout'
  | 'rejected-token'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-many-requests'
  | 'refused'
  | 'service-failure'
  | 'not-the-service'
  | 'unreadable'
  | 'too-large';

type Facts = {
  kind: ServiceErrorKind;
  /** One sentence for the admin. */
  message: string;
  /** The HTTP status, null where none arrived. It wins over `statusCode` of the body. */
  status?: number | null;
  /** What the service itself said: text, at most 500 characters. */
  serviceMessage?: string | null;
  requestId?: string | null;
  retryAfterMs?: number | null;
  /** Whether asking again, unchanged, may help a read. No delete is ever asked again on this. */
  transient?: boolean;
};

/** The one failure value of the wire: made in `api/` only, and never interpreted by its words downstream. */
export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly status: number | null;
  readonly serviceMessage: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly transient: boolean;

  constructor(facts: Facts) {
    super(facts.message);
    this.name = 'ServiceError';
    this.kind = facts.kind;
    this.status = facts.status ?? null;
    this.serviceMessage = facts.serviceMessage ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.transient = facts.transient ?? false;
  }
}

/**
 * The failure an answer to a read stands for, by the class of its status (sections 4 and 7 show no codes).
 * An HTML body is never quoted: it comes from something between here and the service.
 */
export function errorOfResponse(answer: ServiceResponse): ServiceError {
  const { status, requestId, retryAfterMs } = answer;
  const said = isHtml(answer) ? null : serviceMessage(answer.text);
  const kind = kindOf(status);
  return new ServiceError({
    kind,
    status,
    requestId,
    retryAfterMs,
    serviceMessage: said,
    message: sentenceOf(kind, answer),
    transient: retriable.has(status) || status >= 500,
  });
}

const retriable = new Set([408, 409, 423, 429]);

function kindOf(status: number): ServiceErrorKind {
  if (status === 401) return 'rejected-token';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not-found';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 412 || status === 423) return 'conflict';
  if (status === 429) return 'too-many-requests';
  if (status >= 500) return 'service-failure';
  return 'refused';
}

function sentenceOf(kind: ServiceErrorKind, answer: ServiceResponse): string {
  switch (kind) {
    case 'rejected-token':
      return 'The service does not accept this access token.';
    case 'forbidden':
      return 'This token has no permission for this.';
    case 'not-found':
      return 'There is no such workspace, or it is not visible to this token.';
    case 'timeout':
      return 'The service gave up waiting.';
    case 'conflict':
      return 'The service is busy with something that conflicts with this.';
    case 'too-many-requests':
      return 'The service is receiving too many requests.';
    case 'service-failure':
      return `The service failed (HTTP ${answer.status}).`;
    default:
      return `The service refused this (HTTP ${answer.status}${answer.statusText ? ` ${answer.statusText}` : ''}).`;
  }
}

/**
 * The JSON value of a 2xx answer. Nothing is guessed: a body that is not whole, not labelled JSON or not JSON is refused.
 * @throws ServiceError of kind `too-large`, `timeout`, `unreachable`, `not-the-service` or `unreadable`
 */
export function parseResponse(answer: ServiceResponse): unknown {
  const { status, requestId } = answer;
  const fail = (kind: ServiceErrorKind, message: string, transient = false) =>
    new ServiceError({ kind, message, status, requestId, transient });
  if (answer.bodyProblem === 'too-large')
    throw fail('too-large', `The answer (HTTP ${status}) is too large to be read here.`);
  if (answer.bodyProblem === 'timeout')
    throw fail('timeout', `The service began to answer (HTTP ${status}) and did not finish in time.`, true);
  if (answer.bodyProblem === 'cut')
    throw fail('unreachable', `The answer (HTTP ${status}) broke off before its end.`, true);
  if (isHtml(answer))
    throw fail('not-the-service', `A web page came back, not the service (HTTP ${status}).`);
  if (!isJsonType(answer.mediaType))
    throw fail('unreadable', `The answer (HTTP ${status}) is not labelled as JSON.`);
  try {
    return JSON.parse(answer.text);
  } catch {
    throw fail('unreadable', `The answer (HTTP ${status}) is not readable JSON.`);
  }
}
