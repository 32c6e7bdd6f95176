import { type RawBuilder, sql } from 'kysely';
import { createSandbox, type Sandbox } from '../../src/sandbox/app.ts';
import { Database, openDatabase } from '../../src/server/database/database.ts';
import { createConsoleServer } from '../../src/server/httpServer.ts';
import { createSandboxClient, createServiceClient } from '../../src/server/service/client.ts';
import { readSettings } from '../../src/server/settings.ts';
import { listen } from './listen.mjs';

export type ConsoleOptions = {
  env?: Record<string, string>;
  /** The default is the one of SERVICE_URL, or a new sandbox. */
  service?: Sandbox;
  /** The default is a new one in memory. It isn't closed at the end. */
  database?: Database;
  /** The clock of the server and its database, in ms. */
  now?: (() => number) | undefined;
  /** Folder of the built client. Null if a test needs only the data in the page. */
  client: string | null;
};

/** Starts a console server in this process, on a free port. */
export async function startConsole({ env = {}, service, now, client, ...options }: ConsoleOptions) {
  const settings = readSettings(env);
  const database = options.database ?? (await openDatabase({ kind: 'memory' }));
  const [logLines, errorLines]: [string[], string[]] = [[], []];
  const { server, close } = createConsoleServer({
    settings,
    frontend: client === null ? { loadPage: async () => emptyPage } : { dir: client },
    database: now === undefined ? database : setClock(database, now),
    service:
      service === undefined && env.SERVICE_URL !== undefined
        ? createServiceClient(settings)
        : createSandboxClient(service ?? createSandbox()),
    log: (line) => logLines.push(line),
    logError: (line) => errorLines.push(line),
  });
  const port = await listen(server);
  async function end() {
    server.closeAllConnections();
    if (server.listening) await close();
    if (options.database === undefined) await database.close();
  }
  return { port, origin: `http://127.0.0.1:${port}`, database, logLines, errorLines, close, end };
}

const emptyPage = '<!doctype html><html><head><!-- page data --></head><body></body></html>';

/** A database of SQLite with a different clock. */
function setClock({ db, isShared }: Database, now: () => number): Database {
  return new (class extends Database {
    override get time(): RawBuilder<number> {
      return sql<number>`${now()}`;
    }
  })(db, isShared);
}
