import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Sandbox } from '../sandbox/app.ts';
import { type ConsoleEnv, createLogEntry, type LogEntry, logWhenDone } from './requestLog.ts';
import { createErrorResponse, createJsonResponse, toResponse } from './responses.ts';
import { securityHeaders } from './securityHeaders.ts';
import { createSandboxService, createService } from './service.ts';
import { createServiceProxy, hasBody } from './serviceProxy.ts';
import {
  createBrowserConfig,
  type Limits,
  maxHeaderBytes,
  type Settings,
  limits as usualLimits,
} from './settings.ts';
import { createStaticFiles } from './staticFiles.ts';

export type ConsoleServerOptions = {
  settings: Settings;
  clientDir: string | null;
  log: (line: string) => void;
  /** Replaces some of the usual limits in tests. */
  limits?: Partial<Limits>;
  /** For tests: a sandbox that replaces the service in the settings. */
  sandbox?: Pick<Sandbox, 'fetch'>;
};

export type ConsoleServer = ReturnType<typeof createConsoleServer>;

/** Creates the complete server: the client, /config.json, /healthz and /api on one origin. The server does not listen yet. */
export function createConsoleServer(options: ConsoleServerOptions) {
  const limits = { ...usualLimits, ...options.limits };
  const handleRequest = createHandler(options);
  const server = http.createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    keepAliveTimeout: limits.keepAliveMs,
    noDelay: true,
  });
  server.timeout = limits.silentMs;
  const runningRequests = new Map<ServerResponse, Promise<void>>();
  const responsesOn = (socket: Socket) =>
    [...runningRequests.keys()].filter(({ req }) => req.socket === socket);

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      // Node closes only the first response of a closed connection. Close the responses to pipelined requests, too.
      for (const outgoing of responsesOn(socket))
        if (outgoing.socket === null && !outgoing.writableFinished) outgoing.destroy().emit('close');
    });
  });
  // Handle a request with an `Expect` header like any other, because no request needs a body.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (responsesOn(incoming.socket).length >= limits.pipelinedRequests) incoming.socket.destroy();
      if (incoming.socket.destroyed) return;
      runningRequests.set(
        outgoing,
        handleRequest(incoming, outgoing).finally(() => runningRequests.delete(outgoing)),
      );
    });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    // Send no error during a running request, because the browser would take the error for the response.
    const hasOpenResponses = responsesOn(socket).length > 0;
    if (hasOpenResponses || !socket.writable || code === 'ECONNRESET') socket.destroy();
    else rejectBrokenRequest(code, socket);
  });

  return {
    server,
    /** Stops listening and waits for running requests, including deletes whose client has disconnected. */
    async close(): Promise<void> {
      const serverClosed = once(server, 'close');
      server.close();
      for (const outgoing of runningRequests.keys())
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      const startMs = performance.now();
      // An unfinished request or an endless response would keep its connection open. So close all connections after the time
      // limit of a delete.
      const closeTimer = setInterval(() => {
        server.closeIdleConnections();
        const graceMs = limits.graceMs + (runningRequests.size > 0 ? limits.deleteMs : 0);
        if (performance.now() - startMs > graceMs) server.closeAllConnections();
      }, 20);
      while (runningRequests.size > 0) await Promise.all(runningRequests.values());
      await serverClosed;
      clearInterval(closeTimer);
    },
  };
}

/** Creates the function that handles all requests. It logs one line per request and turns internal errors into a 500. */
export function createHandler({ settings, clientDir, log, sandbox, ...options }: ConsoleServerOptions) {
  const limits = { ...usualLimits, ...options.limits };
  const service = sandbox ? createSandboxService(sandbox) : createService(settings);
  // Match the raw path, because `new Request()` removes dot segments.
  const app = new Hono<ConsoleEnv>({
    getPath: (_, context) => context?.env?.incoming.url?.split('?', 1)[0] ?? '',
  });
  app.all('/api/*', createServiceProxy(service, settings, limits));
  app.all('*', async ({ env, req }, next) => {
    if (!req.path.startsWith('/'))
      return toResponse(createErrorResponse(400, 'The request target must be a path.'));
    if (env.incoming.method === 'GET' || env.incoming.method === 'HEAD') return next();
    return toResponse(
      createErrorResponse(405, 'This path supports only GET and HEAD.', { Allow: 'GET, HEAD' }),
    );
  });
  const config = createBrowserConfig(settings);
  const jsonPages = { '/config.json': config, '/healthz': { status: 'ok' } };
  for (const [path, value] of Object.entries(jsonPages))
    app.get(path, async ({ env }) => {
      env.entry.route = path;
      return toResponse(createJsonResponse(await value));
    });
  if (clientDir !== null) app.route('/', createStaticFiles(clientDir, config));
  app.onError((error, { env, req }) => {
    process.stderr.write(`Request ${env.entry.requestId} failed: ${error.name}\n`);
    const unknownNote = req.path.startsWith('/api/')
      ? " We don't know whether the request reached the service."
      : '';
    if (!env.outgoing.headersSent)
      return toResponse(createErrorResponse(500, `The console server failed.${unknownNote}`));
    env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });

  return function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const env = { incoming, outgoing, entry: prepareResponse(incoming, outgoing) };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      hostname: 'localhost',
      errorHandler: () =>
        toResponse(createErrorResponse(400, 'The request target or the Host is malformed.')),
    });
    return logWhenDone(env, Promise.resolve(listener(incoming, outgoing)), log);
  };
}

function prepareResponse(incoming: IncomingMessage, outgoing: ServerResponse): LogEntry {
  const entry = createLogEntry(incoming);
  for (const [name, value] of securityHeaders) outgoing.setHeader(name, value);
  outgoing.setHeader('Cache-Control', 'no-store').setHeader('X-Request-Id', entry.requestId);
  // Close the connection if the request has a body. We never read bodies, so no request could follow on this connection.
  if (hasBody(incoming)) outgoing.setHeader('Connection', 'close');
  for (const stream of [incoming, outgoing]) stream.on('error', () => {});
  return entry;
}

/** Responds to a request that Node can't read, because it is malformed, too long or too slow. */
function rejectBrokenRequest(code: string | undefined, socket: Socket): void {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const headers = [
    ...securityHeaders,
    ['Cache-Control', 'no-store'],
    ['Connection', 'close'],
    ['Content-Length', '0'],
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`, () => socket.destroySoon());
}
