import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type AppOptions, createApp } from './app.ts';
import type { RequestLogEntry } from './context.ts';
import type { Database } from './database/database.ts';
import { RefusalError } from './refusal.ts';
import { createRequestLogEntry, describeError, logWhenDone } from './requestLog.ts';
import { defaultTimeLimits, maxHeaderBytes, type TimeLimits } from './service/limits.ts';

export type ConsoleServerOptions = Omit<AppOptions, 'limits'> & {
  limits?: Partial<TimeLimits>;
  logError: (line: string) => void;
};

export function createConsoleServer(options: ConsoleServerOptions) {
  const { handleRequest, close, limits } = createHandler(options);
  const running = new Map<ServerResponse, Promise<void>>();
  const server = http.createServer(
    { maxHeaderSize: maxHeaderBytes, keepAliveTimeout: limits.keepAliveMs },
    (incoming, outgoing) => {
      if (!server.listening) outgoing.setHeader('Connection', 'close');
      const handled = handleRequest(incoming, outgoing).finally(() => running.delete(outgoing));
      running.set(outgoing, handled);
    },
  );
  return {
    server,
    async close(): Promise<void> {
      server.close();
      // Otherwise the client would send its next request on the same connection, only to be refused.
      for (const outgoing of running.keys())
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      // A read can be endless, so wait no longer than for a DELETE that started just now.
      const deadline = sleep(limits.deleteMs + 1_000, null, { ref: false });
      await Promise.race([close(), deadline]);
      await Promise.race([Promise.all(running.values()), deadline]);
      server.closeAllConnections();
    },
  };
}

export function createHandler(options: ConsoleServerOptions) {
  const { log, logError, database } = options;
  const limits = { ...defaultTimeLimits, ...options.limits };
  const { app, close } = createApp({ ...options, limits });
  app.onError(async (error, context) => {
    const { env, req } = context;
    const cause = error instanceof RefusalError ? error.cause : error;
    if (cause !== undefined) logError(`Request ${env.entry.requestId} failed: ${describeError(cause)}`);
    if (env.outgoing.headersSent) {
      env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    const response = await toErrorResponse(error, req.path, database);
    // With the headers that were set before, such as the cookies that Sign out removes.
    return context.newResponse(response.body, response);
  });

  /** Never rejects, because an unhandled rejection could end the process and all its running deletes. */
  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const env = { incoming, outgoing, entry: prepareResponse(incoming, outgoing) };
    const giveUp = (error: unknown) => {
      logError(`Request ${env.entry.requestId} failed: ${describeError(error)}`);
      outgoing.destroy();
    };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      // It would close the connection after 500 ms, and a client that still sends would get a reset in place of our response.
      autoCleanupIncoming: false,
      hostname: 'localhost',
      errorHandler: () =>
        new RefusalError('invalid', 'The request target or the Host is malformed.', 400).toResponse(),
    });
    // Catch twice, so that a request that failed still gets its log line.
    const handled = Promise.resolve(listener(incoming, outgoing)).catch(giveUp);
    await logWhenDone(env, handled, log).catch(giveUp);
  }

  return { handleRequest, close, limits };
}

function prepareResponse(incoming: IncomingMessage, outgoing: ServerResponse): RequestLogEntry {
  const entry = createRequestLogEntry(incoming);
  for (const stream of [incoming, outgoing]) stream.on('error', () => {});
  // At `finish`, Node itself would begin to drop the rest, without a limit.
  outgoing.once('prefinish', () => dropRest(incoming));
  return entry;
}

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

async function toErrorResponse(error: Error, path: string, database: Database): Promise<Response> {
  if (error instanceof RefusalError) return error.toResponse();
  if (!(await isStorageError(error, database)))
    return Response.json({ message: 'The console server failed.', statusCode: 500 }, { status: 500 });
  const message = "The console's database doesn't answer, so nothing was done. Try again in a moment.";
  if (path.startsWith('/api/')) return new RefusalError('storage', message).toResponse();
  const html = `<!doctype html><meta http-equiv="refresh" content="5"><title>Workspace Console</title><p>${message}`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Errors of the drivers and of the network have a code: `SQLITE_FULL`, `57P01`, `ECONNREFUSED`. Some of `pg` have only a message. */
async function isStorageError(error: Error, database: Database): Promise<boolean> {
  const code = 'code' in error ? String(error.code) : '';
  if (/^(?:SQLITE_\w+|[0-9A-Z]{5}|E[A-Z]+)$/.test(code)) return true;
  if (/^(?:timeout exceeded|Query read timeout|Connection terminated)/.test(error.message)) return true;
  return (await database.checkHealth()) === 'unavailable';
}
