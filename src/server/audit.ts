import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { DeleteResult } from './forwardCall.ts';

/** What the log says about a DELETE besides the facts of every request. The README explains each field. */
export type DeleteAudit = {
  workspace: string | null;
  database: string | null;
  instance: string | null;
  outcome: 'success' | 'not-found' | 'refused' | 'unknown' | 'not-sent';
  answeredBy: 'console' | 'service' | 'cache';
  idempotencyKey: string | null;
  tokenHash: string | null;
};

/**
 * Creates a function that returns the first audit fields of a DELETE, as if this server rejected it itself.
 * @param key key of the token hashes, or null for a random one
 */
export function createAudit(key: string | null) {
  const hashKey = key ?? randomBytes(32);
  return function auditOf({ headers }: Pick<IncomingMessage, 'headers'>): DeleteAudit {
    const token = tokenOf({ headers });
    return {
      workspace: null,
      database: null,
      instance: null,
      outcome: 'not-sent',
      answeredBy: 'console',
      idempotencyKey: String(headers['idempotency-key'] ?? '').slice(0, 128) || null,
      tokenHash: token === '' ? null : createHmac('sha256', hashKey).update(token).digest('hex'),
    };
  };
}

/** Returns the token of a request without its scheme, or '' if it has none. */
export function tokenOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers.authorization ?? '').replace(/^bearer +/i, '').trim();
}

/** Returns the class of a result. The browser reads the record as well, so `success` is not yet proof. */
export function outcomeOf({
  status,
  isSent,
}: Pick<DeleteResult, 'status' | 'isSent'>): DeleteAudit['outcome'] {
  if (!isSent) return 'not-sent';
  if (status < 300) return 'success';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}
