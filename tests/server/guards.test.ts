import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { expect, it } from 'vitest';
import { collectGarbage } from '../support/collectGarbage.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { requestFor } from './deletionServers.ts';

const log = '/api/workspaces/acme/deletions';
const names = '/api/workspaces/acme/databases';
const change = { add: ['x'], remove: [] };
it.each([
  ['GET', '/api/unknown', 404],
  ['HEAD', '/api/unknown', 404],
  ['DELETE', '/api/workspaces/acme/databases/orders/compute/i-1', 400],
  ['PUT', '/assets/main-abc123.js', 400],
  ['GET', '/api/x/../workspaces/acme/regions', 404],
  ['GET', '/api/workspaces/%2e%2e/regions', 401],
  ['GET', '/api/workspaces/%c3/regions', 401],
  ['POST', '/api/session/activity', 401],
  ['GET', '/api/session', 401],
  ['PUT', '/api/session', 400],
])('without a session, %s %s → %i', async (method, path, status) => {
  const { call } = await listenConsole();
  const response = await call(path, { method });
  expect(response.status).toBe(status);
  const json = { message: expect.stringMatching(/\.$/), statusCode: status, code: expect.any(String) };
  expect(response.json).toEqual(method === 'HEAD' ? null : json);
});

it.each<[title: string, status: number, headers: Record<string, string>]>([
  ['a foreign Origin', 403, { origin: 'https://evil.example' }],
  ['an opaque Origin', 403, { origin: 'null' }],
  ['an Origin and an empty Host', 403, { origin: 'http://localhost', host: '' }],
  ['Sec-Fetch-Site: cross-site', 403, { 'sec-fetch-site': 'cross-site' }],
  ['a form as its body', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no cookie', 401, { cookie: '' }],
  ['no Console-Session', 401, { 'console-session': '' }],
  ['the ID of a different session', 401, { 'console-session': 'a1f3c52-7d1c' }],
])('%s → %i, and nothing is done', async (_, status, headers) => {
  const { send } = await listenConsole({ isSignedIn: true });
  const deletion = `${log}/${randomUUID()}`;
  const actions = ['withdraw', 'stop', 'dismiss'].map((action) => `${deletion}/${action}`);
  for (const path of [deletion, names, ...actions]) {
    const method = path === deletion ? 'PUT' : 'POST';
    const body = path === names ? change : requestFor('one');
    const refusal = { status, json: { statusCode: status } };
    expect(await send(path, { method, body, headers })).toMatchObject(refusal);
  }
  expect((await send(log)).json).toMatchObject({ deletions: [] });
  expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
});

it('the Origin of the page, and a link from a different site, are accepted', async () => {
  const { send, port } = await listenConsole({ isSignedIn: true });
  const origin = { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' };
  expect((await send(names, { method: 'POST', body: change, headers: origin })).status).toBe(200);
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await send('/workspaces/acme/compute', { headers: link })).status).toBe(200);
  expect((await send(log, { headers: link })).status).toBe(403);
});

const invalid = 'The body of the request is invalid:';
it.each([
  ['{', `${invalid} It is missing or has the wrong type.`],
  ['{"add":["ok",{"a":"sandbox-token"}]}', `${invalid} add.1 is missing or has the wrong type.`],
  ['{"add":["\\ud800"]}', 'A text contains half a character.'],
])('the body %s → 422 with the field and what is wrong, and no value', async (body, message) => {
  const { send } = await listenConsole({ isSignedIn: true });
  const { json } = await send(names, { method: 'POST', body });
  expect(json).toEqual({ message, statusCode: 422, code: 'invalid' });
});

async function openBody(port: number, bytes: number, headers: Record<string, string> = {}) {
  const own = { host: `localhost:${port}`, 'content-type': 'application/json', ...headers };
  const url = `http://127.0.0.1:${port}${log}/${randomUUID()}`;
  const request = http.request(url, { method: 'PUT', headers: own });
  request.on('error', () => {}).write('"'.padEnd(bytes));
  const [response] = await once(request, 'response');
  return { request, status: response.statusCode, connection: response.headers.connection };
}

it('a body without a session → 401 before its end, and nothing of it is kept', async () => {
  const { port } = await listenConsole();
  const before = process.memoryUsage().arrayBuffers;
  const answers = await Promise.all(Array.from({ length: 60 }, () => openBody(port, 900_000)));
  for (const { request, status } of answers) {
    expect(status).toBe(401);
    request.destroy();
  }
  // What was dropped is still counted until it is collected.
  const measure = () => [collectGarbage(), process.memoryUsage().arrayBuffers - before][1];
  await expect.poll(measure).toBeLessThan(30_000_000);
});

it('more than 1 MiB of a body without a session → the connection is closed', async () => {
  const { port } = await listenConsole();
  const { request } = await openBody(port, 10);
  for (let count = 0; count < 20; count += 1) request.write(Buffer.alloc(100_000));
  await new Promise((resolve) => request.once('close', resolve));
});

const lengths = [{ 'content-length': '1048577' }, {}];
it.each(lengths)('a PUT of more than 1 MiB, %j → 413, and one audit line', async (length) => {
  const { state, port, logLines } = await listenConsole({ isSignedIn: true });
  const headers = { cookie: state.cookie, 'console-session': state.sessionId, ...length };
  const { status, connection } = await openBody(port, 1_048_577, headers);
  // Only a declared length shows in time that the connection will end.
  expect([status, connection === 'close']).toEqual([413, 'content-length' in length]);
  const audits = logLines.filter((line) => line.includes('"outcome"'));
  expect(audits).toEqual([expect.stringMatching(/"method":"PUT".*"outcome":"not-sent"/)]);
});

it('a sign-in of more than 32 KiB → 413', async () => {
  const { signIn } = await listenConsole();
  expect(await signIn('x'.repeat(33_000))).toMatchObject({ status: 413, json: { code: 'invalid' } });
});

it('an error → 503, and one line with ID, class, code and frames, and no values', async () => {
  const { database, errorLines, send } = await listenConsole({ isSignedIn: true });
  await database.db.schema.dropTable('sessions').execute();
  const response = await send(log, { headers: { 'x-request-id': 'req-12345678' } });
  expect(response.json).toMatchObject({ statusCode: 503, code: 'storage' });
  const line = /^Request req-12345678 failed: SqliteError SQLITE_ERROR(?:\n +at .*)+$/;
  expect(errorLines).toEqual([expect.stringMatching(line)]);
  const page = await send('/workspaces/acme/compute');
  expect(page).toMatchObject({ status: 503, text: expect.stringContaining('database') });
});
