import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Access } from './sessions/sessionStore.ts';

type RequestLogEntry = {
  requestId: string;
  /** A template, or the path of an existing file, because a path may contain a token. */
  route: string;
  /** Then it has no line of its own, because outcomes and refusals are audited. */
  isAudited: boolean;
};

export type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; entry: RequestLogEntry };

export type HonoEnv = { Bindings: Exchange };

/** `access` is set in all routes of a workspace but those of `reads.ts`. */
export type ApiEnv = HonoEnv & { Variables: { access: Access } };

export function createRequestLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): RequestLogEntry {
  const clientId = headers['x-request-id'];
  const isValid = typeof clientId === 'string' && /^[\w.-]{8,64}$/.test(clientId);
  const requestId = isValid ? clientId : randomUUID();
  return { requestId, route: '/*', isAudited: false };
}

/** Waits for `handled`, because a request may go on after its client disconnects. */
export async function logWhenDone(
  { incoming, outgoing, entry }: Exchange,
  handled: Promise<unknown>,
  log: (line: string) => void,
): Promise<void> {
  const startMs = performance.now();
  await Promise.all([waitForClose(outgoing, incoming.socket), handled]);
  if (entry.isAudited) return;
  const { statusCode: status } = outgoing;
  const { requestId, route: path } = entry;
  const ms = Math.round(performance.now() - startMs);
  log(JSON.stringify({ time: new Date(), method: incoming.method, path, status, ms, requestId }));
}

/** A response that waits behind an earlier one isn't closed with its connection. */
function waitForClose(outgoing: ServerResponse, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', resolve);
    outgoing.once('close', () => resolve(void socket.off('close', resolve)));
  });
}

/** Without the message, which can contain values of a request. */
export function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  const code = 'code' in error ? ` ${error.code}` : '';
  const frames = stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^ +at /.test(line));
  return [name + code, ...frames].join('\n');
}
