import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Sandbox } from '../sandbox/app.ts';
import { createLogEntry, type HonoEnv, type LogEntry, logWhenDone } from './requestLog.ts';
import { securityHeaders } from './routes/securityHeaders.ts';
import { createServiceProxy } from './routes/serviceProxy.ts';
import { createStaticFiles } from './routes/staticFiles.ts';
import { createErrorResponse, createJsonResponse, toResponse } from './service/responses.ts';
import { createSandboxClient, createServiceClient } from './service/service.ts';
import {
  createBrowserConfig,
  defaultTimeLimits,
  maxHeaderBytes,
  type Settings,
  type TimeLimits,
} from './settings.ts';

export type ConsoleServerOptions = {
  settings: Settings;
  clientDir: string | null;
  log: (line: string) => void;
  /** For tests, like `sandbox`. */
  limits?: Partial<TimeLimits>;
  sandbox?: Pick<Sandbox, 'fetch'>;
};

export type ConsoleServer = ReturnType<typeof createConsoleServer>;

/** The client, /config.json, /healthz and /api on one origin. The server doesn't listen yet. */
export function createConsoleServer(options: ConsoleServerOptions) {
  const limits = { ...defaultTimeLimits, ...options.limits };
  const handleRequest = createHandler(options);
  const running = new Set<Promise<void>>();
  const server = http.createServer(
    { maxHeaderSize: maxHeaderBytes, keepAliveTimeout: limits.keepAliveMs },
    (incoming, outgoing) => {
      if (!server.listening) outgoing.setHeader('Connection', 'close');
      const handled = handleRequest(incoming, outgoing).finally(() => running.delete(handled));
      running.add(handled);
    },
  );
  return {
    server,
    /** Waits for running requests, including deletes whose client has disconnected. */
    async close(): Promise<void> {
      server.close();
      // A read can be endless, so wait no longer than for a DELETE that started just now.
      const deadline = sleep(limits.deleteMs + 1_000, null, { ref: false }).then(() => running.clear());
      while (running.size > 0) await Promise.race([Promise.all(running), deadline]);
      server.closeAllConnections();
    },
  };
}

export function createHandler({ settings, clientDir, log, sandbox, ...options }: ConsoleServerOptions) {
  const limits = { ...defaultTimeLimits, ...options.limits };
  const service = sandbox ? createSandboxClient(sandbox) : createServiceClient(settings);
  // Match the raw path, because `new Request()` removes dot segments.
  const app = new Hono<HonoEnv>({
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
  app.onError((error, { env }) => {
    process.stderr.write(`Request ${env.entry.requestId} failed: ${error.name}\n`);
    if (!env.outgoing.headersSent) return toResponse(createErrorResponse(500, 'The console server failed.'));
    env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });

  /** Never rejects, because an unhandled rejection would end the process and all its running deletes. */
  return async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const env = { incoming, outgoing, entry: prepareResponse(incoming, outgoing) };
    const giveUp = (error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error;
      process.stderr.write(`Request ${env.entry.requestId} failed: ${name}\n`);
      outgoing.destroy();
    };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      hostname: 'localhost',
      errorHandler: () =>
        toResponse(createErrorResponse(400, 'The request target or the Host is malformed.')),
    });
    // Catch twice, so that a request that failed still gets its log line.
    const handled = Promise.resolve(listener(incoming, outgoing)).catch(giveUp);
    await logWhenDone(env, handled, log).catch(giveUp);
  };
}

function prepareResponse(incoming: IncomingMessage, outgoing: ServerResponse): LogEntry {
  const entry = createLogEntry(incoming);
  for (const [name, value] of securityHeaders) outgoing.setHeader(name, value);
  outgoing.setHeader('Cache-Control', 'no-store').setHeader('X-Request-Id', entry.requestId);
  for (const stream of [incoming, outgoing]) stream.on('error', () => {});
  return entry;
}
