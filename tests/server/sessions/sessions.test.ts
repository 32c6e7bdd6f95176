import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../../src/sandbox/app.ts';
import { openDatabase } from '../../../src/server/database/database.ts';
import { createFolder } from '../../support/createFolder.ts';
import { createBrowser, listenConsole } from '../../support/listenConsole.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const log = '/api/workspaces/acme/deletions';

it.each([
  ['acme', 'sandbox-token', 200, null],
  [' ac\u200bme ', ' sandbox-token\n', 200, null],
  ['acme', 'other', 401, 'The access token is not valid.'],
  ['nowhere', 'sandbox-token', 404, 'There is no workspace nowhere.'],
  ['forbidden', 'sandbox-token', 403, 'This token has no access to the workspace “forbidden”.'],
  ['..', 'sandbox-token', 422, expect.stringMatching(/^The workspace /)],
  ['sandbox-token', 'sandbox-token', 422, 'The workspace contains the access token.'],
  ['acme', 'two words', 422, expect.stringMatching(/no spaces/)],
  ['acme', null, 401, 'Sign in with an access token.'],
])('a sign-in to workspace “%s” with token “%s” → %i', async (workspace, token, status, message) => {
  const { send, signIn } = await listenConsole();
  const response = await signIn(workspace, token);
  expect(response).toMatchObject({ status });
  const session = {
    ...{ workspace: 'acme', sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    actor: expect.stringMatching(/^token [0-9a-f]{8}$/),
  };
  const refusal = { message, statusCode: status, code: expect.any(String) };
  expect(response.json).toEqual(status === 200 ? session : refusal);
  expect(response.headers['set-cookie'] === undefined).toBe(status !== 200);
  expect((await send(log)).status).toBe(status === 200 ? 200 : 401);
});

it('a sign-in at a service that nobody can reach → 502, and no session', async () => {
  const env = { SERVICE_URL: 'http://127.0.0.1:9', INSTANCES_PATH: '/{workspaceSlug}' };
  const response = await (await listenConsole({ env })).signIn();
  expect(response).toMatchObject({ status: 502, json: { statusCode: 502, code: 'service' } });
  expect(response.headers['set-cookie']).toBeUndefined();
});

it('a workspace in other letters → the spelling of the service, also if its first list is empty', async () => {
  const records = [{ id: 'i-1', workspace: { slug: 'acme' } }];
  const fetch = async ({ url }: Request) => Response.json(/\/analytics\//.test(url) ? records : []);
  const { send, signIn } = await listenConsole({ sandbox: { fetch } });
  expect((await signIn('ACME')).json).toMatchObject({ workspace: 'acme' });
  expect((await send(log)).status).toBe(200);
  expect((await send(log.replace('acme', 'ACME'))).status).toBe(401);
});

it.each([
  ['console.example', /^__Host-Http-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ['localhost.example:4173', /^__Host-Http-console=/],
  ['localhost:4173', /^console-4173=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/],
  ['[::1]', /^console-80=/],
])('a sign-in at %s → a cookie that fits', async (host, cookie) => {
  const { call } = await listenConsole();
  const body = { workspace: 'acme', token: 'sandbox-token' };
  const response = await call('/api/session', { method: 'POST', body, host });
  expect(response.headers['set-cookie']).toEqual([expect.stringMatching(cookie)]);
});

it('the database file contains neither the token nor the cookie', async () => {
  const dir = createFolder();
  const database = await openDatabase(`file:${dir}/console.db`);
  onTestFinished(database.close);
  const { state } = await listenConsole({ database, isSignedIn: true });
  const text = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'latin1'));
  expect(text.join()).toContain(state.sessionId);
  for (const secret of ['sandbox-token', state.cookie.split('=')[1]])
    expect(text.join()).not.toContain(secret);
});

it('the first list is requested once, at the sign-in, and only for its session', async () => {
  const sandbox = createSandbox();
  const { port, ...first } = await listenConsole({ sandbox });
  await Promise.all([first.signIn(), createBrowser(port).signIn()]);
  const path = '/workspaces/acme/databases/orders/compute';
  const count = () => sandbox.calls.filter((call) => call.path === path).length;
  expect(count()).toBe(2);
  const response = await first.send(`/api${path}`);
  expect(response.json).toHaveLength(8);
  expect(Number(response.headers['console-requested-at'])).toBeGreaterThan(Date.now() - 10_000);
  expect(count()).toBe(2);
  await first.send(`/api${path}`);
  expect(count()).toBe(3);
});

it('a session with its ID gets a second workspace, and without it is replaced', async () => {
  const { call, state, send, signIn } = await listenConsole({ isSignedIn: true });
  const [cookie, id] = [state.cookie, state.sessionId];
  expect((await signIn('beta', null)).json).toMatchObject({ workspace: 'beta', sessionId: id });
  expect(state.cookie).toBe(cookie);
  for (const workspace of ['acme', 'beta'])
    expect((await send(log.replace('acme', workspace))).status).toBe(200);

  await signIn('acme', null, { 'console-session': 'other' });
  expect(state.sessionId).not.toBe(id);
  expect((await call(log, { headers: { cookie } })).status).toBe(401);
  expect((await send(log)).status).toBe(200);
  const ended = { statusCode: 401, code: 'session' };
  expect((await send(log.replace('acme', 'beta'))).json).toMatchObject(ended);

  // Sign-out ends it and removes the cookie, also a second time.
  const { cookie: last } = state;
  const headers = { 'set-cookie': [expect.stringMatching(/^console-\d+=; Max-Age=0; Path=\//)] };
  for (const _ of [1, 2])
    expect(await send('/api/session', { method: 'DELETE' })).toMatchObject({ status: 204, headers });
  expect((await call(log, { headers: { cookie: last } })).status).toBe(401);
});

it('a session survives a restart, on each replica, with the same actor', async () => {
  const database = await openDatabase(':memory:');
  onTestFinished(database.close);
  const [first, second] = [await listenConsole({ database }), await listenConsole({ database })];
  const { state, signIn } = first;
  const { actor } = Object((await signIn()).json);
  // The cookie is named after the port of the first one.
  const cookie = state.cookie.replace(`${first.port}`, `${second.port}`);
  const session = { sessionId: state.sessionId, workspaces: [{ slug: 'acme', actor }] };
  expect((await second.call('/api/session', { headers: { cookie } })).json).toMatchObject({ session });
  const other = await listenConsole({ database, env: { SERVICE_URL: 'http://127.0.0.1:9' } });
  const sameCookie = state.cookie.replace(`${first.port}`, `${other.port}`);
  expect((await other.call('/api/session', { headers: { cookie: sameCookie } })).status).toBe(401);
});

it.each([
  ['15', 16, 401],
  ['never', 29 * 24 * 60, 200],
  ['never', 31 * 24 * 60, 401],
])('a session with IDLE_MINUTES=%s, after %i idle minutes → %i', async (IDLE_MINUTES, minutes, status) => {
  const clock = { offsetMs: 0 };
  const { send } = await listenConsole({ env: { IDLE_MINUTES }, clock, isSignedIn: true });
  clock.offsetMs = minutes * minuteMs;
  expect((await send(log)).status).toBe(status);
});

it('activity and confirmed actions extend a session, reads do not, and 30 days end it', async () => {
  const clock = { offsetMs: 0 };
  const { send, signIn } = await listenConsole({ clock, isSignedIn: true });
  const sendAfter = async (minutes: number, path: string, method: string, body?: unknown) => {
    clock.offsetMs = minutes * minuteMs;
    expect((await send(path, { method, body })).status).toBeLessThan(300);
  };
  await sendAfter(10, '/api/session/activity', 'POST');
  await sendAfter(20, '/api/workspaces/acme/databases', 'POST', { add: ['x'], remove: [] });
  await sendAfter(30, '/api/session', 'GET');
  clock.offsetMs = 36 * minuteMs;
  expect((await send(log)).json).toMatchObject({ statusCode: 401, code: 'session' });

  await signIn();
  for (let minutes = 40; minutes < (30 * dayMs) / minuteMs; minutes += 600) {
    clock.offsetMs = minutes * minuteMs;
    await signIn();
  }
  expect((await send(log)).status).toBe(200);
});

it('a 401 of the service takes the workspace away', async () => {
  const { send, service } = await startWithService();
  service.status = 403;
  expect((await send('/api/workspaces/acme/regions')).status).toBe(403);
  expect((await send(log)).status).toBe(200);
  service.status = 401;
  const json = { message: 'No.', statusCode: 401 };
  expect((await send('/api/workspaces/acme/regions')).json).toEqual(json);
  expect((await send(log)).json).toMatchObject({ code: 'session' });
});

/** A browser with a session, and a service that answers each request with `status`. */
async function startWithService() {
  const clock = { offsetMs: 0 };
  const service = { status: 200, paths: [] as string[] };
  async function fetch({ url }: Request) {
    const { status, paths } = service;
    paths.push(new URL(url).pathname);
    await new Promise((resolve) => setTimeout(resolve, 30));
    return Response.json(status === 200 ? [] : { message: 'No.', statusCode: status }, { status });
  }
  const options = { clock, env: { IDLE_MINUTES: 'never' }, sandbox: { fetch }, isSignedIn: true };
  const { send } = await listenConsole(options);
  service.paths.length = 0;
  return { send, clock, service };
}

it('a proof of access is renewed after 15 minutes, by one request for all', async () => {
  const { send, clock, service } = await startWithService();
  clock.offsetMs = 14 * minuteMs;
  await send(log);
  expect(service.paths).toEqual([]);
  clock.offsetMs = 16 * minuteMs;
  const responses = await Promise.all([send(log), send(log), send(log)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(service.paths).toEqual(['/workspaces/acme/regions']);
});

it.each([401, 403, 404])('a renewal of a proof of access that gets %i ends the access', async (status) => {
  const { send, clock, service } = await startWithService();
  service.status = status;
  clock.offsetMs = 16 * minuteMs;
  expect((await send(log)).json).toEqual({ message: 'No.', statusCode: status, code: 'session' });
  service.status = 200;
  expect((await send(log)).json).toMatchObject({ statusCode: 401, code: 'session' });
});

it('a service that fails closes nothing for 24 hours', async () => {
  const { send, clock, service } = await startWithService();
  service.status = 500;
  clock.offsetMs = dayMs - minuteMs;
  expect((await send(log)).status).toBe(200);
  const { length } = service.paths;
  expect((await send(log)).status).toBe(200);
  expect(service.paths).toHaveLength(length);
  clock.offsetMs = dayMs + minuteMs;
  for (service.status of [500, 429])
    expect((await send(log)).json).toMatchObject({ code: 'service', message: 'No.' });
  service.status = 200;
  expect((await send(log)).status).toBe(200);
});

it('USER_HEADER names the actor, and a different or missing name is refused', async () => {
  const { send, signIn } = await listenConsole({ env: { USER_HEADER: 'X-Forwarded-Email' } });
  const from = (name: string) => ({ 'x-forwarded-email': name });
  const message = expect.stringContaining('x-forwarded-email');
  expect((await signIn()).json).toMatchObject({ statusCode: 401, message });
  const headers = from(Buffer.from(' zoë@example.com ').toString('latin1'));
  expect((await signIn('acme', 'sandbox-token', headers)).json).toMatchObject({ actor: 'zoë@example.com' });
  expect((await send(log, { headers })).status).toBe(200);
  for (const wrong of [from('jo@example.com'), {}, from(' '), from('z'.repeat(201))])
    expect((await send(log, { headers: wrong })).json).toMatchObject({ statusCode: 401, code: 'session' });
});
