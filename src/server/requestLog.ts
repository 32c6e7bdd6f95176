import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the log says of one request, beside what its response says itself. */
export type LogEntry = {
  /** Stands on the response and in the log, and goes to the service. */
  requestId: string;
  /** What the log calls the path: its route, without the values in it. */
  route: string;
  /** The path itself, which the log may show once a 2xx has proved its values: before, one may be a token. */
  provenPath: string | null;
};

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
  log(requestLine(facts, token.length >= 8 ? [token] : []));
}

type RequestFacts = { path: string; requestId: string; ms: number; cut: boolean; [fact: string]: unknown };

/** One line of JSON about one request. `secrets` are not written: the token of the request that stands in its path. */
export function requestLine(facts: RequestFacts, secrets: readonly string[], time = new Date()): string {
  const path = redact(facts.path, secrets);
  const requestId = redact(facts.requestId, secrets);
  const [ms, cut] = [Math.round(facts.ms * 10) / 10, facts.cut || undefined];
  return JSON.stringify({ time: time.toISOString(), ...facts, path, ms, requestId, cut });
}

function redact(text: string, secrets: readonly string[]): string {
  // A JWT pasted into the address bar has no header of its own that would name it as a token.
  let clean = text.replaceAll(/eyJ[\w-]{8,}(?:\.[\w-]*)*/g, '[redacted]');
  for (const secret of secrets)
    for (const spelling of [secret, encodeURIComponent(secret)])
      clean = clean.replaceAll(spelling, '[redacted]');
  return clean;
}
