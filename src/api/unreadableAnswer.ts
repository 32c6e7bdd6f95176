import type { ServiceAnswer } from './request.ts';
import { ServiceError } from './ServiceError.ts';

/** The failure of an answer that says it is JSON and is not. */
export function unreadableAnswer({ status, requestId }: ServiceAnswer): ServiceError {
  const message = `The answer (HTTP ${status}) is not readable JSON.`;
  return new ServiceError({ kind: 'unreadable', message, status, requestId });
}
