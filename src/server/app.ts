import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import http, { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';
import type { Sandbox } from '../sandbox/app.ts';
import { type ConsoleEnv, type LogEntry, logWhenDone, newLogEntry } from './requestLog.ts';
import { securityHeaders } from './securityHeaders.ts';
import { type Answer, errorAnswer, jsonAnswer, sandboxService, serviceOf, toResponse } from './service.ts';
import { createServiceProxy, hasBody } from './serviceProxy.ts';
import { browserConfig, type Limits, type Settings, limits as usualLimits } from './settings.ts';

export type ConsoleServerOptions = {
  settings: Settings;
  clientDir: string; // directory of the built client
  log: (line: string) => void; // takes one line a request, without a line end
  limits?: Partial<Limits>; // limits to change, for tests
  sandbox?: Pick<Sandbox, 'fetch'>; // is asked whatever the settings say, so that a test can look into it
};

export type ConsoleServer = ReturnType<typeof createConsoleServer>;

/** Builds the whole server without listening: the client, /config.json, /healthz and /api on one origin. */
export function createConsoleServer(options: ConsoleServerOptions) {
  const limits = { ...usualLimits, ...options.limits };
  const handle = createApp({ ...options, limits, files: readStaticFiles(options.clientDir) });
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
  const pending = new Map<ServerResponse, Promise<void>>();
  // Neither `Expect: 100-continue` nor another expectation is met: bodies are not wanted.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const handled = handle(incoming, outgoing).finally(() => pending.delete(outgoing));
      pending.set(outgoing, handled);
    });
  server.on('clientError', (error: Error, socket: Socket) => {
    // A response is due on this connection: another one would be taken for it.
    const isAnswering = [...pending.keys()].some((outgoing) => outgoing.req.socket === socket);
    if (isAnswering || !socket.writable) socket.destroy();
    else answerBrokenRequest(error, socket, options.log);
  });

  return {
    /** Not listening yet. */
    server,
    /** Stops accepting, lets requests and deletes under way end, those of browsers that left too, then ends the rest. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const outgoing of pending.keys())
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      const began = performance.now();
      // A connection becomes idle only when its response ends, one that never finishes a request never does, and a read
      // may go on for ever: it is cut when the last delete must have ended.
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        const patienceMs = limits.graceMs + (pending.size > 0 ? limits.deleteMs : 0);
        if (performance.now() - began > patienceMs) server.closeAllConnections();
      }, 20);
      while (pending.size > 0) await Promise.all(pending.values());
      await closed;
      clearInterval(sweep);
    },
  };
}

type AppOptions = Omit<ConsoleServerOptions, 'clientDir'> & { limits: Limits; files: StaticFiles };

/**
 * Builds the handler of every request: /healthz, /config.json, /api, the client, one line of log. What goes wrong inside
 * is answered with 500 {message, statusCode}.
 */
export function createApp({ settings, limits, sandbox, files, log }: AppOptions) {
  const service = sandbox ? sandboxService(sandbox) : serviceOf(settings);
  // Routes are matched on the raw path: `Request.url` has its dot segments resolved.
  const app = new Hono<ConsoleEnv>({
    getPath: (_, context) => context?.env?.incoming.url?.split('?', 1)[0] ?? '',
  });
  app.all('/api/*', createServiceProxy(service, settings.instancesPath, limits));
  app.all('*', async ({ env, req }, next) => {
    if (!req.path.startsWith('/')) return toResponse(errorAnswer(400, 'The request target must be a path.'));
    if (env.incoming.method === 'GET' || env.incoming.method === 'HEAD') return next();
    return toResponse(errorAnswer(405, 'This path takes GET, HEAD.', { Allow: 'GET, HEAD' }));
  });
  const own = { '/config.json': browserConfig(settings), '/healthz': { status: 'ok' } };
  for (const [path, value] of Object.entries(own))
    app.get(path, async ({ env }) => {
      env.entry.route = path;
      return toResponse(jsonAnswer(await value));
    });
  app.get('*', ({ env, req }) => toResponse(fileAnswer(files, req.path, env)));
  app.onError((error, { env }) => {
    process.stderr.write(`Request ${env.entry.requestId} failed: ${error.name}\n`);
    if (!env.outgoing.headersSent)
      return toResponse(
        errorAnswer(500, 'This server failed. Whether the service was reached is not known.'),
      );
    env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });

  return function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const env = { incoming, outgoing, entry: beginResponse(incoming, outgoing) };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      hostname: 'localhost',
      errorHandler: () => toResponse(errorAnswer(400, 'The target or the Host of the request is malformed.')),
    });
    return logWhenDone(env, Promise.resolve(listener(incoming, outgoing)), log);
  };
}

function beginResponse(incoming: IncomingMessage, outgoing: ServerResponse): LogEntry {
  const entry = newLogEntry(incoming);
  for (const [name, value] of securityHeaders) outgoing.setHeader(name, value);
  outgoing.setHeader('Cache-Control', 'no-store').setHeader('X-Request-Id', entry.requestId);
  // A body nobody reads would keep the connection busy for as long as somebody sends it.
  if (hasBody(incoming)) outgoing.setHeader('Connection', 'close');
  for (const stream of [incoming, outgoing]) stream.on('error', () => {});
  return entry;
}

/** Answers what never became a request: unreadable, too long in its headers, or too slow. Then hangs up. */
function answerBrokenRequest(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
  log: (line: string) => void,
): void {
  if (code === 'ECONNRESET') return void socket.destroy();
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const incoming = new IncomingMessage(socket);
  const outgoing = new ServerResponse(incoming);
  outgoing.assignSocket(socket);
  const env = { incoming, outgoing, entry: beginResponse(incoming, outgoing) };
  void logWhenDone(env, Promise.resolve(), log);
  const { headers, body } = errorAnswer(status, STATUS_CODES[status] ?? '');
  outgoing.writeHead(status, { ...headers, 'Content-Length': body.length });
  outgoing.end(body, () => socket.destroySoon());
}

type StaticFile = Omit<Answer, 'status'> & Record<'br' | 'gzip', Answer['body'] | null>;
type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Reads a built client into memory, once: no path that is asked for ever meets the file system. */
function readStaticFiles(dir: string): StaticFiles {
  const bytesOf = (file: string) => (existsSync(file) ? new Uint8Array(readFileSync(file)) : null);
  const files = new Map<string, StaticFile>();
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const path = `/${name.replaceAll('\\', '/')}`;
    const file = join(dir, name);
    const body = /\.(?:br|gz)$|\/\./.test(path) || !statSync(file).isFile() ? null : bytesOf(file);
    if (body === null) continue;
    const unhashed = path.endsWith('.html') ? 'no-store' : 'no-cache';
    const headers = {
      'Content-Type': getMimeType(path) ?? 'application/octet-stream',
      'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : unhashed,
      ETag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
      Vary: 'Accept-Encoding',
    };
    files.set(path, { headers, body, br: bytesOf(`${file}.br`), gzip: bytesOf(`${file}.gz`) });
  }
  return files;
}

/** A file as it was compressed at build time, the page for every address of the console, and 404 for what is missing. */
function fileAnswer(files: StaticFiles, path: string, { incoming, entry }: ConsoleEnv['Bindings']): Answer {
  if (files.has(path) || path === '/') entry.route = path;
  const file = files.get(path) ?? (isConsoleAddress(path) ? files.get('/index.html') : undefined);
  if (file === undefined) return errorAnswer(404, 'There is no such file.');
  const { headers, body } = file;
  if (incoming.headers['if-none-match'] === headers.ETag) return { status: 304, headers, body };
  const accepted = parseAccept(String(incoming.headers['accept-encoding'] ?? ''));
  for (const encoding of ['br', 'gzip'] as const) {
    const small = accepted.some(({ type, q }) => type === encoding && q > 0) && file[encoding];
    if (small) return { status: 200, headers: { ...headers, 'Content-Encoding': encoding }, body: small };
  }
  return { status: 200, headers, body };
}

/** What is no file may still be an address of the console: anything but a climb, an asset or a file name. */
function isConsoleAddress(path: string): boolean {
  if (/\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return false;
  return path.startsWith('/workspaces/') || !(path.startsWith('/assets/') || /\.[^/]*$/.test(path));
}
