import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/server/database/database.ts';
import { listenConsole } from '../support/listenConsole.ts';

const log = '/api/workspaces/acme/deletions';
const names = '/api/workspaces/acme/databases';

it.each([
  ['GET', '/api/unknown', 404],
  ['HEAD', '/api/unknown', 404],
  ['DELETE', '/api/unknown', 400],
  ['DELETE', '/api/workspaces/acme/databases/orders/compute/i-1', 400],
  ['PATCH', log, 400],
  ['PUT', '/assets/main-abc123.js', 400],
  ['GET', '/api/x/../workspaces/acme/regions', 404],
  ['GET', '/api/workspaces/%2e%2e/regions', 422],
  ['GET', '/api/workspaces/%c3/regions', 422],
  ['GET', log, 401],
  ['GET', '/api/workspaces/acme/regions', 401],
  ['POST', names, 401],
  ['POST', '/api/session/activity', 401],
  ['GET', `/api/workspaces/${'%2525'.repeat(12_000)}/regions`, 422],
  ['GET', `${log}?search=${'x'.repeat(17_000)}`, 414],
])('without a session, %s %.60s → %i', async (method, path, status) => {
  const { call } = await listenConsole();
  const response = await call(path, { method });
  expect(response.status).toBe(status);
  const json = { message: expect.stringMatching(/\.$/), statusCode: status, code: expect.any(String) };
  expect(response.json).toEqual(method === 'HEAD' ? null : json);
});

it.each<[title: string, status: number, headers: Record<string, string>]>([
  ['a foreign Origin', 403, { origin: 'https://evil.example' }],
  ['an opaque Origin', 403, { origin: 'null' }],
  ['Sec-Fetch-Site: cross-site', 403, { 'sec-fetch-site': 'cross-site' }],
  ['our own Via', 508, { via: '1.1 proxy, 1.1 workspace-console' }],
  ['a form as its body', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no Console-Session', 401, { 'console-session': '' }],
  ['the ID of a different session', 401, { 'console-session': 'a1f3c52-7d1c' }],
])('%s → %i, and nothing is done', async (_, status, headers) => {
  const { send } = await listenConsole({ isSignedIn: true });
  const response = await send(names, { method: 'POST', body: { add: ['x'], remove: [] }, headers });
  expect(response).toMatchObject({ status, json: { statusCode: status } });
  expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
});

it('the Origin of the page, and a link from a different site, are accepted', async () => {
  const { send, port } = await listenConsole({ isSignedIn: true });
  const origin = { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' };
  expect(
    (await send(names, { method: 'POST', body: { add: ['x'], remove: [] }, headers: origin })).status,
  ).toBe(200);
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await send('/workspaces/acme/compute', { headers: link })).status).toBe(200);
  expect((await send(log, { headers: link })).status).toBe(403);
});

it('a body that is no JSON of the right form → 422', async () => {
  const { send } = await listenConsole({ isSignedIn: true });
  const post = (body: unknown) => send(names, { method: 'POST', body });
  for (const body of ['{', '[]', '{"add":[1]}'])
    expect(await post(body)).toMatchObject({ status: 422, json: { code: 'invalid' } });
});

it('a body that is too large → 413 after its end', async () => {
  const { state, port } = await listenConsole({ isSignedIn: true });
  const session = { cookie: state.cookie, 'console-session': state.sessionId };
  const headers = { ...session, host: `localhost:${port}`, 'content-type': 'application/json' };
  const request = http.request(`http://127.0.0.1:${port}${names}`, { method: 'POST', headers });
  const onResponse = vi.fn();
  request.once('response', onResponse).write('"'.padEnd(1_100_000));
  await sleep(200);
  // A client that still sends would get a reset.
  expect(onResponse).not.toHaveBeenCalled();
  const [response] = await once(request.end(), 'response');
  expect(response.statusCode).toBe(413);
});

it('a database that does not answer → 503 with a sentence, and /livez still answers', async () => {
  const database = await openDatabase(':memory:');
  const { call, send, signIn } = await listenConsole({ database, isSignedIn: true });
  await database.close();
  const json = { message: expect.stringMatching(/database/), statusCode: 503, code: 'storage' };
  for (const response of [await send(log), await signIn()]) expect(response.json).toEqual(json);
  expect((await send('/workspaces/acme/compute')).status).toBe(503);
  expect((await call('/healthz')).status).toBe(503);
  expect(await call('/livez')).toMatchObject({ status: 200, json: { status: 'ok' } });
});
