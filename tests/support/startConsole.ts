import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { type Database, openDatabase } from '../../src/server/database/database.ts';
import { createConsoleServer } from '../../src/server/httpServer.ts';
import { createSandboxClient } from '../../src/server/service/client.ts';
import { readSettings } from '../../src/server/settings.ts';
import { deferred } from './deferred.ts';
import { listen } from './listen.ts';

/** Null leaves the answer to the sandbox. */
export type Answer = (request: Request) => Response | null | Promise<Response>;

export function answerTo(end: string, respond: () => Response): Answer {
  return ({ url }) => (url.endsWith(end) ? respond() : null);
}

export function serviceError(status: number, message: string): Response {
  return Response.json({ message, statusCode: status }, { status });
}

export type ConsoleOptions = {
  env?: Record<string, string>;
  /** Its `now` is also the time of the database and of the service's responses. */
  sandbox?: SandboxOptions;
  /** Tokens that the service accepts in addition to `sandbox-token`. */
  otherTokens?: readonly string[];
  /** The default is a new one in memory. Only that is closed at the end. */
  database?: Database;
  /** Folder of the built client. Null if a test needs only the data in the page. */
  client?: string | null;
};

export type Site = Awaited<ReturnType<typeof startConsole>>;

const emptyPage = '<!doctype html><html><head><!-- page data --></head><body></body></html>';

/** Starts a console server in this process, on a sandbox that a test can hold, and whose answers it can replace. */
export async function startConsole({ env = {}, sandbox: options = {}, ...rest }: ConsoleOptions) {
  const { otherTokens = [], client = join(import.meta.dirname, '../../dist/client') } = rest;
  if (client !== null && !existsSync(client)) throw new Error('The console is not built. Run npm run build.');
  const sandbox = createSandbox(options);
  const wire: { method: string; path: string; authorization: string | null }[] = [];
  const holds = new Map<string, ReturnType<typeof deferred<void>>>();
  let fakeAnswer: Answer | null = null;

  async function fetch(request: Request): Promise<Response> {
    const { method, url } = request;
    const headers = new Headers(request.headers);
    const authorization = headers.get('authorization');
    wire.push({ method, path: new URL(url).pathname, authorization });
    await holds.get(method)?.promise;
    if (otherTokens.some((token) => authorization === `Bearer ${token}`))
      headers.set('authorization', 'Bearer sandbox-token');
    const response =
      (await fakeAnswer?.(request)) ?? (await sandbox.fetch(new Request(request, { headers })));
    if (options.now) response.headers.set('date', new Date(options.now()).toUTCString());
    return response;
  }
  const database = rest.database ?? (await openDatabase({ kind: 'memory' }));
  const { now } = options;
  if (now) Object.defineProperty(database, 'time', { get: () => sql<number>`${now()}` });
  const [logLines, errorLines]: [string[], string[]] = [[], []];
  const { server, close } = createConsoleServer({
    settings: readSettings(env),
    frontend: client === null ? { loadPage: async () => emptyPage } : { dir: client },
    database,
    service: createSandboxClient({ fetch }),
    log: (line) => logLines.push(line),
    logError: (line) => errorLines.push(line),
  });
  const port = await listen(server);
  return {
    ...{ port, origin: `http://127.0.0.1:${port}`, database, logLines, errorLines, close },
    async listInstances(name: string): Promise<{ id: string; name: string }[]> {
      const url = `http://sandbox.test/workspaces/acme/databases/${name}/compute`;
      const authorization = 'Bearer sandbox-token';
      return (await sandbox.fetch(new Request(url, { headers: { authorization } }))).json();
    },
    wire,
    deletes: () => wire.filter(({ method }) => method === 'DELETE'),
    /** Holds every request with this method that reaches the service. @returns a function that lets the service handle them */
    hold(method: 'GET' | 'DELETE') {
      const held = deferred<void>();
      holds.set(method, held);
      return held.resolve;
    },
    /** The service answers matching requests with this, until it is called again. */
    answer(answer: Answer | null) {
      fakeAnswer = answer;
    },
    async end() {
      for (const { resolve } of holds.values()) resolve();
      server.closeAllConnections();
      if (server.listening) await close();
      if (rest.database === undefined) await database.close();
    },
  };
}
