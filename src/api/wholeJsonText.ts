import { isHtml } from './isHtml.ts';
import type { ServiceAnswer } from './request.ts';
import { ServiceError, type ServiceErrorKind } from './ServiceError.ts';

/**
 * The text of a 2xx answer that arrived whole and is labelled as JSON; whether it is JSON is not looked at.
 * @throws ServiceError of kind `too-large`, `timeout`, `unreachable`, `not-the-service` or `unreadable`
 */
export function wholeJsonText(answer: ServiceAnswer): string {
  const { status, requestId } = answer;
  const fail = (kind: ServiceErrorKind, message: string, transient = false) =>
    new ServiceError({ kind, message, status, requestId, transient });
  if (answer.bodyProblem === 'too-large')
    throw fail('too-large', `The answer (HTTP ${status}) is too large to be read here.`);
  if (answer.bodyProblem === 'timeout')
    throw fail('timeout', `The service began to answer (HTTP ${status}) and then fell silent.`, true);
  if (answer.bodyProblem === 'cut')
    throw fail('unreachable', `The answer (HTTP ${status}) broke off before its end.`, true);
  if (isHtml(answer))
    throw fail('not-the-service', `A web page came back, not the service (HTTP ${status}).`);
  if (!isJsonType(answer.mediaType))
    throw fail('unreadable', `The answer (HTTP ${status}) is not labelled as JSON.`);
  return answer.text;
}

function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json');
}
