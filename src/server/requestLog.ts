import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeleteResult } from './service/forwardCall.ts';

export type LogEntry = {
  /** Also sent to the service and to the browser. */
  requestId: string;
  /** Template of the path, or the path of an existing file. Contains no secret. */
  route: string;
  /** Logged instead of `route` only for a 2xx, because other paths may contain a token. */
  rawPath: string | null;
  audit: DeleteAudit | null;
};

export type HonoEnv = {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse; entry: LogEntry };
};

export function createLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): LogEntry {
  const clientId = headers['x-request-id'];
  const isValid = typeof clientId === 'string' && /^[\w.-]{8,64}$/.test(clientId);
  return { requestId: isValid ? clientId : randomUUID(), route: '/*', rawPath: null, audit: null };
}

/** Waits for `handled`, too, because a DELETE continues after its client disconnects. */
export async function logWhenDone(
  { incoming, outgoing, entry }: HonoEnv['Bindings'],
  handled: Promise<unknown>,
  log: (line: string) => void,
): Promise<void> {
  const startMs = performance.now();
  await Promise.all([new Promise((resolve) => outgoing.once('close', resolve)), handled]);
  const { statusCode: status } = outgoing;
  const line = {
    time: new Date().toISOString(),
    method: incoming.method,
    path: status >= 200 && status < 300 ? (entry.rawPath ?? entry.route) : entry.route,
    status,
    ms: Math.round(performance.now() - startMs),
    requestId: entry.requestId,
    ...entry.audit,
  };
  // An admin may paste the token into the URL or into a reason.
  const token = readToken(incoming);
  const spellings = token.length < 8 ? [] : [token, encodeURIComponent(token)];
  const redact = (text: string) =>
    spellings.reduce((result, spelling) => result.replaceAll(spelling, '[redacted]'), text);
  log(JSON.stringify(line, (_, value) => (typeof value === 'string' ? redact(value) : value)));
}

/** `src/server/README.md` explains each field. */
type DeleteAudit = {
  workspace: string | null;
  database: string | null;
  instance: string | null;
  reason: string | null;
  outcome: 'success' | 'not-found' | 'refused' | 'unknown' | 'not-sent';
  answeredBy: 'console' | 'service' | 'cache';
  idempotencyKey: string | null;
  tokenHash: string | null;
};

/** The outcome is `not-sent` until the request is sent. A null key hashes tokens with a random one. */
export function createAuditFactory(key: string | null) {
  const hashKey = key ?? randomBytes(32);
  return function newAudit({ headers }: Pick<IncomingMessage, 'headers'>): DeleteAudit {
    const token = readToken({ headers });
    return {
      workspace: null,
      database: null,
      instance: null,
      reason: null,
      outcome: 'not-sent',
      answeredBy: 'console',
      idempotencyKey: String(headers['idempotency-key'] ?? '').slice(0, 128) || null,
      tokenHash: token === '' ? null : createHmac('sha256', hashKey).update(token).digest('hex'),
    };
  };
}

function readToken({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers.authorization ?? '').replace(/^bearer +/i, '').trim();
}

/** `success` doesn't prove a deletion, because only the browser checks the record. */
export function toAuditOutcome({ status, isSent }: DeleteResult): DeleteAudit['outcome'] {
  if (!isSent) return 'not-sent';
  if (status < 300) return 'success';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}
