import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openDatabase, parseDatabaseUrl } from '../../src/server/database/database.ts';
import { findFreePort } from './listen.ts';

const installRoot = '/usr/lib/postgresql';
const versions = existsSync(installRoot) ? readdirSync(installRoot).map(Number) : [];
const binDir = join(installRoot, `${Math.max(...versions)}`, 'bin');

export const hasPostgres = existsSync(join(binDir, 'initdb'));

/** @returns the rows of the last statement */
export async function runSql(url: string, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client(url);
  // The statement that runs reports a lost connection, too.
  client.on('error', () => {});
  await client.connect();
  const results = [];
  for (const statement of statements) results.push(await client.query(statement));
  await client.end();
  return results.at(-1)?.rows ?? [];
}

export async function openForTest(url = ':memory:') {
  const database = await openDatabase(parseDatabaseUrl(url));
  onTestFinished(() => database.close());
  return database;
}

export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'console-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  const run = (program: string, ...options: string[]) => {
    const command = [join(binDir, program), ...options];
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(file, rest, { cwd: folder, stdio: 'ignore' });
  };
  const data = join(folder, 'data');
  const port = await findFreePort();
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const options = `-p ${port} ${settings.map((setting) => `-c ${setting}`).join(' ')}`;
  const control = (...args: string[]) => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), ...args);
  run('initdb', '--no-sync', '-A', 'trust', '-U', 'postgres', '-D', data);
  control('-o', options, 'start');
  const toUrl = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let databaseCount = 0;
  return {
    url: toUrl('postgres'),
    createDatabase: () => {
      databaseCount += 1;
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', `test${databaseCount}`);
      return toUrl(`test${databaseCount}`);
    },
    /** Until `resume`, nothing listens on its port. */
    pause: () => control('-m', 'immediate', 'stop'),
    resume: () => control('-o', options, 'start'),
    stop: () => {
      control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true });
    },
  };
}
