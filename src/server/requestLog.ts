import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeleteResult } from './forwardCall.ts';

/** The parts of a log line that the request handlers set. */
export type LogEntry = {
  /** Request ID, which is also sent to the service and to the browser. */
  requestId: string;
  /** Template of the path, or the path of an existing file. Contains no secret. */
  route: string;
  /** Path as received. Logged instead of `route` only if the status is 2xx, because other paths may contain a token. */
  rawPath: string | null;
  /** The audit fields of a DELETE below /api, or null for any other request. */
  audit: DeleteAudit | null;
};

export type ConsoleEnv = {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse; entry: LogEntry };
};

/** Creates the log entry of a request. Uses the client's `X-Request-Id` if it is well-formed. */
export function createLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): LogEntry {
  const clientId = headers['x-request-id'];
  const isValid = typeof clientId === 'string' && /^[\w.-]{8,64}$/.test(clientId);
  return { requestId: isValid ? clientId : randomUUID(), route: '/*', rawPath: null, audit: null };
}

/**
 * Logs a request when its response is closed and `handled` has settled. The response can close first, because a DELETE
 * continues after its client disconnects.
 */
export async function logWhenDone(
  { incoming, outgoing, entry }: ConsoleEnv['Bindings'],
  handled: Promise<unknown>,
  log: (line: string) => void,
): Promise<void> {
  const startMs = performance.now();
  const { socket, method = '' } = incoming;
  const bytesBefore = socket.bytesWritten;
  const connectionClosed = new Promise<boolean>((resolve) => {
    outgoing.once('close', () => resolve(!outgoing.writableFinished));
  });
  const [hasClosedEarly] = await Promise.all([connectionClosed, handled]);
  // Only responses below /api are logged as cut off. A browser may close a connection right after the last byte of a file,
  // and the file would look cut off.
  const cut = hasClosedEarly && (incoming.url ?? '').startsWith('/api/');
  const { statusCode: status } = outgoing;
  const path = status >= 200 && status < 300 ? (entry.rawPath ?? entry.route) : entry.route;
  const ms = performance.now() - startMs;
  const bytes = socket.bytesWritten - bytesBefore;
  const token = readToken(incoming);
  const fields = { method, path, status, ms, bytes, requestId: entry.requestId, cut, ...entry.audit };
  log(formatLogLine(fields, token.length >= 8 ? [token, encodeURIComponent(token)] : []));
}

type LogFields = { ms: number; cut: boolean; [field: string]: unknown };

/** Formats the JSON line of a request. Redacts `secrets` in all fields, because an admin may paste a token into the URL. */
export function formatLogLine(fields: LogFields, secrets: readonly string[], time = new Date()): string {
  const redactText = (text: string) => {
    const redactedText = secrets.reduce((result, secret) => result.replaceAll(secret, placeholder), text);
    // Redact every JWT, because the URL may contain a different token than the header.
    return redactedText.replaceAll(/eyJ[\w-]{8,}(?:\.[\w-]*)*/g, placeholder);
  };
  const [ms, cut] = [Math.round(fields.ms * 10) / 10, fields.cut || undefined];
  const line = { time: time.toISOString(), ...fields, ms, cut };
  return JSON.stringify(line, (_, value) => (typeof value === 'string' ? redactText(value) : value));
}

const placeholder = '[redacted]';

/** The audit fields of a DELETE. `src/server/README.md` explains each field. */
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
 * Creates a function that returns the audit fields of a new DELETE. The outcome is `not-sent` until the request is sent.
 * @param key secret key for hashing tokens, or null for a random key
 */
export function createAudit(key: string | null) {
  const hashKey = key ?? randomBytes(32);
  return function newAudit({ headers }: Pick<IncomingMessage, 'headers'>): DeleteAudit {
    const token = readToken({ headers });
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

function readToken({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers.authorization ?? '').replace(/^bearer +/i, '').trim();
}

/** Returns the outcome class of a result. `success` doesn't prove a deletion, because only the browser checks the record. */
export function classifyOutcome({ status, isSent }: DeleteResult): DeleteAudit['outcome'] {
  if (!isSent) return 'not-sent';
  if (status < 300) return 'success';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}
