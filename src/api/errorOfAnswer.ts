import { isHtml } from './isHtml.ts';
import type { ServiceAnswer } from './request.ts';
import { ServiceError, type ServiceErrorKind } from './ServiceError.ts';
import { serviceMessage } from './serviceMessage.ts';

/**
 * The failure an answer to a read stands for, by the class of its status (sections 4 and 7 show no codes).
 * An HTML body is never quoted: it comes from something between here and the service.
 */
export function errorOfAnswer(answer: ServiceAnswer): ServiceError {
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

function sentenceOf(kind: ServiceErrorKind, answer: ServiceAnswer): string {
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
