import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type AppOptions, createApp, malformedRequestApp } from './app.ts';
import { createRequestLogEntry, formatStack, logWhenDone } from './requestLog.ts';
import { maxHeaderBytes } from './service/client.ts';
import { deleteTimeoutMs } from './service/sendDelete.ts';

/**
 * 11 minutes in ms, because some load balancers keep idle connections for ten:
 * https://cloud.google.com/load-balancing/docs/https/#timeouts_and_retries
 */
const keepAliveTimeout = 660_000;

export function createConsoleServer(options: AppOptions) {
  const { log, logError } = options;
  const { app, close } = createApp(options);
  const running = new Set<Promise<void>>();
  const server = http.createServer(
    { maxHeaderSize: maxHeaderBytes, keepAliveTimeout },
    (incoming, outgoing) => {
      if (!server.listening) outgoing.setHeader('Connection', 'close');
      const handled = handleRequest(incoming, outgoing).finally(() => running.delete(handled));
      running.add(handled);
    },
  );

  /** Never rejects. Logs a failure with its request, unless Hono has printed it while streaming a body. */
  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const env = { incoming, outgoing, entry: createRequestLogEntry(incoming) };
    for (const stream of [incoming, outgoing]) stream.on('error', () => {});
    // Otherwise, the next request could come on a connection that `dropRest` ends.
    if (Number(incoming.headers['content-length']) > maxDroppedBytes)
      outgoing.setHeader('connection', 'close');
    // At `finish`, Node itself would begin to drop the rest, without our limits.
    outgoing.once('prefinish', () => dropRest(incoming));
    const giveUp = (error: unknown) => {
      logError(`Request ${env.entry.requestId} failed: ${formatStack(error)}`);
      outgoing.destroy();
    };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      // Cleanup ends the connection 500 ms after the response, which a client that still sends could lose.
      autoCleanupIncoming: false,
      hostname: 'localhost',
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
      // A read can be endless, so wait only a second longer than for a DELETE.
      const deadline = sleep(deleteTimeoutMs + 1_000, null, { ref: false });
      await Promise.race([close().then(() => Promise.all(running)), deadline]);
      server.closeAllConnections();
    },
  };
}

/** Limits (bytes, ms) of what a client may still send after our response. */
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
