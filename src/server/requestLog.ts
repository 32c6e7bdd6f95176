import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeleteResult } from './forwardCall.ts';

/**
 * The facts that the handlers of a request add to its log line. `requestId` is also sent to the service. `provenPath` is
 * logged only after a 2xx, because before that a value in it may be a token. `audit` is set for a DELETE below /api.
 */
export type LogEntry = {
  requestId: string;
  route: string;
  provenPath: string | null;
  audit: DeleteAudit | null;
};

export type ConsoleEnv = {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse; entry: LogEntry };
};

/** Keeps the request ID of the client if it is well-formed. */
export function newLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): LogEntry {
  const given = headers['x-request-id'];
  const isId = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given);
  return { requestId: isId ? given : randomUUID(), route: '/*', provenPath: null, audit: null };
}

/** Logs a request after its response has closed and `handled` has settled, because a DELETE continues without its client. */
export async function logWhenDone(
  { incoming, outgoing, entry }: ConsoleEnv['Bindings'],
  handled: Promise<unknown>,
  log: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  const { socket, method = '' } = incoming;
  const bytesBefore = socket.bytesWritten;
  const closed = new Promise<boolean>((resolve) => {
    outgoing.once('close', () => resolve(!outgoing.writableFinished));
  });
  const [hasClosedEarly] = await Promise.all([closed, handled]);
  // A client may close a connection right after the last byte of a file, so only calls of the service can be cut.
  const cut = hasClosedEarly && (incoming.url ?? '').startsWith('/api/');
  const { statusCode: status } = outgoing;
  const path = status >= 200 && status < 300 ? (entry.provenPath ?? entry.route) : entry.route;
  const ms = performance.now() - began;
  const bytes = socket.bytesWritten - bytesBefore;
  const token = tokenOf(incoming);
  const facts = { method, path, status, ms, bytes, requestId: entry.requestId, cut, ...entry.audit };
  log(requestLine(facts, token.length >= 8 ? [token, encodeURIComponent(token)] : []));
}

type RequestFacts = { ms: number; cut: boolean; [fact: string]: unknown };

/** Formats the JSON line of a request and redacts `secrets` in every text, because a token may also be in the path. */
export function requestLine(facts: RequestFacts, secrets: readonly string[], time = new Date()): string {
  const redactText = (text: string) => {
    const redactedText = secrets.reduce((result, secret) => result.replaceAll(secret, redacted), text);
    // A JWT pasted into the address bar is in the path only, so no header names it as a token.
    return redactedText.replaceAll(/eyJ[\w-]{8,}(?:\.[\w-]*)*/g, redacted);
  };
  const [ms, cut] = [Math.round(facts.ms * 10) / 10, facts.cut || undefined];
  const line = { time: time.toISOString(), ...facts, ms, cut };
  return JSON.stringify(line, (_, value) => (typeof value === 'string' ? redactText(value) : value));
}

const redacted = '[redacted]';

/** The fields of a DELETE in the log. The README explains each. */
type DeleteAudit = {
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

function tokenOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers.authorization ?? '').replace(/^bearer +/i, '').trim();
}

/** Returns the class of a result. The browser reads the record as well, so `success` is not yet proof. */
export function outcomeClassOf({ status, isSent }: DeleteResult): DeleteAudit['outcome'] {
  if (!isSent) return 'not-sent';
  if (status < 300) return 'success';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}
