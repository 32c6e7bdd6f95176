import type { ServiceAnswer } from './request.ts';
import { unreadableAnswer } from './unreadableAnswer.ts';
import { wholeJsonText } from './wholeJsonText.ts';

/**
 * The JSON value of a 2xx answer. Nothing is guessed: a body that is not whole, not labelled JSON or not JSON is refused.
 * @throws ServiceError of kind `too-large`, `timeout`, `unreachable`, `not-the-service` or `unreadable`
 */
export function parseAnswer(answer: ServiceAnswer): unknown {
  const text = wholeJsonText(answer);
  try {
    return JSON.parse(text);
  } catch {
    throw unreadableAnswer(answer);
  }
}
