import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { createConsoleServer } from '../../src/server/httpServer.ts';
import { createSandboxClient } from '../../src/server/service/client.ts';
import { readSettings } from '../../src/server/settings.ts';
import { deferred } from './deferred.ts';
import { listen } from './listen.mjs';
import { setClock } from './setClock.ts';

/** A request that reached the service. */
export type WireRequest = { method: string; path: string; authorization: string | null };

export type Site = Awaited<ReturnType<typeof startSite>>['site'];

export type SiteOptions = {
  /** Its `now` is also the clock of the server and of its responses. */
  sandbox?: SandboxOptions;
  env?: Record<string, string>;
  /** Tokens that the service accepts in addition to `sandbox-token`. */
  otherTokens?: readonly string[];
  /** Folder of the built client. Null if a test needs only the data in the page. */
  client?: string | null;
};

const builtClient = join(import.meta.dirname, '../../dist/client');

/** Starts a console server with its own database and sandbox on a free port. */
export async function startSite(options: SiteOptions = {}) {
  const { otherTokens = [], env = {}, client: clientDir = builtClient } = options;
  if (clientDir !== null && !existsSync(clientDir))
    throw new Error('The console is not built. Run npm run build.');
  const sandbox = createSandbox(options.sandbox);
  const log: string[] = [];
  const wire: WireRequest[] = [];
  let held = deferred<void>();
  held.resolve();
  let heldReads = deferred<void>();
  heldReads.resolve();
  let fakeResponse: ((request: Request) => Response | null) | null = null;

  async function respond(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    const authorization = headers.get('authorization');
    wire.push({ method: request.method, path: new URL(request.url).pathname, authorization });
    await (request.method === 'DELETE' ? held : heldReads).promise;
    if (otherTokens.some((token) => authorization === `Bearer ${token}`))
      headers.set('authorization', 'Bearer sandbox-token');
    const response = fakeResponse?.(request) ?? (await sandbox.fetch(new Request(request, { headers })));
    if (options.sandbox?.now) response.headers.set('date', new Date(options.sandbox.now()).toUTCString());
    return response;
  }
  const memory = await openDatabase({ kind: 'memory' });
  const now = options.sandbox?.now;
  const database = now === undefined ? memory : setClock(memory, now);
  const { server, close } = createConsoleServer({
    ...{ settings: readSettings(env), database },
    frontend: clientDir === null ? { loadPage: async () => emptyPage } : { dir: clientDir },
    log: (line) => log.push(line),
    logError: (line) => log.push(line),
    service: createSandboxClient({ fetch: respond }),
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const site = {
    ...{ origin, sandbox },
    /** Every request that reached the service, oldest first. */
    wire,
    /** Log lines of the server, one per request. */
    log,
    /** Holds every DELETE that reaches the service. @returns a function that lets the service handle them */
    holdDeletes() {
      held = deferred();
      return held.resolve;
    },
    /** Holds every read that reaches the service. @returns a function that lets the service handle them */
    holdReads() {
      heldReads = deferred();
      return heldReads.resolve;
    },
    /** The service answers matching requests with this, until it is called with null. */
    answer(fake: typeof fakeResponse) {
      fakeResponse = fake;
    },
  };
  return {
    site,
    async close() {
      held.resolve();
      heldReads.resolve();
      server.closeAllConnections();
      await close();
      await database.close();
    },
  };
}

const emptyPage = '<!doctype html><html><head><!-- page data --></head><body></body></html>';
