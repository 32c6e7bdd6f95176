import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../support/listen.ts';
import { createBrowser, listenConsole, openBrowser } from '../support/listenConsole.ts';
import { hasPostgres, openForTest, runSql, startPostgres } from '../support/postgres.ts';
import { requestFor } from './deletionServers.ts';

const workspace = '/api/workspaces/acme';

/** The status of each request: usually, while the database can only be read, while it is away, and while the disk is full. */
const statuses = {
  'GET /livez': [200, 200, 200, 200],
  'GET /healthz': [200, 200, 503, 200],
  'POST /api/session': [200, 503, 503, 503],
  'DELETE /api/session': [204, 503, 503, 204],
  'POST /api/session/activity': [204, 503, 503, 204],
  [`GET ${workspace}/regions`]: [200, 200, 503, 200],
  [`GET ${workspace}/subscription/history`]: [200, 200, 503, 200],
  [`GET ${workspace}/databases/orders/compute`]: [200, 200, 503, 200],
  [`PUT ${workspace}/deletions/NEW`]: [200, 503, 503, 503],
  [`POST ${workspace}/deletions/NEW/withdraw`]: [204, 503, 503, 503],
  [`POST ${workspace}/deletions/KNOWN/withdraw`]: [200, 503, 503, 200],
  [`POST ${workspace}/deletions/KNOWN/stop`]: [204, 503, 503, 204],
  [`POST ${workspace}/deletions/KNOWN/dismiss`]: [200, 503, 503, 200],
  [`GET ${workspace}/deletions`]: [200, 200, 503, 200],
  [`GET ${workspace}/deletions.csv`]: [200, 200, 503, 200],
  [`GET ${workspace}/added-instances`]: [200, 200, 503, 200],
  [`POST ${workspace}/added-instances`]: [200, 503, 503, 503],
  [`POST ${workspace}/added-instances/remove`]: [200, 503, 503, 200],
  [`GET ${workspace}/databases`]: [200, 200, 503, 200],
  [`POST ${workspace}/databases`]: [200, 503, 503, 503],
  [`POST ${workspace}/protections`]: [200, 503, 503, 503],
  [`POST ${workspace}/protections/remove`]: [200, 503, 503, 200],
};
const statesOf = (index: number) =>
  Object.fromEntries(Object.entries(statuses).map(([name, each]) => [name, each[index]]));
const [usual, readOnly, away, full] = [statesOf(0), statesOf(1), statesOf(2), statesOf(3)];

async function start(url?: string) {
  const database = await openForTest(url);
  const { send, put, port, deletes } = await listenConsole({ database, isSignedIn: true });
  const known = randomUUID();
  await put(requestFor('one'), known);
  // Enough for all states, because some refuse a sign-in.
  const leaving = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => openBrowser(port)));

  async function sendOne(name: string) {
    const [method = '', template = ''] = name.split(' ');
    if (name === 'POST /api/session') return createBrowser(port).signIn();
    if (name === 'DELETE /api/session') {
      const browser = leaving.pop();
      const response = await browser?.send(template, { method });
      expect(browser?.state.cookie).toBe('');
      return response;
    }
    if (method === 'GET') return send(template);
    const { items } = requestFor(randomUUID());
    const body = { items, instances: items, add: [randomUUID()], remove: [], reason: '', item: 0 };
    return send(template.replace('NEW', randomUUID()).replace('KNOWN', known), { method, body });
  }
  async function sendAll(isAtOnce = false) {
    const before = deletes().length;
    const results: Record<string, number | undefined> = {};
    const store = async (name: string) => {
      results[name] = (await sendOne(name))?.status;
    };
    if (isAtOnce) await Promise.all(Object.keys(statuses).map(store));
    else for (const name of Object.keys(statuses)) await store(name);
    expect(deletes().length - before).toBe(results[`PUT ${workspace}/deletions/NEW`] === 200 ? 1 : 0);
    return results;
  }
  return { database, send, put, sendOne, sendAll };
}

it('SQLite that can only be read → reads go on, and nothing is sent', async () => {
  const { database, sendAll, send } = await start();
  expect(await sendAll()).toEqual(usual);
  await sleep(1_000);
  await sql`pragma query_only = 1`.execute(database.db);
  expect(await sendAll()).toEqual(readOnly);
  expect((await send('/healthz')).json).toEqual({ status: 'read-only' });
  await sql`pragma query_only = 0`.execute(database.db);
  await sleep(1_000);
  expect(await sendAll()).toEqual(usual);
  expect((await send('/healthz')).json).toEqual({ status: 'ok' });
});

it('a full disk → what can’t be stored isn’t sent, and reads go on', async () => {
  const { database, sendOne, sendAll, put } = await start();
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(database.db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.pageCount}`).execute(database.db);
  // Until each table has used the rest of its last page.
  for (const name of Object.keys(full).filter((each) => full[each] === 503))
    await expect.poll(async () => (await sendOne(name))?.status, { interval: 0, timeout: 20_000 }).toBe(503);
  expect(await sendAll()).toEqual(full);
  const message = "The deletion log can't be written, so nothing was sent.";
  expect(await put(requestFor('one more'))).toMatchObject({ json: { code: 'storage', message } });
  // A full database does answer.
  const failure =
    "The console's database can't be written, so signing in and changes fail. Tell your operator.";
  expect(await sendOne(`POST ${workspace}/protections`)).toMatchObject({ json: { message: failure } });
  await sql`pragma max_page_count = 100000`.execute(database.db);
  expect(await sendAll()).toEqual(usual);
});

/** Passes bytes both ways, each time after `delayMs`, or not at all while it is infinite. */
async function startRelay(port: number) {
  const state = { port: 0, delayMs: 0 };
  function pass(from: net.Socket, to: net.Socket) {
    from.on('error', () => {}).on('close', () => to.destroy());
    from.on('data', async (bytes) => {
      if (state.delayMs === Infinity) return;
      await sleep(state.delayMs);
      to.write(bytes);
    });
  }
  const relay = net.createServer((client) => {
    const server = net.connect(port, '127.0.0.1');
    pass(client, server);
    pass(server, client);
  });
  state.port = await listen(relay);
  onTestFinished(() => void relay.close());
  return state;
}

const test = it.skipIf(!hasPostgres);
test('PostgreSQL only readable, slow, silent, away, full, and back', { timeout: 120_000 }, async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const { port } = new URL(postgres.url);
  const relay = await startRelay(Number(port));
  const { sendAll } = await start(postgres.url.replace(port, `${relay.port}`));
  const setReadOnly = (value: 'on' | 'off') =>
    runSql(
      postgres.url,
      'set default_transaction_read_only = off',
      `alter database postgres set default_transaction_read_only = ${value}`,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname is not null`,
    );
  // The error of a full disk, for each insert. A disk of its own would need a mount.
  const fill = () =>
    runSql(
      postgres.url,
      `create function fail() returns trigger language plpgsql as
       $$ begin raise exception using errcode = '53100'; end $$`,
      `do $$ declare each text; begin
         for each in select tablename from pg_tables where schemaname = 'workspace_console' loop
           execute format('create trigger full_disk before insert on workspace_console.%I execute function fail()', each);
         end loop;
       end $$`,
    );
  const setDelay = (delayMs: number) => Object.assign(relay, { delayMs });
  for (const [state, begin, expected] of [
    ['only readable', () => setReadOnly('on'), readOnly],
    ['slow', () => setReadOnly('off').then(() => setDelay(50)), usual],
    ['silent', () => setDelay(Infinity), away],
    ['heard again', () => setDelay(0), usual],
    ['away', postgres.pause, away],
    ['back', postgres.resume, usual],
    ['full', fill, { ...full, [`POST ${workspace}/databases`]: 200 }],
    ['emptied', () => runSql(postgres.url, 'drop function fail() cascade'), usual],
  ] as const) {
    await begin();
    await sleep(1_000);
    // At once, because each waits until its query is given up.
    expect(await sendAll(state === 'silent'), state).toEqual(expected);
  }
});
