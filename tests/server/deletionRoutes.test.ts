import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/sandbox/app.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { deferred } from '../support/deferred.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';

const path = '/api/workspaces/acme/deletions';
const target = { databaseName: 'orders', instanceId: 'unused', name: 'unused', created: null, reason: '' };

async function signedIn(env: Record<string, string> = {}) {
  const { browser, logLines, database } = await listenConsole({ env });
  const { send, signIn } = browser();
  await signIn();
  const put = (id: string, body: unknown) => send(`${path}/${id}`, { method: 'PUT', body });
  const audits = () =>
    logLines.map((line) => JSON.parse(line)).filter(({ outcome }) => outcome !== undefined);
  /** Of the sandbox. */
  const findInstance = async () => {
    const { json } = await send('/api/workspaces/acme/databases/orders/compute');
    const [first] = json as { id: string; name: string; created: string }[];
    if (first === undefined) throw new Error('The sandbox has no instance.');
    return { databaseName: 'orders', instanceId: first.id, name: first.name, created: first.created };
  };
  return { send, put, audits, findInstance, database };
}

it('a delete, its repetition and the log', async () => {
  const { send, put, audits, findInstance } = await signedIn();
  const instance = await findInstance();
  const id = randomUUID();
  const first = await put(id.toUpperCase(), { ...instance, reason: ' old ' });
  expect(first.status).toBe(200);
  expect(first.json).toMatchObject({
    deletion: { id, ...instance, ...{ workspaceSlug: 'acme', reason: 'old', isOwn: true, stage: 'deleted' } },
    isStored: true,
  });
  expect((await put(id, { ...instance, reason: 'old' })).json).toEqual(first.json);
  expect(await put(id, instance)).toMatchObject({ status: 409, json: { code: 'different-body' } });
  const log = await send(path);
  const deletions = [Object(first.json).deletion];
  expect(log.json).toEqual({ deletions, bulkDeletions: [], protections: [], next: null });
  const { etag = '' } = log.headers;
  const unchanged = await send(path, { headers: { 'if-none-match': etag } });
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  expect(await send(`${path}/${id}/dismiss`, { method: 'POST', body: {} })).toMatchObject({ status: 422 });
  expect(audits()).toMatchObject([
    { method: 'DELETE', outcome: 'deleted', answeredBy: 'service', deletionId: id },
    { method: 'PUT', outcome: 'not-sent', answeredBy: 'console', status: null, deletionId: id },
  ]);
});

it('a bulk delete, its stop and protections', async () => {
  const { send, findInstance } = await signedIn();
  const { created: _, ...instance } = await findInstance();
  const protections = (action: string, body: object) =>
    send(`/api/workspaces/acme/protections${action}`, { method: 'POST', body });
  expect((await protections('', { ...instance, reason: 'audit' })).json).toMatchObject({
    protections: [instance],
  });
  const bulkPath = `/api/workspaces/acme/bulk-deletions/${randomUUID()}`;
  const start = () =>
    send(bulkPath, { method: 'PUT', body: { items: [{ id: randomUUID(), ...instance }], reason: '' } });
  expect(await start()).toMatchObject({ status: 403, json: { code: 'protected' } });
  expect((await protections('/remove', instance)).json).toEqual({ protections: [] });
  const started = await start();
  expect(started.status).toBe(202);
  expect(started.json).toMatchObject({ bulkDeletion: { stage: 'running' }, deletions: [instance] });
  await expect.poll(async () => Object((await send(path)).json).bulkDeletions[0].stage).toBe('ended');
  expect((await send(`${bulkPath}/stop`, { method: 'POST', body: {} })).status).toBe(204);
  const unknown = `/api/workspaces/acme/bulk-deletions/${randomUUID()}/stop`;
  expect((await send(unknown, { method: 'POST', body: {} })).status).toBe(404);
});

it('requests that are refused have a code and one audit line', async () => {
  const { send, put, audits, database } = await signedIn({ READ_ONLY: 'Migration.' });
  const bulk = `/api/workspaces/acme/bulk-deletions/${randomUUID()}`;
  const refused = [
    await put(randomUUID(), target),
    await put('1', target),
    await put(randomUUID(), { ...target, reason: 'a\nb' }),
    await put(randomUUID(), '{'),
    await send(bulk, { method: 'PUT', body: { items: [] } }),
  ];
  const message = expect.any(String);
  const invalid = { message, statusCode: 422, code: 'invalid' };
  expect(refused.map(({ json }) => json)).toEqual([
    ...[{ message, statusCode: 403, code: 'read-only' }, invalid, invalid, invalid, invalid],
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 422, 422, 422, 422]);
  expect(audits().map(({ method, outcome, status }) => [method, outcome, status])).toEqual(
    refused.map(() => ['PUT', 'not-sent', null]),
  );
  for (const query of ['limit=0', 'limit=201', 'before=x', 'mine=2'])
    expect((await send(`${path}?${query}`)).status).toBe(422);
  await database.db.schema.dropTable('deletions').execute();
  expect(await put(randomUUID(), target)).toMatchObject({
    status: 503,
    json: { code: 'storage', message: "The deletion log can't be written, so nothing was sent." },
  });
});

it('another token of the session is kept out of a reason and a shared list', async () => {
  const sandbox = createSandbox();
  const headers = { authorization: 'Bearer sandbox-token' };
  const { browser } = await listenConsole({
    sandbox: { fetch: (request) => sandbox.fetch(new Request(request, { headers })) },
  });
  const { send, signIn } = browser();
  await signIn('acme', 'first-token-1');
  await signIn('beta', 'second-token-2');
  const body = { ...target, reason: 'see second-token-2' };
  expect(await send(`${path}/${randomUUID()}`, { method: 'PUT', body })).toMatchObject({
    status: 422,
    json: { code: 'invalid', message: 'The reason contains your access token. Remove it first.' },
  });
  const names = { names: ['second-token-2'] };
  const databases = '/api/workspaces/acme/databases';
  expect((await send(databases, { method: 'PUT', body: names })).status).toBe(422);
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  it('more requests with one ID than connections wait for one outcome', async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const database = await openDatabase(postgres.url);
    onTestFinished(() => database.close());
    const sandbox = createSandbox();
    const { browser } = await listenConsole({ database, sandbox });
    const { send, signIn } = browser();
    await signIn('beta');
    await signIn('acme');
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

it('while the server stops, only a repetition of a delete gets an outcome', async () => {
  const sandbox = createSandbox();
  const received = deferred<void>();
  const held = deferred<void>();
  const fetch = async (request: Request) => {
    if (request.method !== 'DELETE') return sandbox.fetch(request);
    received.resolve();
    await held.promise;
    return sandbox.fetch(request);
  };
  const { server, port, close, browser } = await listenConsole({ sandbox: { fetch } });
  const { send, signIn } = browser();
  await signIn();
  const put = (id: string) => send(`${path}/${id}`, { method: 'PUT', body: target });
  const id = randomUUID();
  const first = put(id);
  await received.promise;
  const closed = close();
  // Connections that are kept alive still reach it.
  server.listen(port, '127.0.0.1');
  // Otherwise the server could close the connection before it has the request.
  const arrived = once(server, 'request');
  const second = put(id);
  await arrived;
  expect(await put(randomUUID())).toMatchObject({ status: 503, json: { code: 'service' } });
  held.resolve();
  expect((await first).status).toBe(200);
  expect((await second).json).toEqual((await first).json);
  server.close();
  await closed;
});

it('a PUT that a proxy repeats after the session has ended → no claim that nothing was sent', async () => {
  const { browser } = await listenConsole();
  const { send, signIn, state } = browser();
  await signIn();
  const cookie = { headers: { cookie: state.cookie } };
  const put = (id: string) => send(`${path}/${id}`, { method: 'PUT', body: target, ...cookie });
  const id = randomUUID();
  expect((await put(id)).status).toBe(200);
  await send('/api/session', { method: 'DELETE' });
  expect(await put(id)).toMatchObject({ status: 500, json: { message: 'The console server failed.' } });
  expect(await put(randomUUID())).toMatchObject({ status: 401, json: { code: 'session' } });
});
