import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/app.ts';
import { type Database, openDatabase } from '../../src/server/database/database.ts';
import { deferred } from '../support/deferred.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';

const workspace = '/api/workspaces/acme';
const path = `${workspace}/deletions`;
const target = { databaseName: 'orders', instanceId: 'unused', name: 'unused', created: null, reason: '' };

async function signedIn(env: Record<string, string> = {}) {
  const { send, logLines, database } = await listenConsole({ env, isSignedIn: true });
  const put = (id: string, body: unknown) => send(`${path}/${id}`, { method: 'PUT', body });
  const audits = () =>
    logLines.map((line) => JSON.parse(line)).filter(({ outcome }) => outcome !== undefined);
  /** Of the sandbox. */
  const findInstance = async () => {
    const { json } = await send(`${workspace}/databases/orders/compute`);
    const [{ id, name, created }] = json as [{ id: string; name: string; created: string }];
    return { databaseName: 'orders', instanceId: id, name, created };
  };
  return { send, put, audits, findInstance, database };
}

it('a delete, its repetition and the log', async () => {
  const { send, put, audits, findInstance } = await signedIn();
  const instance = await findInstance();
  const id = randomUUID();
  const first = await put(id.toUpperCase(), { ...instance, reason: ' old ' });
  const deletion = { id, ...instance, workspaceSlug: 'acme', reason: 'old', isOwn: true, stage: 'deleted' };
  expect(first).toMatchObject({ status: 200, json: { deletion, isStored: true } });
  expect((await put(id, { ...instance, reason: 'old' })).json).toEqual(first.json);
  expect(await put(id, instance)).toMatchObject({ status: 409, json: { code: 'different-body' } });
  const log = await send(path);
  const deletions = [Object(first.json).deletion];
  expect(log.json).toEqual({ deletions, bulkDeletions: [], protections: [], next: null });
  const { etag = '' } = log.headers;
  const headers = { 'if-none-match': etag };
  expect(await send(path, { headers })).toMatchObject({ status: 304, text: '' });
  expect(await send(`${path}/${id}/dismiss`, { method: 'POST', body: {} })).toMatchObject({ status: 422 });
  expect(audits()).toMatchObject([
    { method: 'DELETE', outcome: 'deleted', answeredBy: 'service', deletionId: id },
    { method: 'PUT', outcome: 'not-sent', answeredBy: 'console', status: null, deletionId: id },
  ]);
});

it('the time at which the service asks to come back is by the clock of the database', async () => {
  const { send } = await listenConsole({ clock: { offsetMs: 3_600_000 }, isSignedIn: true });
  const body = { ...target, instanceId: 'error-429' };
  const { json } = await send(`${path}/${randomUUID()}`, { method: 'PUT', body });
  const { outcome, endedAt } = Object(json).deletion;
  expect(Date.parse(outcome.retryAt) - Date.parse(endedAt)).toBeCloseTo(5_000, -4);
});

it('a bulk delete, its stop and protections', async () => {
  const { send, findInstance } = await signedIn();
  const { created: _, ...instance } = await findInstance();
  const post = (end: string, body: object) => send(`${workspace}/${end}`, { method: 'POST', body });
  const protect = post('protections', { ...instance, reason: 'audit' });
  expect((await protect).json).toMatchObject({ protections: [instance] });
  const bulkId = randomUUID();
  const body = { items: [{ id: randomUUID(), ...instance }], reason: '' };
  const start = () => send(`${workspace}/bulk-deletions/${bulkId}`, { method: 'PUT', body });
  expect(await start()).toMatchObject({ status: 403, json: { code: 'protected' } });
  expect((await post('protections/remove', instance)).json).toEqual({ protections: [] });
  const json = { bulkDeletion: { stage: 'running' }, deletions: [instance] };
  expect(await start()).toMatchObject({ status: 202, json });
  await expect.poll(async () => Object((await send(path)).json).bulkDeletions[0].stage).toBe('ended');
  expect((await post(`bulk-deletions/${bulkId}/stop`, {})).status).toBe(204);
  expect((await post(`bulk-deletions/${randomUUID()}/stop`, {})).status).toBe(404);
});

it('requests that are refused have a code and one audit line', async () => {
  const { send, put, audits, database } = await signedIn({ READ_ONLY: 'Migration.' });
  const bulk = `/api/workspaces/acme/bulk-deletions/${randomUUID()}`;
  const message = expect.any(String);
  const readOnly = { status: 403, json: { message, statusCode: 403, code: 'read-only' } };
  expect(await put(randomUUID(), target)).toMatchObject(readOnly);
  for (const response of [
    await put('1', target),
    await put(randomUUID(), { ...target, reason: 'a\nb' }),
    await put(randomUUID(), '{'),
    await send(bulk, { method: 'PUT', body: { items: [] } }),
  ])
    expect(response).toMatchObject({ status: 422, json: { message, statusCode: 422, code: 'invalid' } });
  const lines = audits().map(({ method, outcome, status }) => [method, outcome, status]);
  expect(lines).toEqual(Array(5).fill(['PUT', 'not-sent', null]));
  for (const query of ['limit=0', 'limit=201', 'before=x', 'mine=2'])
    expect((await send(`${path}?${query}`)).status).toBe(422);
  await database.db.schema.dropTable('deletions').execute();
  expect(await put(randomUUID(), target)).toMatchObject({ status: 503, json: { code: 'storage' } });
});

it('the token of the session is kept out of a reason and a shared list', async () => {
  const { send, signIn } = await listenConsole({ sandbox: { fetch: async () => Response.json([]) } });
  await signIn('acme', 'first-token-1');
  const put = (end: string, body: object) => send(`${workspace}/${end}`, { method: 'PUT', body });
  const message = 'The reason contains your access token. Remove it first.';
  const refused = await put(`deletions/${randomUUID()}`, { ...target, reason: 'see first-token-1' });
  expect(refused).toMatchObject({ status: 422, json: { code: 'invalid', message } });
  expect((await put('databases', { names: ['first-token-1'] })).status).toBe(422);
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    const postgres = await startPostgres();
    database = await openDatabase(postgres.url);
    return async () => {
      await database.close();
      postgres.stop();
    };
  }, 60_000);

  it('without a free connection → 503, and then all is well again', async () => {
    const { send, errorLines } = await listenConsole({ database, isSignedIn: true });
    const released = deferred<void>();
    let heldCount = 0;
    const hold = () =>
      database.db.connection().execute(async () => {
        heldCount += 1;
        await released.promise;
      });
    const connections = Array.from({ length: 10 }, hold);
    await expect.poll(() => heldCount).toBe(10);
    const refused = send(path);
    // The server then asks the database if it answers, and it does.
    await expect.poll(() => errorLines).toHaveLength(1);
    released.resolve();
    expect((await refused).json).toMatchObject({ statusCode: 503, code: 'storage' });
    await Promise.all(connections);
    expect((await send(path)).status).toBe(200);
  });

  it('more requests with one ID than connections wait for one outcome', async () => {
    const sandbox = createSandbox();
    const { send, signIn } = await listenConsole({ database, sandbox, isSignedIn: true });
    await signIn('beta');
    // Longer than a request waits for a connection.
    const held = database.db.transaction().execute(async (trx) => {
      await database.lock(trx, JSON.stringify(['sandbox', 'acme']));
      await sleep(3_400);
    });
    const id = randomUUID();
    const put = () => send(`${path}/${id}`, { method: 'PUT', body: target });
    const puts = Array.from({ length: 40 }, put);
    await sleep(500);
    expect((await send(path.replace('acme', 'beta'))).status).toBe(200);
    await held;
    const [first, ...others] = await Promise.all(puts);
    expect(first).toMatchObject({ status: 200, json: { deletion: { id, stage: 'gone' } } });
    for (const other of others) expect(other.json).toEqual(first?.json);
    expect(sandbox.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  }, 120_000);
});

it('while the server stops, a repetition of a delete gets its outcome, and all else is refused', async () => {
  const sandbox = createSandbox();
  const [received, held] = [deferred<void>(), deferred<void>()];
  const fetch = async (request: Request) => {
    if (request.method !== 'DELETE') return sandbox.fetch(request);
    received.resolve();
    await held.promise;
    return sandbox.fetch(request);
  };
  const { port, close, send, state } = await listenConsole({ sandbox: { fetch }, isSignedIn: true });
  /** Sends the beginning of a request on a connection of its own. */
  const begin = (start: string, body: string) => {
    const socket = net.connect(port, '127.0.0.1');
    const answer = { text: '' };
    socket.on('data', (chunk) => (answer.text += chunk)).write(start);
    const session = [`Cookie: ${state.cookie}`, `Console-Session: ${state.sessionId}`];
    const ofBody = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const rest = [' HTTP/1.1', `Host: localhost:${port}`, ...session, ...ofBody, '', body].join('\r\n');
    return { answer, end: () => socket.write(rest) };
  };
  const id = randomUUID();
  const again = begin(`PUT ${path}/${id}`, JSON.stringify(target));
  const others = [begin(`PUT ${path}/${randomUUID()}`, JSON.stringify(target)), begin(`GET ${path}`, '')];
  const first = send(`${path}/${id}`, { method: 'PUT', body: target });
  await received.promise;
  const closed = close();
  for (const { end } of [again, ...others]) end();
  const refusal = /^HTTP\/1.1 503[\s\S]*Connection: close[\s\S]*"code":"service"/;
  for (const { answer } of others) await expect.poll(() => answer.text).toMatch(refusal);
  held.resolve();
  const { json } = await first;
  expect(json).toMatchObject({ deletion: { id, stage: 'gone' } });
  await expect.poll(() => again.answer.text).toMatch(/^HTTP\/1.1 200[\s\S]*Connection: close/);
  expect(again.answer.text).toContain(JSON.stringify(json));
  await closed;
});

it('a PUT that a proxy repeats after the session has ended → no claim that nothing was sent', async () => {
  const { send, state } = await listenConsole({ isSignedIn: true });
  const cookie = { headers: { cookie: state.cookie } };
  const put = (id: string) => send(`${path}/${id}`, { method: 'PUT', body: target, ...cookie });
  const id = randomUUID();
  expect((await put(id)).status).toBe(200);
  await send('/api/session', { method: 'DELETE' });
  expect(await put(id)).toMatchObject({ status: 500, json: { message: 'The console server failed.' } });
  expect(await put(randomUUID())).toMatchObject({ status: 401, json: { code: 'session' } });
});
