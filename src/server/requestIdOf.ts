import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The request id of a request: the one it brought where it is well-formed, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const brought = headers['x-request-id'];
  return typeof brought === 'string' && /^[\w.-]{8,64}$/.test(brought) ? brought : randomUUID();
}
