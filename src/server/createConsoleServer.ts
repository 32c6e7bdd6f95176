import http from 'node:http';
import type { Socket } from 'node:net';
import { answerBrokenRequest } from './answerBrokenRequest.ts';
import { browserConfig } from './browserConfig.ts';
import { createApp } from './createApp.ts';
import { type Answering, createSandboxUpstream } from './createSandboxUpstream.ts';
import { createServiceApi } from './createServiceApi.ts';
import { createStaticFiles } from './createStaticFiles.ts';
import { createUpstream } from './createUpstream.ts';
import { type Limits, limits as usualLimits } from './limits.ts';
import type { Settings } from './readSettings.ts';

export type ConsoleServer = {
  /** Not listening yet. */
  server: http.Server;
  /** Stops accepting, lets requests and deletes under way end, then closes everything. */
  close(): Promise<void>;
};

export type ConsoleServerOptions = {
  settings: Settings;
  /** Directory of the built client. */
  clientDir: string;
  /** Takes one line a request. */
  log: (line: string) => void;
  /** Limits to change, for tests. */
  limits?: Partial<Limits>;
  /** A sandbox to ask, whatever the settings say, so that a test can look into it. */
  sandbox?: Answering;
};

/** Builds the whole server without listening: the client, /config.json, /healthz and /api on one origin. */
export function createConsoleServer(options: ConsoleServerOptions): ConsoleServer {
  const { settings, clientDir, log } = options;
  const limits = { ...usualLimits, ...options.limits };
  const upstream =
    options.sandbox === undefined ? createUpstream(settings.service) : createSandboxUpstream(options.sandbox);
  const api = createServiceApi({ upstream, instancesPath: settings.instancesPath, limits });
  const app = createApp({
    api,
    config: browserConfig(settings),
    serveStatic: createStaticFiles(clientDir),
    log,
  });
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
  const open = new Set<http.ServerResponse>();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    open.add(response);
    response.once('close', () => open.delete(response));
    app(request, response);
  };
  server.on('request', answer);
  // Neither `Expect: 100-continue` nor another expectation is met: bodies are not wanted.
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  server.on('clientError', (error: Error, socket: Socket) => {
    const isAnswering = [...open].some((response) => response.req.socket === socket);
    answerBrokenRequest(error, socket, isAnswering, log);
  });

  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      // A kept-alive connection whose answer just ended becomes idle only then.
      const idle = setInterval(() => server.closeIdleConnections(), 20);
      // Node no longer watches for connections that never finish a request once the server is closing.
      const silent = setTimeout(() => {
        const busy = new Set([...open].map((response) => response.socket));
        for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
      }, limits.graceMs);
      // Whatever has not ended when the last delete must have is cut: a read may go on for ever.
      const last = setTimeout(() => server.closeAllConnections(), limits.deleteMs + limits.graceMs);
      await api.settled();
      await closed;
      clearTimeout(last);
      clearInterval(idle);
      clearTimeout(silent);
      upstream.close();
    },
  };
}
