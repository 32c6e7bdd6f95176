import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getProxyForUrl } from 'proxy-from-env';
import { claimDatabase, openDatabase } from './database/database.ts';
import { createConsoleServer } from './httpServer.ts';
import { createServiceClient } from './service/client.ts';
import { readSettings, sandboxHint } from './settings.ts';

/** Writes lines to stdout or stderr. Whatever becomes of its reader, the server lives on. */
class LineWriter {
  readonly #stream: NodeJS.WritableStream;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
    stream.on('error', () => {});
  }

  write(line: string): void {
    if (this.#stream.writable) this.#stream.write(`${line}\n`);
  }

  /** Waits for a reader that is behind, at most `maxMs`. */
  async flush(maxMs: number): Promise<void> {
    if (!this.#stream.writable) return;
    const isWritten = new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
    await Promise.race([isWritten, sleep(maxMs, undefined, { ref: false })]);
  }
}

const stdout = new LineWriter(process.stdout);
const stderr = new LineWriter(process.stderr);
const log = (line: string) => stdout.write(line);
const logError = (line: string) => stderr.write(line);
// Deletes may be running, and each request reports its own failure.
process.on('unhandledRejection', (error) => {
  logError(`A promise was rejected: ${error instanceof Error ? error.name : typeof error}`);
});
const settings = await orExit(() => readSettings(process.env, getProxyForUrl));
const { host, port, service, instancesPath, userHeader } = settings;
const dir = join(import.meta.dirname, '../client');
if (!existsSync(dir)) exitWith('The console is not built. Run npm run build.');
const isSameService = process.argv.includes('--same-service');
const database = await orExit(() => openDatabase(settings.database));
await orExit(() => claimDatabase(database, settings.serviceAddress, isSameService));
const { server, close } = createConsoleServer({
  settings,
  database,
  log,
  logError,
  service: createServiceClient(settings),
  frontend: { dir },
});
server.once('error', (error) => exitWith(describeListenError(error)));
server.listen(port, host, () => {
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
  // Write all lines at once, because a program that starts the server may stop reading after the address.
  log(
    [
      `Workspace Console running at ${origin}`,
      describeService(),
      describeDatabase(),
      `Lists of instances: ${instancesPath ?? 'none, so admins add instances'}`,
      `Signed-in person: ${userHeader === null ? 'unknown' : `from the header ${userHeader}, which only the proxy in front may set`}`,
      describePolicy(),
    ].join('\n'),
  );
});

/** `npm start` in a terminal passes each Ctrl C on, so it arrives twice. */
const secondSignalMs = 2_000;
let stoppedAt: number | null = null;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    if (stoppedAt !== null && performance.now() - stoppedAt >= secondSignalMs) process.exit(1);
    if (stoppedAt !== null) return;
    stoppedAt = performance.now();
    void close()
      .then(() => database.close())
      .finally(() => Promise.all([stdout, stderr].map((each) => each.flush(5_000))))
      .finally(() => process.exit(0));
  });

function describeService(): string {
  if (service.kind === 'sandbox') return sandboxHint;
  // The origin of a URL contains no password.
  return `Service: ${service.url}${service.proxy === null ? '' : ` through the proxy ${service.proxy.origin}`}`;
}

/** Nothing of the URL itself, which contains a password. */
function describeDatabase(): string {
  switch (settings.database.kind) {
    case 'memory':
      return service.kind === 'sandbox'
        ? 'Database: in memory'
        : 'Database: in memory, so the deletion log is lost when the server ends';
    case 'file':
      return `Database: file:${settings.database.path}`;
    case 'postgres':
      return `Database: postgres://${settings.database.host}/${settings.database.name}`;
  }
}

/** Every setting of the policy, so that one that is off by mistake can be seen. */
function describePolicy(): string {
  const { policy, recovery } = settings;
  const values = {
    READ_ONLY: policy.readOnly && (policy.readOnly.reason || 'true'),
    PROTECTED: policy.protected.join(', ') || null,
    MAX_PER_HOUR: policy.maxPerHour,
    REASON: policy.reason,
    RECOVERY: recovery,
  };
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${value ?? 'off'}`);
  return ['Policy:', ...lines].join('\n');
}

async function orExit<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    return exitWith(error instanceof Error ? error.message : String(error));
  }
}

function exitWith(sentence: string): never {
  logError(sentence);
  process.exit(1);
}

function describeListenError({ code }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use. Set PORT to a free port.`;
  return `HOST or PORT can't be used: the server can't listen on ${host}, port ${port} (${code}).`;
}
