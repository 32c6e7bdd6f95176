import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/server/database/database.ts';
import { createFolder } from '../support/createFolder.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';

async function open(url: string) {
  const database = await openDatabase(url);
  onTestFinished(() => database.close());
  return database;
}

const readSettings = ({ db }: Database) =>
  db.selectFrom('settings').selectAll().where('serviceId', '=', 'a').execute();

/** Runs code with `file`, an open database of SQLite, in a different process. */
function runElsewhere(path: string, code: string): ChildProcess {
  const open = `const file = new (await import('libsql')).default(${JSON.stringify(path)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', open + code], { stdio: 'pipe' });
  onTestFinished(() => void child.kill());
  return child;
}

async function readAll({ stdout, stderr }: ChildProcess): Promise<string> {
  let text = '';
  for (const stream of [stdout, stderr]) for await (const chunk of stream ?? []) text += chunk;
  return text;
}

it('a file of SQLite is private, and survives a restart', async () => {
  const path = join(createFolder(), 'data/console.db');
  const first = await open(`file:${path}`);
  const row = { serviceId: 'a', name: 'key', value: 'secret' };
  await first.db.insertInto('settings').values(row).execute();
  for (const suffix of ['', '-wal']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  await first.close();
  const second = await open(`file:${path}`);
  expect(await readSettings(second)).toEqual([row]);
  expect(await second.ping()).toBe(true);
});

it('a file of SQLite belongs to one server, and a backup reads it while it runs', async () => {
  const path = join(createFolder(), 'console.db');
  const { db } = await open(`file:${path}`);
  await db.insertInto('settings').values({ serviceId: 'a', name: 'key', value: 'secret' }).execute();
  const backup = `${path}-backup`;
  expect(await readAll(runElsewhere(path, `file.exec("vacuum into '${backup}'");`))).toBe('');
  const held = "file.exec('begin exclusive'); process.stdout.write('.'); setInterval(() => {}, 1000);";
  const other = `${path}-other`;
  const { stdout } = runElsewhere(other, held);
  if (stdout !== null) await once(stdout, 'data');
  for (const each of [path, other])
    await expect(openDatabase(`file:${each}`)).rejects.toThrow(
      `DATABASE_URL: ${each} is already open in another process (several servers need PostgreSQL).`,
    );
  expect(await readSettings(await open(`file:${backup}`))).toMatchObject([{ value: 'secret' }]);
});

it('a URL without a usable database → one sentence without the password', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'text'), 'This is no database. '.repeat(100));
  const refused = "127.0.0.1:1 can't be used (ECONNREFUSED";
  const expected: [url: string, message: string][] = [
    [`file:${folder}/text`, `DATABASE_URL: ${folder}/text isn't a database of SQLite.`],
    [`file:${folder}`, `DATABASE_URL: ${folder} can't be opened for writing (EISDIR).`],
    [`file:${folder}/text/x.db`, `DATABASE_URL: ${folder}/text/x.db can't be opened for writing (ENOTDIR).`],
    [`file:${folder}/a/b/x.db`, `DATABASE_URL: ${folder}/a/b/x.db can't be opened for writing (ENOENT).`],
    ['postgres://user:s%65cret@127.0.0.1:1/x', `DATABASE_URL: PostgreSQL at ${refused}).`],
  ];
  chmodSync(join(folder, 'text'), 0o644);
  for (const [url, message] of expected) await expect(openDatabase(url)).rejects.toThrow(new Error(message));
  // A file that isn't ours stays as it is.
  expect(statSync(join(folder, 'text')).mode & 0o777).toBe(0o644);
  expect(readdirSync(folder)).toEqual(['text']);
});

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await startPostgres();
  return postgres.stop;
}, 60_000);

describe.each([
  ['SQLite', true],
  ['PostgreSQL', hasPostgres],
])('%s', (name, isInstalled) => {
  const createUrl = () =>
    name === 'SQLite' ? `file:${createFolder()}/console.db` : postgres.createDatabase();

  it.skipIf(!isInstalled)('accepts a newer minor version, and refuses a newer major version', async () => {
    const url = createUrl();
    const first = await openDatabase(url);
    const newer = sql`insert into kysely_migration (name, timestamp) values ('9999_newer', '2100-01-01')`;
    await newer.execute(first.db);
    await first.close();
    const second = await openDatabase(url);
    await second.db.updateTable('settings').set({ value: '2' }).where('name', '=', 'schema').execute();
    await second.close();
    await expect(openDatabase(url)).rejects.toThrow(/^DATABASE_URL: .* newer version .* 2, .* knows 1\)\.$/);
  });

  // Without a lock, and without a decision before: what the schema alone guarantees.
  it.skipIf(!isInstalled)('holds one open entry for each instance', async () => {
    const { db } = await open(createUrl());
    const insert = (id: string, changes: object = {}) => {
      const row = {
        ...{ id, serviceId: 'a', workspace: 'acme', databaseName: 'orders', instanceId: 'i-1' },
        ...{ reason: '', actor: 'jo', sender: 's', searchText: '', name: null, created: null, bulkId: null },
        ...{ confirmedAt: 1, sentAt: 1, endedAt: null, dismissedAt: null, position: 0 },
        ...{ outcomeCode: null, outcome: null, isAssumed: 0, ...changes },
      };
      return db.insertInto('deletions').values(row).execute();
    };
    await insert('1');
    await expect(insert('2')).rejects.toThrow(/unique/i);
    await expect(insert('1', { instanceId: 'i-2' })).rejects.toThrow(/unique/i);
    await insert('3', { outcomeCode: 'unknown' });
    await insert('4', { workspace: 'beta' });
  });
});

it.skipIf(!hasPostgres)('servers that start at once create the schema once, and have one clock', async () => {
  const url = postgres.createDatabase();
  const databases = await Promise.all([open(url), open(url), open(url)]);
  for (const { ping, now } of databases) {
    expect(await ping()).toBe(true);
    expect(Math.abs(now() - Date.now())).toBeLessThan(1_000);
  }
});
