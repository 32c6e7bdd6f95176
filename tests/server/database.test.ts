import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bindToService, type Database } from '../../src/server/database/database.ts';
import { createItemRow } from '../../src/server/deletions/deletionRows.ts';
import { createFolder } from '../support/createFolder.ts';
import { createBrowser, listenConsole } from '../support/listenConsole.ts';
import { hasPostgres, openForTest, runSql, startPostgres } from '../support/postgres.ts';
import { requestFor } from './deletionServers.ts';

const row = { name: 'key', value: 'secret' };
const writeRow = ({ db }: Pick<Database, 'db'>) => db.insertInto('settings').values(row).execute();
const readRows = ({ db }: Pick<Database, 'db'>) =>
  db.selectFrom('settings').selectAll().where('name', '=', 'key').execute();

const logPath = '/api/workspaces/acme/deletions';

/** Runs code with `file`, an open database of SQLite, in a different process. */
function runElsewhere(path: string, code: string): ChildProcess {
  const start = `const file = new (await import('libsql')).default(${JSON.stringify(path)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', start + code], { stdio: 'pipe' });
  onTestFinished(() => void child.kill());
  return child;
}

const readTime = ({ db, time }: Database) => db.selectNoFrom(time.as('now')).executeTakeFirstOrThrow();

describe('SQLite', () => {
  it('a file is private, also one that exists, and survives a restart', async () => {
    const path = join(createFolder(), 'data/console.db');
    const first = await openForTest(`file:${path}`);
    await writeRow(first);
    for (const suffix of ['', '-wal']) expect(fs.statSync(path + suffix).mode & 0o777).toBe(0o600);
    expect(fs.statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    await first.close();
    // A copy of the file alone has everything.
    fs.copyFileSync(path, `${path}-copy`);
    expect(await readRows(await openForTest(`file:${path}-copy`))).toEqual([row]);
    fs.chmodSync(path, 0o644);
    const second = await openForTest(`file:${path}`);
    expect([await readRows(second), fs.statSync(path).mode & 0o777]).toEqual([[row], 0o600]);
    expect(await second.checkHealth()).toBe('ok');
  });

  it('a file belongs to one server, by any name, and a backup reads it meanwhile', async () => {
    const path = join(createFolder(), 'console.db');
    await writeRow(await openForTest(`file:${path}`));
    const backup = `${path}-backup`;
    const [code] = await once(runElsewhere(path, `file.exec("vacuum into '${backup}'");`), 'close');
    expect(code).toBe(0);
    fs.symlinkSync(path, `${path}-link`);
    const sentence = 'is already open in another process (several servers need PostgreSQL).';
    for (const each of [path, `${path}-link`])
      await expect(openForTest(`file:${each}`)).rejects.toThrow(`DATABASE_URL: ${each} ${sentence}`);
    expect(await readRows(await openForTest(`file:${backup}`))).toEqual([row]);
  });

  it('a hard link → no start by either name, until it is gone', async () => {
    const [path, link] = [join(createFolder(), 'console.db'), join(createFolder(), 'other.db')];
    await (await openForTest(`file:${path}`)).close();
    fs.linkSync(path, link);
    const sentence = "isn't a plain file, or has a hard link, by which a second server could open it.";
    for (const each of [path, link])
      await expect(openForTest(`file:${each}`)).rejects.toThrow(`DATABASE_URL: ${each} ${sentence}`);
    fs.rmSync(link);
    await openForTest(`file:${path}`);
  });

  it.each([
    'create table sessions (sid text primary key, sess json)',
    'create table orders (id text)',
    'create table settings (name text primary key, value text)',
    "create table kysely_migration (name text); insert into kysely_migration values ('0001_tables')",
  ])('%s, of a different program → no start, and it stays as it is', async (code) => {
    const path = join(createFolder(), 'app.db');
    await once(runElsewhere(path, `file.exec(${JSON.stringify(code)});`), 'close');
    const before = fs.readFileSync(path);
    const sentence = `DATABASE_URL: ${path} belongs to a different program.`;
    await expect(openForTest(`file:${path}`)).rejects.toThrow(new Error(sentence));
    expect(fs.readFileSync(path)).toEqual(before);
    expect(fs.existsSync(`${path}-lock`)).toBe(false);
  });

  it('a different program holds the lock for 2 s → writes wait, and the rest goes on', async () => {
    const path = join(createFolder(), 'console.db');
    const database = await openForTest(`file:${path}`);
    const { put, call, port } = await listenConsole({ database, isSignedIn: true });
    const hold =
      "file.exec('begin immediate'); process.stdout.write('.'); setTimeout(() => file.exec('commit'), 2000);";
    const { stdout } = runElsewhere(path, hold);
    if (stdout !== null) await once(stdout, 'data');
    const deletion = put(requestFor('one'));
    const others = [createBrowser(port).signIn(), bindToService(database, 'a.example', false)];
    for (let count = 0; count < 5; count += 1) {
      const startedAt = performance.now();
      for (const read of ['/livez', logPath, '/healthz']) expect((await call(read)).status).not.toBe(503);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
    expect(await deletion).toMatchObject({ status: 200, json: { deletion: { stage: 'ended' } } });
    expect(await Promise.all(others)).toMatchObject([{ status: 200 }, { owner: 'a.example' }]);
  });

  it('a URL without a usable database → one sentence without the password', async () => {
    const folder = createFolder();
    fs.writeFileSync(join(folder, 'text'), 'This is no database. '.repeat(100), { mode: 0o644 });
    // As /dev/null, which must keep its own rights, but any user may create this one.
    execFileSync('bash', ['-c', `mkfifo -m 644 '${folder}/pipe'`]);
    // Otherwise, to open it would wait for a reader.
    const reader = fs.openSync(join(folder, 'pipe'), 'r+');
    onTestFinished(() => fs.closeSync(reader));
    const isLinked = 'or has a hard link, by which a second server could open it';
    for (const [url, problem] of [
      [`file:${folder}/text`, `${folder}/text isn't a database of SQLite`],
      [`file:${folder}/pipe`, `${folder}/pipe isn't a plain file, ${isLinked}`],
      [`file:${folder}`, `${folder} can't be opened for writing (EISDIR)`],
      [`file:${folder}/text/x.db`, `${folder}/text/x.db can't be opened for writing (ENOTDIR)`],
      [`file:${folder}/a/b/x.db`, `${folder}/a/b/x.db can't be opened for writing (ENOENT)`],
      ['postgres://user:s%65cret@127.0.0.1:1/x', "PostgreSQL at 127.0.0.1:1 can't be used (ECONNREFUSED)"],
    ] as const)
      await expect(openForTest(url)).rejects.toThrow(new Error(`DATABASE_URL: ${problem}.`));
    // What isn't ours stays as it is.
    expect(fs.readdirSync(folder)).toEqual(['pipe', 'text']);
    for (const name of ['pipe', 'text']) expect(fs.statSync(join(folder, name)).mode & 0o777).toBe(0o644);
  });
});

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await startPostgres();
  return postgres.stop;
}, 60_000);

describe.each(['SQLite', 'PostgreSQL'])('%s', (name) => {
  const test = it.skipIf(name === 'PostgreSQL' && !hasPostgres);
  const createUrl = () =>
    name === 'SQLite' ? `file:${createFolder()}/console.db` : postgres.createDatabase();

  test('accepts a newer minor version, and refuses a newer major version', async () => {
    const url = createUrl();
    const first = await openForTest(url);
    await first.db.updateTable('settings').set({ value: '99' }).where('name', '=', 'migrations').execute();
    await first.close();
    const second = await openForTest(url);
    const kept = second.db.selectFrom('settings').select('value').where('name', '=', 'migrations');
    expect(await kept.executeTakeFirst()).toEqual({ value: '99' });
    await second.db.updateTable('settings').set({ value: '2' }).where('name', '=', 'schema').execute();
    await second.close();
    await expect(openForTest(url)).rejects.toThrow(/^DATABASE_URL: .* newer version .* 2, .* knows 1\)\.$/);
  });

  // Without a lock, and without a decision before: what the schema alone guarantees.
  test('holds one open item for each instance, in whatever letters', async () => {
    const { db } = await openForTest(createUrl());
    const insert = (id: string, instanceId: string, outcomeCode: 'unknown' | null = null) => {
      const target = { databaseName: 'orders', instanceId, name: null, created: null };
      const item = createItemRow({ workspace: 'acme', id, actor: 'anna', reason: '' }, target, 0);
      const row = { ...item, outcomeCode };
      return db.insertInto('deletionItems').values(row).execute();
    };
    await insert('1', 'i-1');
    for (const instanceId of ['i-1', 'I-1']) await expect(insert('2', instanceId)).rejects.toThrow(/unique/i);
    await insert('3', 'i-1', 'unknown');
    await insert('4', 'i-2');
  });

  test('indexes the longest values, which an index of PostgreSQL couldn’t hold', async () => {
    const { send, put } = await listenConsole({ database: await openForTest(createUrl()), isSignedIn: true });
    const text = () => String.fromCodePoint(...Array.from({ length: 512 }, () => randomInt(0x4e00, 0x9f00)));
    const item = { databaseName: text(), instanceId: text(), name: text(), created: null };
    const workspace = logPath.replace('/deletions', '');
    const body = { items: [item], instances: [item], reason: '' };
    expect((await send(`${workspace}/added-instances`, { method: 'POST', body })).status).toBe(200);
    expect(await put(body)).toMatchObject({ status: 200, json: { isStored: true } });
    expect((await send(`${workspace}/protections`, { method: 'POST', body })).status).toBe(200);
  });

  test('belongs to one service, until --same-service', async () => {
    const database = await openForTest(createUrl());
    for (const _ of [1, 2]) await bindToService(database, 'a.example/v1', false);
    const sentence = /^SERVICE_URL is b\.example, .* of a\.example\/v1\. .*--same-service\.$/;
    await expect(bindToService(database, 'b.example', false)).rejects.toThrow(sentence);
    for (const isSame of [true, false]) await bindToService(database, 'b.example', isSame);
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  async function openAs(role: string, url: string, ...statements: string[]): Promise<Database> {
    await runSql(url, `create role ${role} login`, ...statements);
    return openForTest(url.replace('postgres@', `${role}@`));
  }

  it('the clock of a server is wrong → that of the database decides', async () => {
    const database = await openForTest(postgres.createDatabase());
    const before = Date.now() - 1_000;
    vi.spyOn(Date, 'now').mockReturnValue(0);
    const { now } = await readTime(database).finally(() => vi.restoreAllMocks());
    expect(now).toBeGreaterThan(before);
  });

  it('a table "sessions" of somebody else in the same database is left alone', async () => {
    const url = postgres.createDatabase();
    await runSql(url, 'create table sessions (sid text primary key)', "insert into sessions values ('1')");
    const { send } = await listenConsole({ database: await openForTest(url), isSignedIn: true });
    expect((await send(logPath)).status).toBe(200);
    expect(await runSql(url, 'select sid from sessions')).toEqual([{ sid: '1' }]);
  });

  it('a different encoding than UTF8 → one sentence', async () => {
    const url = postgres.createDatabase();
    await runSql(url, "create database latin encoding 'LATIN1' template template0 locale 'C'");
    const sentence = 'DATABASE_URL: the database has the encoding LATIN1, and the console needs UTF8.';
    await expect(openForTest(url.replace(/[^/]*$/, 'latin'))).rejects.toThrow(new Error(sentence));
  });

  it('the defaults of the role decide nothing: isolation, durability and time limits', async () => {
    const changes = [
      "default_transaction_isolation = 'serializable'",
      'synchronous_commit = off',
      'statement_timeout = 0',
      'standard_conforming_strings = off',
    ].map((each) => `alter role odd set ${each}`);
    const database = await openAs('odd', postgres.createDatabase(), 'alter role odd superuser', ...changes);
    const settings = sql`select
      current_setting('transaction_isolation') as isolation,
      current_setting('synchronous_commit') as durability,
      current_setting('statement_timeout') || current_setting('lock_timeout') as limits,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const { rows } = await database.transaction((trx) => settings.execute(trx));
    expect(rows).toEqual([{ isolation: 'read committed', durability: 'on', limits: '5s3s', idle: '10s' }]);
    const { send } = await listenConsole({ database, isSignedIn: true });
    expect((await send(`${logPath}?search=a_b`)).status).toBe(200);
  });

  it('a role needs the right to its schema, and all four to each row, and no more', async () => {
    const url = postgres.createDatabase();
    await openAs('maker', url, 'create schema workspace_console authorization maker');
    const grant = (right: string, more = '') => `grant ${right} schema workspace_console to guest${more}`;
    await expect(openAs('guest', url)).rejects.toThrow(/^DATABASE_URL: .* can't be used \(42501\)\.$/);
    const open = () => openForTest(url.replace('postgres@', 'guest@'));
    await runSql(url, grant('select, insert, update on all tables in', `; ${grant('usage on')}`));
    await expect(open()).rejects.toThrow(/: the role may not delete every row of the table/);
    await runSql(url, grant('delete on all tables in'));
    const database = await open();
    const { put } = await listenConsole({ database, isSignedIn: true });
    expect(await put(requestFor('one'))).toMatchObject({ status: 200, json: { isStored: true } });
    expect(await database.checkHealth()).toBe('ok');
    await runSql(url, 'alter table workspace_console.protections enable row level security');
    await expect(open()).rejects.toThrow(/: the role may not select every row of the table/);
  });

  it('a role with 3 connections serves 20 requests at once', async () => {
    const url = postgres.createDatabase();
    const grant = `grant create on database ${url.split('/').at(-1)} to small`;
    const database = await openAs('small', url, 'alter role small connection limit 3', grant);
    const { send } = await listenConsole({ database, isSignedIn: true });
    const reads = await Promise.all(Array.from({ length: 20 }, () => send(logPath)));
    expect([...new Set(reads.map(({ status }) => status))]).toEqual([200]);
  });

  it('fresh connections that drop at their first query take no place for ever', async () => {
    const database = await openForTest(`${postgres.createDatabase()}?pool=2`);
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client) {
      await this.end();
      throw new Error('Dropped.');
    });
    for (let count = 0; count < 6; count += 1)
      await Promise.all([1, 2, 3].map(() => expect(readTime(database)).rejects.toThrow('Dropped.')));
    query.mockRestore();
    const takeOne = (work: () => Promise<void>) => database.db.connection().execute(work);
    await takeOne(() => takeOne(async () => {}));
  });

  it('a BEGIN answered late → the connection is destroyed, and nothing is lost', async () => {
    const url = postgres.createDatabase();
    const database = await openForTest(`${url}?pool=1`);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
    const signal = (name: string) => rows.map(({ pid }) => process.kill(pid, name));
    signal('SIGSTOP');
    await expect(database.transaction(async () => {})).rejects.toThrow('Query read timeout');
    signal('SIGCONT');
    await sleep(500);
    await writeRow(database);
    await database.close();
    expect(await readRows(await openForTest(url))).toEqual([row]);
  });
});
