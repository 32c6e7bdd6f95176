import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * What the log says of one request, beside what its response says itself: its id, which also goes to the service, its
 * route, and its path, which the log may show once a 2xx has proved the values in it: before, one may be a token.
 */
export type LogEntry = { requestId: string; route: string; provenPath: string | null };

/** What the server's Hono app knows of one request. */
export type ConsoleEnv = {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse; entry: LogEntry };
};

/** An entry for a request: with the id that it brought where that is well-formed, else with a new one. */
export function newLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): LogEntry {
  const brought = headers['x-request-id'];
  const isId = typeof brought === 'string' && /^[\w.-]{8,64}$/.test(brought);
  return { requestId: isId ? brought : randomUUID(), route: '/*', provenPath: null };
}

/**
 * Writes the line of a request once its connection has closed or moved on and `handled` is settled: the status for a
 * browser that left is known only then. `cut` says that the response did not reach the browser as a whole.
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
  const token = incoming.headers.authorization?.replace(/^bearer +/i, '').trim() ?? '';
  const bytes = socket.bytesWritten - bytesBefore;
  const facts = { method, path, status, ms, bytes, requestId: entry.requestId, cut };
  log(requestLine(facts, token.length >= 8 ? [token, encodeURIComponent(token)] : []));
}

type RequestFacts = { path: string; requestId: string; ms: number; cut: boolean; [fact: string]: unknown };

/** One line of JSON about one request; `secrets` are redacted, such as a token that stands in the path as well. */
export function requestLine(facts: RequestFacts, secrets: readonly string[], time = new Date()): string {
  const redact = (text: string) => secrets.reduce((left, one) => left.replaceAll(one, redacted), text);
  // A JWT pasted into the address bar has no header of its own that would name it as a token.
  const clean = (text: string) => redact(text).replaceAll(/eyJ[\w-]{8,}(?:\.[\w-]*)*/g, redacted);
  const own = { path: clean(facts.path), requestId: clean(facts.requestId) };
  const [ms, cut] = [Math.round(facts.ms * 10) / 10, facts.cut || undefined];
  return JSON.stringify({ time: time.toISOString(), ...facts, ...own, ms, cut });
}

const redacted = '[redacted]';
