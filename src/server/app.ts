import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Sandbox } from '../sandbox/app.ts';
import { type ConsoleEnv, type LogEntry, logWhenDone, newLogEntry } from './requestLog.ts';
import { errorResponse, jsonResponse, toResponse } from './responses.ts';
import { securityHeaders } from './securityHeaders.ts';
import { sandboxService, serviceOf } from './service.ts';
import { createServiceProxy, hasBody } from './serviceProxy.ts';
import { browserConfig, type Limits, type Settings, limits as usualLimits } from './settings.ts';
import { createStaticFiles } from './staticFiles.ts';

export type ConsoleServerOptions = {
  settings: Settings;
  clientDir: string | null;
  log: (line: string) => void;
  /** Only tests set this and the next option. */
  limits?: Partial<Limits>;
  /** Replaces the service of the settings. */
  sandbox?: Pick<Sandbox, 'fetch'>;
};

export type ConsoleServer = ReturnType<typeof createConsoleServer>;

/** Creates the complete server: the client, /config.json, /healthz and /api on one origin. It does not listen yet. */
export function createConsoleServer(options: ConsoleServerOptions) {
  const limits = { ...usualLimits, ...options.limits };
  const handle = createApp(options);
  const server = http.createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    keepAliveTimeout: limits.keepAliveMs,
    noDelay: true,
  });
  server.timeout = limits.silentMs;
  server.maxConnections = limits.connections;
  const running = new Map<ServerResponse, Promise<void>>();
  const openResponses = new WeakMap<Socket, Set<ServerResponse>>();

  server.on('connection', (socket: Socket) => {
    const open = new Set<ServerResponse>();
    openResponses.set(socket, open);
    socket.once('close', () => {
      // Node closes only the first response of a connection. Pipelined responses behind it would never end.
      for (const outgoing of open)
        if (outgoing.socket === null && !outgoing.writableFinished) outgoing.destroy().emit('close');
    });
  });
  // `Expect: 100-continue` is ignored as well, because no request needs a body.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const open = openResponses.get(incoming.socket) ?? new Set();
      if (open.size >= limits.requestsPerConnection) incoming.socket.destroy();
      if (incoming.socket.destroyed) return;
      open.add(outgoing);
      outgoing.once('close', () => open.delete(outgoing));
      running.set(
        outgoing,
        handle(incoming, outgoing).finally(() => running.delete(outgoing)),
      );
    });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    // The browser would take an error for the response to a request that is still running.
    const isAnswering = (openResponses.get(socket)?.size ?? 0) > 0;
    if (isAnswering || !socket.writable || code === 'ECONNRESET') socket.destroy();
    else rejectBrokenRequest(code, socket);
  });

  return {
    server,
    /** Waits for the running requests (for a DELETE even if its client left) up to the deadline. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const outgoing of running.keys())
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      const began = performance.now();
      // Some connections never become idle: an unfinished request, or an endless response to a read. Close those as soon as
      // the last delete must have ended.
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        const graceMs = limits.graceMs + (running.size > 0 ? limits.deleteMs : 0);
        if (performance.now() - began > graceMs) server.closeAllConnections();
      }, 20);
      while (running.size > 0) await Promise.all(running.values());
      await closed;
      clearInterval(sweep);
    },
  };
}

/** Creates the handler of every request. It logs one line per request and turns its own errors into a 500. */
export function createApp({ settings, clientDir, log, sandbox, ...options }: ConsoleServerOptions) {
  const limits = { ...usualLimits, ...options.limits };
  const service = sandbox ? sandboxService(sandbox) : serviceOf(settings);
  // Match the raw path, because `Request.url` has its dot segments resolved.
  const app = new Hono<ConsoleEnv>({
    getPath: (_, context) => context?.env?.incoming.url?.split('?', 1)[0] ?? '',
  });
  app.all('/api/*', createServiceProxy(service, settings, limits));
  app.all('*', async ({ env, req }, next) => {
    if (!req.path.startsWith('/'))
      return toResponse(errorResponse(400, 'The request target must be a path.'));
    if (env.incoming.method === 'GET' || env.incoming.method === 'HEAD') return next();
    return toResponse(errorResponse(405, 'This path supports only GET and HEAD.', { Allow: 'GET, HEAD' }));
  });
  const fixedPages = { '/config.json': browserConfig(settings), '/healthz': { status: 'ok' } };
  for (const [path, value] of Object.entries(fixedPages))
    app.get(path, async ({ env }) => {
      env.entry.route = path;
      return toResponse(jsonResponse(await value));
    });
  if (clientDir !== null) app.route('/', createStaticFiles(clientDir));
  app.onError((error, { env, req }) => {
    process.stderr.write(`Request ${env.entry.requestId} failed: ${error.name}\n`);
    const doubt = req.path.startsWith('/api/')
      ? ' We don’t know whether the request reached the service.'
      : '';
    if (!env.outgoing.headersSent)
      return toResponse(errorResponse(500, `The console server failed.${doubt}`));
    env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });

  return function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const env = { incoming, outgoing, entry: beginResponse(incoming, outgoing) };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      hostname: 'localhost',
      errorHandler: () => toResponse(errorResponse(400, 'The request target or the Host is malformed.')),
    });
    return logWhenDone(env, Promise.resolve(listener(incoming, outgoing)), log);
  };
}

function beginResponse(incoming: IncomingMessage, outgoing: ServerResponse): LogEntry {
  const entry = newLogEntry(incoming);
  for (const [name, value] of securityHeaders) outgoing.setHeader(name, value);
  outgoing.setHeader('Cache-Control', 'no-store').setHeader('X-Request-Id', entry.requestId);
  // Close the connection when the request has a body. We never read it, so keep-alive would block on it.
  if (hasBody(incoming)) outgoing.setHeader('Connection', 'close');
  for (const stream of [incoming, outgoing]) stream.on('error', () => {});
  return entry;
}

/** Responds to bytes that never became a request, because they are unreadable, too long or too slow. */
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
