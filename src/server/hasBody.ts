import type { IncomingMessage } from 'node:http';

/** Whether a request announces a body; none of the operations takes one (section 4). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
