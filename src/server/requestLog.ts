import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DeleteAudit, tokenOf } from './audit.ts';

/**
 * What the handlers tell the log about a request. `requestId` is also sent to the service. `provenPath` is logged only after
 * a 2xx, because before that a value in it may be a token. `audit` is set for a DELETE below /api.
 */
export type LogEntry = {
  requestId: string;
  route: string;
  provenPath: string | null;
  audit: DeleteAudit | null;
};

/** Request, response and log entry, available to every Hono handler. */
export type ConsoleEnv = {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse; entry: LogEntry };
};

/** Creates the entry of a request. Keeps the request ID of the client if it is well-formed. */
export function newLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): LogEntry {
  const given = headers['x-request-id'];
  const isId = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given);
  return { requestId: isId ? given : randomUUID(), route: '/*', provenPath: null, audit: null };
}

/**
 * Logs a request after its response has closed and `handled` is settled, because a DELETE continues after its client has left.
 * `cut` is true if the client did not get the complete response.
 */
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
  const [cut] = await Promise.all([closed, handled]);
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
    const left = secrets.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
    // A JWT pasted into the address bar is in the path only, so no header names it as a token.
    return left.replaceAll(/eyJ[\w-]{8,}(?:\.[\w-]*)*/g, redacted);
  };
  const [ms, cut] = [Math.round(facts.ms * 10) / 10, facts.cut || undefined];
  const line = { time: time.toISOString(), ...facts, ms, cut };
  return JSON.stringify(line, (_, value) => (typeof value === 'string' ? redactText(value) : value));
}

const redacted = '[redacted]';
