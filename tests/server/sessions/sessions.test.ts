import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../../src/sandbox/app.ts';
import { openDatabase } from '../../../src/server/database/database.ts';
import { listenConsole } from '../../support/listenConsole.ts';
import { jsonResponse } from '../../support/rawResponses.ts';
import { startService } from '../../support/scriptedService.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const log = '/api/workspaces/acme/deletions';

describe('sign-in', () => {
  it.each([
    ['acme', 'sandbox-token', 200, null],
    [' ac\u200bme ', ' sandbox-token\n', 200, null],
    ['acme', 'other', 401, 'The access token is not valid.'],
    ['nowhere', 'sandbox-token', 404, 'There is no workspace nowhere.'],
    ['forbidden', 'sandbox-token', 403, 'This token has no access to the workspace “forbidden”.'],
    ['..', 'sandbox-token', 422, expect.stringMatching(/^The workspace /)],
    ['', 'sandbox-token', 422, 'The workspace is empty.'],
    ['sandbox-token', 'sandbox-token', 422, 'The workspace contains the access token.'],
    ['acme', 'two words', 422, expect.stringMatching(/no spaces/)],
    ['acme', null, 401, 'Sign in with an access token.'],
  ])('workspace “%s” with token “%s” → %i', async (workspace, token, status, message) => {
    const { browser } = await listenConsole();
    const { send, signIn } = browser();
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

  it('a service that nobody can reach → 502, and no session', async () => {
    const { browser } = await listenConsole({
      env: { SERVICE_URL: 'http://127.0.0.1:9', INSTANCES_PATH: '/{workspaceSlug}' },
    });
    const response = await browser().signIn();
    expect(response).toMatchObject({ status: 502, json: { statusCode: 502, code: 'service' } });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('a workspace in other letters → the session has the spelling of the service', async () => {
    const sandbox = createSandbox();
    const fetch = (request: Request) =>
      sandbox.fetch(new Request(request.url.replace('/ACME/', '/acme/'), request));
    const { browser } = await listenConsole({ sandbox: { fetch } });
    const { send, signIn } = browser();
    expect((await signIn('ACME')).json).toMatchObject({ workspace: 'acme' });
    expect((await send(log)).status).toBe(200);
    expect((await send(log.replace('acme', 'ACME'))).status).toBe(401);
  });

  it('a workspace in other letters whose first list is empty → the spelling of the service, too', async () => {
    const records = [{ id: 'i-1', workspace: { slug: 'acme' } }];
    const service = await startService(({ target }) => [jsonResponse(target.endsWith('/b') ? records : [])]);
    const env = { SERVICE_URL: service.url, DATABASES: 'a,b', DATABASE_URL: ':memory:' };
    const { browser } = await listenConsole({
      env: { ...env, INSTANCES_PATH: '/{workspaceSlug}/{databaseName}' },
    });
    expect((await browser().signIn('ACME')).json).toMatchObject({ workspace: 'acme' });
  });

  it.each([
    ['console.example', /^__Host-Http-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
    ['console.example:8443', /^__Host-Http-console=/],
    ['localhost.example:4173', /^__Host-Http-console=/],
    ['localhost:4173', /^console-4173=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/],
    ['127.0.0.1:80', /^console-80=/],
    ['[::1]', /^console-80=/],
  ])('at %s → a cookie that fits', async (host, cookie) => {
    const { call } = await listenConsole();
    const body = { workspace: 'acme', token: 'sandbox-token' };
    const response = await call('/api/session', { method: 'POST', body, host });
    expect(response.headers['set-cookie']).toEqual([expect.stringMatching(cookie)]);
  });

  it('the database file contains neither the token nor the cookie', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'console-sessions-'));
    const database = await openDatabase(`file:${dir}/console.db`);
    onTestFinished(async () => {
      await database.close();
      rmSync(dir, { recursive: true });
    });
    const { browser } = await listenConsole({ database });
    const { state, signIn } = browser();
    await signIn();
    const bytes = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'latin1'));
    const text = bytes.join('');
    expect(text).toContain(state.sessionId);
    expect(text).not.toContain('sandbox-token');
    expect(text).not.toContain(state.cookie.split('=')[1]);
  });

  it('the first list is requested once, at the sign-in, and only for its session', async () => {
    const sandbox = createSandbox();
    const { browser } = await listenConsole({ sandbox });
    const [first, second] = [browser(), browser()];
    await Promise.all([first.signIn(), second.signIn()]);
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
});

describe('a session', () => {
  it('with its ID gets a second workspace, and without it is replaced', async () => {
    const { browser, call } = await listenConsole();
    const { state, send, signIn } = browser();
    await signIn('acme');
    const [cookie, id] = [state.cookie, state.sessionId];
    expect((await signIn('beta', null)).json).toMatchObject({ workspace: 'beta', sessionId: id });
    expect(state.cookie).toBe(cookie);
    for (const workspace of ['acme', 'beta'])
      expect((await send(log.replace('acme', workspace))).status).toBe(200);

    await signIn('acme', null, { 'console-session': 'other' });
    expect(state.sessionId).not.toBe(id);
    expect((await call(log, { headers: { cookie } })).status).toBe(401);
    expect((await send(log)).status).toBe(200);
    expect((await send(log.replace('acme', 'beta'))).json).toMatchObject({
      statusCode: 401,
      code: 'session',
    });
  });

  it('survives a restart, on each replica, with the same actor', async () => {
    const database = await openDatabase(':memory:');
    onTestFinished(database.close);
    const [first, second] = [await listenConsole({ database }), await listenConsole({ database })];
    const { state, signIn } = first.browser();
    const { actor } = Object((await signIn()).json);
    // The cookie is named after the port of the first one.
    const cookie = state.cookie.replace(`${first.port}`, `${second.port}`);
    const response = await second.call('/api/session', { headers: { cookie } });
    expect(response.json).toMatchObject({
      session: { sessionId: state.sessionId, workspaces: [{ slug: 'acme', actor }] },
    });
    const other = await listenConsole({ database, env: { SERVICE_URL: 'http://127.0.0.1:9' } });
    const sameCookie = state.cookie.replace(`${first.port}`, `${other.port}`);
    expect((await other.call('/api/session', { headers: { cookie: sameCookie } })).status).toBe(401);
  });

  it.each([
    ['15', 14, 200],
    ['15', 16, 401],
    ['never', 29 * 24 * 60, 200],
    ['never', 31 * 24 * 60, 401],
  ])('with IDLE_MINUTES=%s, after %i idle minutes → %i', async (IDLE_MINUTES, minutes, status) => {
    const clock = { offsetMs: 0 };
    const { browser } = await listenConsole({ env: { IDLE_MINUTES }, clock });
    const { send, signIn } = browser();
    await signIn();
    clock.offsetMs = minutes * minuteMs;
    expect((await send(log)).status).toBe(status);
  });

  it('activity and confirmed actions extend it, reads do not, and 30 days end it', async () => {
    const clock = { offsetMs: 0 };
    const { browser } = await listenConsole({ clock });
    const { send, signIn } = browser();
    await signIn();
    const steps: [minutes: number, path: string, method: string, body: unknown][] = [
      [10, '/api/session/activity', 'POST', undefined],
      [20, '/api/workspaces/acme/databases', 'PUT', { names: ['orders'] }],
      [30, '/api/session', 'GET', undefined],
    ];
    for (const [minutes, path, method, body] of steps) {
      clock.offsetMs = minutes * minuteMs;
      expect((await send(path, { method, body })).status).toBeLessThan(300);
    }
    clock.offsetMs = 36 * minuteMs;
    expect((await send(log)).json).toMatchObject({ statusCode: 401, code: 'session' });

    await signIn();
    for (let minutes = 40; minutes < (30 * dayMs) / minuteMs; minutes += 600) {
      clock.offsetMs = minutes * minuteMs;
      await signIn();
    }
    expect((await send(log)).status).toBe(200);
  });

  it('sign-out ends it and removes the cookie, also a second time', async () => {
    const { browser, call } = await listenConsole();
    const { state, send, signIn } = browser();
    await signIn();
    const { cookie } = state;
    for (const _ of [1, 2]) {
      const response = await send('/api/session', { method: 'DELETE' });
      expect([response.status, response.headers['set-cookie']?.[0]]).toEqual([
        204,
        expect.stringMatching(/^console-\d+=; Max-Age=0; Path=\//),
      ]);
    }
    expect((await call(log, { headers: { cookie } })).status).toBe(401);
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
});

/** A browser with a session, and a service that answers each request with `status` if it isn't 200. */
async function startWithService() {
  const clock = { offsetMs: 0 };
  const service = { status: 200, paths: [] as string[] };
  const sandbox = createSandbox();
  async function fetch(request: Request) {
    const { status, paths } = service;
    paths.push(new URL(request.url).pathname);
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (status === 200) return sandbox.fetch(request);
    return Response.json({ message: 'No.', statusCode: status }, { status });
  }
  const console = await listenConsole({ clock, env: { IDLE_MINUTES: 'never' }, sandbox: { fetch } });
  const browser = console.browser();
  await browser.signIn();
  service.paths.length = 0;
  return { ...browser, clock, service };
}

describe('a proof of access', () => {
  it('is renewed after 15 minutes, by one request for all', async () => {
    const { send, clock, service } = await startWithService();
    clock.offsetMs = 14 * minuteMs;
    await send(log);
    expect(service.paths).toEqual([]);
    clock.offsetMs = 16 * minuteMs;
    const responses = await Promise.all([send(log), send(log), send(log)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(service.paths).toEqual(['/workspaces/acme/regions']);
  });

  it.each([401, 403, 404])('a renewal that gets %i ends the access', async (status) => {
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
    expect((await send(log)).json).toMatchObject({ code: 'service', message: 'No.' });
    service.status = 200;
    expect((await send(log)).status).toBe(200);
  });
});

describe('USER_HEADER', () => {
  const env = { USER_HEADER: 'X-Forwarded-Email' };
  const from = (name: string) => ({ 'x-forwarded-email': name });

  it('names the actor, and a different name ends the session for this request', async () => {
    const { browser } = await listenConsole({ env });
    const { send, signIn } = browser();
    const headers = from(Buffer.from(' zoë@example.com ').toString('latin1'));
    expect((await signIn('acme', 'sandbox-token', headers)).json).toMatchObject({ actor: 'zoë@example.com' });
    expect((await send(log, { headers })).status).toBe(200);
    for (const wrong of [from('jo@example.com'), {}, from(' '), from('z'.repeat(201))])
      expect((await send(log, { headers: wrong })).json).toMatchObject({ statusCode: 401, code: 'session' });
  });

  it('without the header → 401 with a sentence that names it', async () => {
    const { browser } = await listenConsole({ env });
    const message = expect.stringContaining('x-forwarded-email');
    expect((await browser().signIn()).json).toMatchObject({ statusCode: 401, message });
  });
});
