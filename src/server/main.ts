import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getProxyForUrl } from 'proxy-from-env';
import { bindToService, openDatabase } from './database/database.ts';
import { describePostgres, getErrorCode } from './database/postgres.ts';
import { createConsoleServer } from './httpServer.ts';
import { createServiceClient } from './service/client.ts';
import { readSettings, sandboxHint } from './settings.ts';

// The server goes on without a reader of its log.
process.stderr.on('error', () => {});
let isCut = false;
process.stdout.on('error', (error) => {
  isCut = true;
  logError(`Lines of the log are lost (${getErrorCode(error)}).`);
});
function log(line: string): void {
  // A part of the line before may have been written.
  process.stdout.write(`${isCut ? '\n' : ''}${line}\n`);
  isCut = false;
}
const logError = (line: string) => void process.stderr.write(`${line}\n`);
// Deletes may be running, and each request reports its own failure.
process.on('unhandledRejection', (error) => {
  logError(`A promise was rejected: ${error instanceof Error ? error.name : typeof error}`);
});
const settings = await orExit(() => readSettings(process.env, getProxyForUrl));
const { host, port, service, userHeader } = settings;
const dir = join(import.meta.dirname, '../client');
if (!existsSync(dir)) exitWith('The console is not built. Run npm run build.');
const options = process.argv.slice(2);
if (options.some((option) => option !== '--same-service')) exitWith('The only option is --same-service.');
const isSameService = options.length > 0;
const database = await orExit(() => openDatabase(settings.database));
const claim = () => bindToService(database, settings.serviceAddress, isSameService);
const { logId, now, newest, count } = await orExit(claim);
const health = await database.checkHealth();
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
  // Not `host`: HOST=0 becomes 0.0.0.0.
  const { address, ...actual } = server.address() as AddressInfo;
  const origin = `http://${address.includes(':') ? `[${address}]` : address}:${actual.port}`;
  // In one write, because a program that starts the server may stop reading after the address.
  log(
    [
      `Workspace Console running at ${origin}`,
      describeService(),
      describeDatabase(),
      `Signed-in person: ${userHeader === null ? 'unknown' : `from the header ${userHeader}, which only the proxy in front may set`}`,
      describeSettings(),
      describeTime(),
    ].join('\n'),
  );
});

let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);

async function end(): Promise<void> {
  // `npm start` in a terminal passes each Ctrl C on, so it arrives twice.
  if (isEnding) return;
  isEnding = true;
  await close()
    .then(() => database.close())
    .catch(() => undefined);
  // The reader of the log may be behind.
  await Promise.race([Promise.all([process.stdout, process.stderr].map(flush)), sleep(5_000)]);
  process.exit(0);
}

function flush(output: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => output.write('', () => resolve()));
}

function describeService(): string {
  if (service.kind === 'sandbox') return sandboxHint;
  // The origin of a URL contains no password.
  const proxy = service.proxy === null ? '' : ` through the proxy ${service.proxy.origin}`;
  return `Service: ${service.url}${proxy}${isSameService ? ', accepted by --same-service' : ''}`;
}

/** Not the URL, which may contain a password. */
function describeDatabase(): string {
  const { database } = settings;
  if (database.kind === 'memory')
    return 'Database: in memory, so the deletion log is lost when the server ends';
  const place =
    database.kind === 'file'
      ? `file:${resolve(database.path)}`
      : `${describePostgres(database.url)}, ${database.pool} connections`;
  return `Database: ${place}, log ${logId}, deletions: ${count}${health === 'ok' ? '' : `, ${health}`}`;
}

function describeTime(): string {
  const [time, own, last] = [now, Date.now(), newest ?? 0].map((each) => new Date(each).toISOString());
  return `Time: ${time} (this server: ${own}, newest deletion: ${newest === null ? 'none' : last})`;
}

function describeSettings(): string {
  const { policy, recovery, databases, auditKey } = settings;
  const values = {
    READ_ONLY: policy.readOnly && (policy.readOnly.reason || 'true'),
    PROTECTED: policy.protected.join(', ') || null,
    MAX_PER_HOUR: policy.maxPerHour,
    REASON: policy.reason,
    RECOVERY: recovery,
    INSTANCES_PATH: settings.instancesPath,
    DATABASES: databases.join(', ') || null,
    ENVIRONMENT: settings.environment,
    ENVIRONMENT_COLOR: settings.environmentColor,
    NOTICE: settings.notice,
    IDLE_MINUTES: settings.idleMinutes,
    KEEP_DAYS: settings.keepDays,
    AUDIT_KEY: auditKey === null ? 'random' : `set, ${auditKey.length} characters`,
  };
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${value ?? 'off'}`);
  return ['Policy and further settings:', ...lines].join('\n');
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
  return `HOST or PORT can't be used: the server can't listen on ${host}, port ${port} (${code}).`;
}
