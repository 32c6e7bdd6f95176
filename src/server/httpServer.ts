import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type AppOptions, createApp, malformedRequestApp } from './app.ts';
import { createRequestLogEntry, describeError, logWhenDone } from './requestLog.ts';
import { maxHeaderBytes } from './service/client.ts';
import { deleteTimeoutMs } from './service/sendDelete.ts';

/** Of an idle connection (ms). Some load balancers keep theirs for ten minutes. */
const keepAliveTimeout = 660_000;

export function createConsoleServer(options: AppOptions) {
  const { log, logError } = options;
  const { app, close } = createApp(options);
  const running = new Set<Promise<void>>();
  /** The last of a connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = http.createServer(
    { maxHeaderSize: maxHeaderBytes, keepAliveTimeout, requireHostHeader: false },
    (incoming, outgoing) => {
      responses.set(incoming.socket, outgoing);
      if (!server.listening) outgoing.setHeader('Connection', 'close');
      const handled = handleRequest(incoming, outgoing).finally(() => running.delete(handled));
      running.add(handled);
    },
  );

  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const last = responses.get(socket);
    // One that waits for an earlier one has no socket yet.
    const isFree = last === undefined || last.writableFinished || (last.socket !== null && !last.headersSent);
    if (socket.writable && isFree) socket.write(formatClientError(code));
    socket.destroy();
  });

  /** Never rejects. A failure is logged with its request. */
  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const env = { incoming, outgoing, entry: createRequestLogEntry(incoming) };
    for (const stream of [incoming, outgoing]) stream.on('error', () => {});
    // The client would send its next request on a connection that `dropRest` ends.
    if (Number(incoming.headers['content-length']) > maxDroppedBytes)
      outgoing.setHeader('connection', 'close');
    // At `finish`, Node itself would begin to drop the rest, without a limit.
    outgoing.once('prefinish', () => dropRest(incoming));
    const giveUp = (error: unknown) => {
      logError(`Request ${env.entry.requestId} failed: ${describeError(error)}`);
      outgoing.destroy();
    };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      // After 500 ms, a client that still sends would get a reset in place of our response.
      autoCleanupIncoming: false,
      // Empty: a missing Host is malformed, but in HTTP/1.0.
      hostname: incoming.httpVersion === '1.1' && incoming.headers.host === undefined ? '' : 'localhost',
      errorHandler: () => malformedRequestApp.fetch(new Request('http://localhost'), env),
    });
    // Catch twice, so that a request that failed still gets its log line.
    const handled = Promise.resolve(listener(incoming, outgoing)).catch(giveUp);
    await logWhenDone(env, handled, log).catch(giveUp);
  }

  return {
    server,
    async close(): Promise<void> {
      server.close();
      // A read can be endless, so wait no longer than for a DELETE that started just now.
      const deadline = sleep(deleteTimeoutMs + 1_000, null, { ref: false });
      await Promise.race([close().then(() => Promise.all(running)), deadline]);
      server.closeAllConnections();
    },
  };
}

/** Node's own answer has no body. */
function formatClientError(code: string): string {
  const [statusCode, message] = clientErrors[code] ?? [400, 'The request is malformed.'];
  const body = JSON.stringify({ message, statusCode, code: 'invalid' });
  const head = `HTTP/1.1 ${statusCode} ${http.STATUS_CODES[statusCode]}\r\nConnection: close`;
  return `${head}\r\nContent-Type: application/json\r\n\r\n${body}`;
}

const clientErrors: Record<string, [statusCode: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, `The headers of the request are larger than ${maxHeaderBytes / 1024} KiB.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request didn't arrive in time."],
};

/** What is still sent after our response is dropped, so much (bytes, ms) at most. */
const maxDroppedBytes = 1024 * 1024;
const maxDropMs = 10_000;

function dropRest(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const timer = setTimeout(() => incoming.destroy(), maxDropMs).unref();
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDroppedBytes) incoming.destroy();
  });
  incoming.once('close', () => clearTimeout(timer)).resume();
}
