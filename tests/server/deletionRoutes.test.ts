import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { requestFor } from './deletionServers.ts';

const workspace = '/api/workspaces/acme';
const path = `${workspace}/deletions`;

/** A browser that is signed in, and a service that answers a DELETE with 204, or as `responses` says for an instance. */
async function signedIn(env: Record<string, string> = {}) {
  const responses = new Map<string, () => Response | Promise<Response>>();
  function answer({ method, url }: Request) {
    if (method !== 'DELETE') return null;
    const respond = responses.get(url.split('/').at(-1) ?? '');
    return respond?.() ?? new Response(null, { status: 204 });
  }
  const server = await listenConsole({ env, answer, isSignedIn: true });
  const { send, logLines } = server;
  return {
    ...server,
    responses,
    post: (end: string, body?: unknown) => send(`${workspace}/${end}`, { method: 'POST', body }),
    async find(query: string) {
      const { json } = await send(`${path}?${query}`);
      const { deletions } = json as { deletions: { items: { instanceId: string }[] }[] };
      return deletions.map(({ items }) => items.map(({ instanceId }) => instanceId).join());
    },
    audits: () => logLines.map((line) => JSON.parse(line)).filter(({ outcome }) => outcome !== undefined),
  };
}

const json = (value: object, status: number) => () => Response.json(value, { status });
const otherWorkspace = { id: 'i', name: 'n', apiHost: 'a', dbHost: 'd', workspace: { slug: 'beta' } };

it('a deletion → the documented fields, an audit line per item, and one answer', async () => {
  const { put, responses, deletes, send, audits } = await signedIn();
  responses.set('two', json({ message: 'Busy.', statusCode: 409 }, 409));
  const id = randomUUID();
  const request = { ...requestFor('one', 'two', 'three'), reason: ' old ' };
  const first = await put(request, id.toUpperCase());
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  const stopReason = 'The service rejected the delete of name of two.';
  const settle = (index: number, code: string, status: number | null, message: string) => {
    const outcome = { code, status, requestId: null, message, notes: [], record: null, retryAt: null };
    const times = { sentAt: status && time, endedAt: time, dismissedAt: null, dismissedBy: null };
    return { ...request.items[index], ...times, stage: code, outcome };
  };
  const actor = expect.stringMatching(/^token [0-9a-f]{8}$/);
  const deletion = {
    ...{ id, workspaceSlug: 'acme', actor, isOwn: true, reason: 'old' },
    ...{ stage: 'ended', stopReason, confirmedAt: time, endedAt: time },
    items: [
      settle(0, 'deleted', 204, ''),
      settle(1, 'refused', 409, 'Busy.'),
      settle(2, 'not-sent', null, `The delete had stopped: ${stopReason}`),
    ],
  };
  expect([first.status, first.json]).toEqual([200, { deletion, isStored: true }]);
  expect((await put(request, id)).json).toEqual(first.json);
  expect((await send(path)).json).toEqual({ deletions: [deletion], protections: [], next: null, now: time });
  expect(deletes().map(({ path: sent }) => sent.split('/').at(-1))).toEqual(['one', 'two']);
  const lines = [
    { method: 'DELETE', outcome: 'deleted', answeredBy: 'service', status: 204 },
    { method: 'DELETE', outcome: 'refused', answeredBy: 'service', status: 409 },
    { method: 'PUT', outcome: 'not-sent', answeredBy: 'console', status: null, requestId: null },
  ];
  expect(audits()).toMatchObject(lines.map((line, item) => ({ ...line, deletionId: id, item })));
});

it('an unchanged log → 304, also through gzip, and for each actor its own', async () => {
  const { put, send } = await signedIn();
  await put(requestFor('one', 'two', 'three', 'four'));
  for (const encoding of ['gzip', 'identity']) {
    const accept = { 'accept-encoding': encoding };
    const { etag = '', 'content-encoding': sent = 'identity' } = (await send(path, { headers: accept }))
      .headers;
    expect(sent).toBe(encoding);
    const again = () => send(path, { headers: { ...accept, 'if-none-match': etag } });
    expect(await again()).toMatchObject({ status: 304, text: '' });
    await put(requestFor(encoding));
    expect((await again()).status).toBe(200);
  }
});

const oneWith = (fields: object) => ({ items: [{ ...requestFor('one').items[0], ...fields }] });
it.each<[env: Record<string, string>, body: unknown, status: number, code: string, sentence?: RegExp]>([
  [{ READ_ONLY: 'Migration.' }, requestFor('one', 'two'), 403, 'read-only', /^(?!Nothing).*Migration\.$/],
  [{ PROTECTED: 'one' }, requestFor('2', 'ONE'), 403, 'protected', /^Nothing was sent\. name of ONE: .*\.$/],
  [{ PROTECTED: '1, 2' }, requestFor('1', '2', '3'), 403, 'protected', /And 1 more can't be deleted\.$/],
  [{}, requestFor('one', 'kept'), 403, 'protected', /^Nothing was sent\. name of kept: (?!.* more ).*\.$/],
  [{ REASON: 'required' }, { ...requestFor('one'), reason: ' \u200b' }, 403, 'reason', /requires a reason/],
  [{ MAX_PER_HOUR: '1' }, requestFor('one', 'two'), 403, 'limit'],
  [{}, requestFor('ODD'), 409, 'mismatch'],
  [{}, requestFor('.'), 422, 'path'],
  [{}, oneWith({ instanceId: 'x'.repeat(513) }), 422, 'path'],
  [{}, requestFor('one', 'ONE'), 422, 'invalid'],
  [{}, requestFor(), 422, 'invalid'],
  [{}, requestFor(...Array.from({ length: 501 }, (_, index) => `i-${index}`)), 422, 'invalid'],
  [{}, { ...requestFor('one'), reason: 'a\nb' }, 422, 'invalid'],
  [{}, { ...requestFor('one'), reason: 'x'.repeat(301) }, 422, 'invalid'],
  [{}, { ...requestFor('one'), reason: 'sandbox-token' }, 422, 'invalid', /your access token/],
  [{}, oneWith({ created: 'x'.repeat(65) }), 422, 'invalid'],
  [{}, '{', 422, 'invalid'],
])('settings %j, a PUT of %j → %i %s, and one audit line', async (...row) => {
  const [env, body, status, code, sentence = /./] = row;
  const { put, post, responses, deletes, audits } = await signedIn(env);
  await post('protections', requestFor('kept'));
  responses.set('odd', json(otherWorkspace, 200));
  await put({ ...requestFor('odd'), reason: 'x' });
  const [sent, lines] = [deletes().length, audits().length];
  const id = randomUUID();
  const refusal = { message: expect.stringMatching(sentence), statusCode: status, code };
  expect(await put(body, id)).toMatchObject({ status, json: refusal });
  expect(deletes()).toHaveLength(sent);
  const line = { method: 'PUT', outcome: 'not-sent', answeredBy: 'console', status: null, deletionId: id };
  expect(audits().slice(lines)).toMatchObject([line]);
});

it('deleted or accepted → exactly its added instance is removed; gone → it stays', async () => {
  const { put, post, send, responses } = await signedIn();
  await post('added-instances', { instances: requestFor('one', 'ONE', 'later', 'gone').items });
  responses.set('later', () => new Response(null, { status: 202 }));
  responses.set('gone', json({ message: 'No such instance.', statusCode: 404 }, 404));
  for (const id of ['one', 'later', 'gone']) expect((await put(requestFor(id))).status).toBe(200);
  const left = [{ instanceId: 'ONE' }, { instanceId: 'gone' }];
  expect((await send(`${workspace}/added-instances`)).json).toMatchObject({ instances: left });
});

it('an instance in flight, a different body and a withdrawn ID → 409', async () => {
  const { put, post, responses, deletes } = await signedIn();
  const held = deferred<Response>();
  responses.set('one', () => held.promise);
  const [id, withdrawn] = [randomUUID(), randomUUID()];
  const running = put(requestFor('one'), id);
  await expect.poll(deletes).toHaveLength(1);
  const refused = (code: string) => ({ status: 409, json: { code } });
  expect(await put(requestFor('ONE'))).toMatchObject(refused('in-flight'));
  expect(await put(requestFor('two'), id)).toMatchObject(refused('different-body'));
  for (const _ of ['once', 'again']) expect((await post(`deletions/${withdrawn}/withdraw`)).status).toBe(204);
  expect(await post(`deletions/${withdrawn}/stop`)).toMatchObject({ status: 422 });
  expect(await put(requestFor('two'), withdrawn)).toMatchObject(refused('withdrawn'));
  const known = await post(`deletions/${id}/withdraw`);
  expect(known).toMatchObject({ status: 200, json: { deletion: { id, stage: 'running' } } });
  held.resolve(new Response(null, { status: 204 }));
  expect(await running).toMatchObject({ status: 200, json: { deletion: { items: [{ stage: 'deleted' }] } } });
});

it('a stop is 204 also if nothing runs, and what can’t be dismissed stays as it is', async () => {
  const { put, post, responses } = await signedIn();
  responses.set('odd', json(otherWorkspace, 200));
  const id = randomUUID();
  await put(requestFor('one', 'odd'), id);
  expect((await post(`deletions/${id}/stop`)).status).toBe(204);
  const dismiss = async (item: number) =>
    Object((await post(`deletions/${id}/dismiss`, { item })).json).deletion.items;
  for (const item of [0, 7, 2 ** 40])
    expect(await dismiss(item)).toMatchObject([{ dismissedAt: null }, { dismissedAt: null }]);
  const [, dismissed] = await dismiss(1);
  expect(dismissed).toMatchObject({ dismissedBy: expect.stringMatching(/^token/) });
  // Without the dismissal, this would be refused.
  expect((await put(requestFor('odd'))).status).toBe(200);
  const unknown = randomUUID();
  for (const end of [`${unknown}/stop`, `${unknown}/dismiss`, `${id}/dismiss`, '1/withdraw']) {
    const body = end.startsWith(unknown) ? { item: 0 } : {};
    expect(await post(`deletions/${end}`, body)).toMatchObject({ status: 422, json: { code: 'invalid' } });
  }
});

it('the log is filtered, and has pages of whole deletions', async () => {
  const { put, find, send, responses } = await signedIn();
  responses.set('bad', json({ message: 'No.', statusCode: 400 }, 400));
  const id = randomUUID();
  await put({ ...requestFor('one'), reason: 'Cleanup' }, id);
  await put(requestFor('two', 'three'));
  await put(requestFor('bad'));
  const today = new Date().toISOString().slice(0, 10);
  for (const query of ['search=&result=&mine=&from=&limit=&id=', 'mine=1', `from=${today}&to=${today}`])
    expect(await find(query)).toEqual(['bad', 'two,three', 'one']);
  for (const query of ['search=clean%20ORDERS', `id=${id}`]) expect(await find(query)).toEqual(['one']);
  for (const query of ['result=gone,refused', 'mine=1&limit=1']) expect(await find(query)).toEqual(['bad']);
  expect(await find('to=2020-01-01')).toEqual([]);
  expect(await find('mine=1&limit=2')).toEqual(['bad', 'two,three']);
  const { next } = (await send(`${path}?mine=1&limit=2`)).json as { next: string };
  expect(await find(`mine=1&limit=2&before=${next}`)).toEqual(['one']);
  const wrongDays = ['from=yesterday', 'from=2026-02-31', 'to=2026-13-01'];
  for (const query of ['limit=0', 'limit=501', 'before=x', 'mine=0', 'result=x', 'id=1', ...wrongDays])
    expect((await send(`${path}?${query}`)).status).toBe(422);
});

it('without a filter, the first page also has what is unresolved', async () => {
  const { put, find, responses, database } = await signedIn();
  responses.set('unclear', () => new Response('', { status: 500 }));
  for (const id of ['unclear', 'old']) await put(requestFor(id));
  await sql`update deletion_items set ended_at = ended_at - 3600000`.execute(database.db);
  for (const id of ['new', 'newest']) await put(requestFor(id));
  expect(await find('limit=1')).toEqual(['newest', 'new', 'unclear']);
  expect(await find('limit=1&result=deleted')).toEqual(['newest']);
});

it('an outcome has its record only in the answer for one ID', async () => {
  const { put, send, responses } = await signedIn();
  responses.set('one', json(otherWorkspace, 200));
  const id = randomUUID();
  await put(requestFor('one'), id);
  const read = async (query: string) =>
    Object((await send(path + query)).json).deletions[0].items[0].outcome.record;
  expect([await read(''), await read(`?id=${id}`)]).toEqual([null, otherWorkspace]);
});

it('the CSV has a line per item that matches, without formulas and tokens', async () => {
  const { put, send, responses } = await signedIn();
  responses.set('two', json({ message: '=token sandbox-token is wrong', statusCode: 400 }, 400));
  const one = { databaseName: 'orders', instanceId: 'one', name: '@one' };
  await put({ items: [one, ...requestFor('two').items], reason: '-old' });
  const read = async (query: string) => {
    const { status, headers, text: csv } = await send(`${path}.csv?${query}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    return Papa.parse<string[]>(csv, { skipEmptyLines: true }).data;
  };
  const [header, first, second] = await read('search=orders');
  expect(header?.join()).toBe('time,result,name,ID,database,actor,reason,status,message');
  const actor = expect.stringMatching(/^token/);
  expect(first?.slice(1)).toEqual(['deleted', "'@one", 'one', 'orders', actor, "'-old", '204', '']);
  expect(second?.at(-1)).toMatch(/^'=token [^s]* is wrong$/);
  expect(await read('result=refused')).toEqual([header, second]);
  expect(await read('search=nothing')).toEqual([header]);
});

it('protections have the documented fields', async () => {
  const { post, send } = await signedIn();
  const request = { ...requestFor('one', 'two'), reason: 'audit' };
  const { json: set } = await post('protections', request);
  const facts = { reason: 'audit', actor: expect.any(String), isOwn: true, setAt: expect.any(String) };
  const listed = request.items.map(({ created: _, ...item }) => ({ ...item, ...facts }));
  expect(Object(set).protections).toEqual(expect.arrayContaining(listed));
  expect((await send(path)).json).toMatchObject(Object(set));
  expect((await post('protections/remove', requestFor('one'))).json).toEqual({ protections: [listed[1]] });
  for (const body of [{ items: [] }, { ...request, reason: 'a\nb' }, { ...request, reason: 'sandbox-token' }])
    expect(await post('protections', body)).toMatchObject({ status: 422, json: { code: 'invalid' } });
});

it('the server stops → a repeated delete gets its outcome, a new one is refused', async () => {
  const { port, close, put, state, responses, deletes } = await signedIn();
  const held = deferred<Response>();
  responses.set('one', () => held.promise);
  const body = JSON.stringify(requestFor('one'));
  const session = [`Cookie: ${state.cookie}`, `Console-Session: ${state.sessionId}`];
  const ofBody = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const rest = [' HTTP/1.1', `Host: localhost:${port}`, ...session, ...ofBody, '', body].join('\r\n');
  const begin = (id: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`PUT ${path}/${id}`);
    return socket;
  };
  const id = randomUUID();
  const [again, other] = [begin(id), begin(randomUUID())];
  const first = put(requestFor('one'), id);
  await expect.poll(deletes).toHaveLength(1);
  const closed = close();
  for (const socket of [again, other]) socket.write(rest);
  expect(await text(other)).toMatch(/^HTTP\/1.1 503[\s\S]*Connection: close[\s\S]*"code":"service"/);
  held.resolve(new Response(null, { status: 204 }));
  expect((await first).json).toMatchObject({ deletion: { id, stage: 'ended' } });
  const [head, answer = ''] = (await text(again)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 200[\s\S]*Connection: close/);
  expect(JSON.parse(answer)).toEqual((await first).json);
  await closed;
});
