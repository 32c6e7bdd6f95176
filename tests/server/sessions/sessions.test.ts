import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createFolder } from '../../support/createFolder.ts';
import { createBrowser, listenConsole } from '../../support/listenConsole.ts';
import { openForTest } from '../../support/postgres.ts';

const minuteMs = 60_000;
const log = '/api/workspaces/acme/deletions';
const logOf = (workspace: string) => log.replace('acme', workspace);
const signOut = { method: 'DELETE' };
const report = { method: 'POST', body: {} };
const hashOf = (workspace: string) => createHash('sha256').update(workspace).digest('hex').slice(0, 16);

it.each([
  ['acme', 'sandbox-token', 200, null],
  [' ac\u200bme ', ' sandbox-token\n', 200, null],
  ['acme', 'other', 401, 'The access token is not valid.'],
  ['..', 'sandbox-token', 422, expect.stringMatching(/^The workspace /)],
  ['sandbox-token', 'sandbox-token', 422, 'The workspace contains the access token.'],
  ['acme', 'two words', 422, expect.stringMatching(/no spaces/)],
])('a sign-in to workspace “%s” with token “%s” → %i', async (workspace, token, status, message) => {
  const { send, signIn } = await listenConsole();
  const response = await signIn(workspace, token);
  expect(response).toMatchObject({ status });
  const sessionId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const session = { workspace: 'acme', sessionId, actor: expect.stringMatching(/^token [0-9a-f]{8}$/) };
  const refusal = { message, statusCode: status, code: expect.any(String) };
  expect(response.json).toEqual(status === 200 ? session : refusal);
  expect(response.headers['set-cookie'] === undefined).toBe(status !== 200);
  expect((await send(log)).status).toBe(status === 200 ? 200 : 401);
});

/** A service with these workspaces, and the tokens that open each. */
async function listenWithSpellings(tokens: Record<string, readonly string[]>) {
  function answer({ url, headers }: Request) {
    const workspace = new URL(url).pathname.split('/')[2] ?? '';
    const isOpen = tokens[workspace]?.some((each) => headers.get('authorization') === `Bearer ${each}`);
    return isOpen ? Response.json([]) : Response.json({ message: 'No.' }, { status: 403 });
  }
  return listenConsole({ answer });
}

it('a workspace in other letters → its first spelling, if the token opens it, too', async () => {
  const { port, ...first } = await listenWithSpellings({ acme: ['one', 'both'], ACME: ['two', 'both'] });
  expect((await first.signIn('acme', 'one')).json).toMatchObject({ workspace: 'acme' });
  expect((await createBrowser(port).signIn('ACME', 'two')).status).toBe(403);
  const { signIn, send } = createBrowser(port);
  expect((await signIn('ACME', 'both')).json).toMatchObject({ workspace: 'acme' });
  expect((await send(log)).status).toBe(200);
  expect((await send(logOf('ACME'))).status).toBe(401);
});

it('two first sign-ins at once, in different letters → one spelling', async () => {
  const { port } = await listenWithSpellings({ acme: ['both'], ACME: ['both'] });
  const signIns = ['acme', 'ACME'].map((workspace) => createBrowser(port).signIn(workspace, 'both'));
  const spellings = (await Promise.all(signIns)).map(({ json }) => Object(json).workspace);
  expect(new Set(spellings).size).toBe(1);
});

const secured = 'Path=/; HttpOnly; Secure; SameSite=Lax';
const plain = 'Path=/; HttpOnly; SameSite=Lax';
it.each([
  ['console.example', '__Host-Http-console-443-', secured],
  ['localhost.example:4173', '__Host-Http-console-4173-', secured],
  ['localhost:4173', 'console-4173-', plain],
  ['[::1]', 'console-80-', plain],
])('a sign-in at %s → a cookie that fits', async (host, prefix, attributes) => {
  const { signIn } = await listenConsole();
  const response = await signIn('acme', 'sandbox-token', { host });
  const [cookie = ''] = response.headers['set-cookie'] ?? [];
  expect(cookie.replace(/=[\w-]{43};/, '=…;')).toBe(`${prefix}${hashOf('acme')}=…; ${attributes}`);
});

it('a proxy that does not pass the Host on → a sentence, and no cookie', async () => {
  const { signIn } = await listenConsole();
  const proxied = { host: '127.0.0.1:4173', origin: 'https://console.example' };
  const response = await signIn('acme', 'sandbox-token', { ...proxied, 'sec-fetch-site': 'same-origin' });
  expect(response.json).toMatchObject({ statusCode: 400, message: expect.stringMatching(/header Host\.$/) });
  expect(response.headers['set-cookie']).toBeUndefined();
});

it('the database file contains neither the token nor the cookie', async () => {
  const dir = createFolder();
  const database = await openForTest(`file:${dir}/console.db`);
  const { state } = await listenConsole({ database, isSignedIn: true });
  const text = readdirSync(dir).map((name) => readFileSync(`${dir}/${name}`, 'latin1'));
  expect(text.join()).toContain(state.sessionId);
  for (const secret of ['sandbox-token', state.cookie.split('=')[1]])
    expect(text.join()).not.toContain(secret);
});

it('each workspace has its own session, and a further sign-in replaces only its own', async () => {
  const { call, state, send, signIn } = await listenConsole({ isSignedIn: true });
  const { cookie } = state;
  await signIn('beta');
  await signIn('acme');
  for (const workspace of ['acme', 'beta']) expect((await send(logOf(workspace))).status).toBe(200);
  expect((await call(log, { headers: { cookie } })).status).toBe(401);
  const { json } = await send('/api/session');
  expect(Object(json).sessions).toMatchObject([{ workspace: 'acme' }, { workspace: 'beta' }]);
});

it('of two cookies with one name, the one that opens a session counts', async () => {
  const { call, state } = await listenConsole({ isSignedIn: true });
  const stale = state.cookie.replace(/=.*/, `=${'a'.repeat(43)}`);
  for (const cookie of [`${stale}; ${state.cookie}`, `${state.cookie}; ${stale}`])
    expect((await call(log, { headers: { cookie } })).status).toBe(200);
});

const damages = ['sealed_token = key_hash', "started_at = 'x'", "workspace = 'beta'", "actor = 'boss'"];
it.each(damages)('a damaged row (%s) is no session, and the page opens', async (change) => {
  const { database, send } = await listenConsole({ isSignedIn: true });
  await sql`update sessions set ${sql.raw(change)}`.execute(database.db);
  expect((await send(log)).json).toMatchObject({ statusCode: 401, code: 'session' });
  expect((await send('/workspaces/acme/compute')).status).toBe(200);
});

it('the page removes the cookies that open nothing', async () => {
  const { send, state } = await listenConsole({ isSignedIn: true });
  const name = state.cookie.replace(/=.*/, '').replace(hashOf('acme'), hashOf('beta'));
  const headers = { cookie: `${state.cookie}; ${name}=${'a'.repeat(43)}; ${name}x=1; sso=jo` };
  const response = await send('/', { headers });
  expect(response.headers['set-cookie']).toEqual([`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`]);
});

it('after a lost answer to a sign-in and a reload, Sign out ends that session', async () => {
  const { call, signIn, state } = await listenConsole({ isSignedIn: true });
  const headers = { cookie: state.cookie };
  await signIn();
  const lost = { headers: { cookie: state.cookie } };
  expect((await call('/', { headers })).headers).not.toHaveProperty('set-cookie');
  expect((await call(log, lost)).status).toBe(200);
  expect((await call('/api/session', { ...signOut, headers })).status).toBe(204);
  expect((await call(log, lost)).status).toBe(401);
});

it('a 21st workspace → the oldest session ends', async () => {
  const { call, send, signIn, state } = await listenConsole({ answer: () => Response.json([]) });
  await signIn('w0');
  const headers = { cookie: state.cookie };
  for (let index = 1; index <= 20; index += 1) await signIn(`w${index}`);
  expect(state.cookie.split(';')).toHaveLength(20);
  expect((await call(logOf('w0'), { headers })).status).toBe(401);
  for (const name of ['w1', 'w20']) expect((await send(logOf(name))).status).toBe(200);
});

it('Sign out ends all sessions of the browser, and answers 204 also without one', async () => {
  const { call, send, signIn, state } = await listenConsole({ isSignedIn: true });
  await signIn('beta');
  const headers = { cookie: state.cookie };
  expect([(await send('/api/session', signOut)).status, state.cookie]).toEqual([204, '']);
  for (const workspace of ['acme', 'beta'])
    expect((await call(logOf(workspace), { headers })).status).toBe(401);
  expect((await send('/api/session', signOut)).status).toBe(204);
});

it('a session survives a restart, on each replica, with the same actor', async () => {
  const database = await openForTest();
  const [first, second] = [await listenConsole({ database }), await listenConsole({ database })];
  const { actor, sessionId } = Object((await first.signIn()).json);
  // The cookie is named after the port of the first one.
  const cookie = first.state.cookie.replace(`${first.port}`, `${second.port}`);
  const { json } = await second.call('/api/session', { headers: { cookie } });
  expect(json).toMatchObject({ sessions: [{ workspace: 'acme', sessionId, actor }] });
});

it.each([
  ['15', 14, null],
  ['15', 16, 'You were signed out after 15 minutes without activity.'],
  ['never', 12 * 60 - 1, null],
  ['never', 12 * 60 + 1, 'You were signed out after 12 hours.'],
  // A clock that was set back.
  ['never', -1, "You're signed out."],
])('with IDLE_MINUTES=%s, after %i minutes → “%s”', async (IDLE_MINUTES, minutes, message) => {
  const clock = { offsetMs: 0 };
  const { send } = await listenConsole({ env: { IDLE_MINUTES }, clock, isSignedIn: true });
  clock.offsetMs = minutes * minuteMs;
  const { status, json } = await send(log);
  if (message === null) expect(status).toBe(200);
  else expect(json).toEqual({ message, statusCode: 401, code: 'session' });
});

it('activity reported by one session keeps all of them, and a read keeps none', async () => {
  const clock = { offsetMs: 0 };
  const { send, signIn } = await listenConsole({ clock, isSignedIn: true });
  await signIn('beta');
  const sendAfter = async (minutes: number, path: string, call = {}) => {
    clock.offsetMs = minutes * minuteMs;
    return (await send(path, call)).status;
  };
  const stranger = { ...report, headers: { 'console-session': 'other' } };
  expect(await sendAfter(10, '/api/session/activity', stranger)).toBe(401);
  expect(await sendAfter(10, '/api/session/activity', report)).toBe(204);
  for (const workspace of ['acme', 'beta']) expect(await sendAfter(20, logOf(workspace))).toBe(200);
  expect(await sendAfter(26, log)).toBe(401);
});

it("the service's 401 ends the session that asked, and not a newer one", async () => {
  let status = 200;
  async function answer({ url }: Request) {
    if (!url.endsWith('regions') || status === 200) return Response.json([]);
    await sleep(100);
    return Response.json({ message: 'No.', statusCode: status }, { status });
  }
  const { database, send, signIn } = await listenConsole({ answer, isSignedIn: true });
  const transaction = database.transaction.bind(database);
  // A slow one. The session has ended before the response begins.
  database.transaction = (work) => sleep(30).then(() => transaction(work));
  const read = () => send('/api/workspaces/acme/regions');
  const isOpen = async () => (await send(log)).status === 200;
  await signIn('beta');
  status = 403;
  expect([(await read()).status, await isOpen()]).toEqual([403, true]);
  status = 401;
  const late = read();
  await signIn();
  expect((await late).json).toEqual({ message: 'No.', statusCode: 401 });
  expect(await isOpen()).toBe(true);
  await read();
  expect(await isOpen()).toBe(false);
  expect((await send(logOf('beta'))).status).toBe(200);
});

it('a read says when it was asked, by the clock of the database', async () => {
  const { send } = await listenConsole({ clock: { offsetMs: 10 * minuteMs }, isSignedIn: true });
  const { headers } = await send('/api/workspaces/acme/regions');
  expect(Number(headers['console-requested-at']) - Date.now()).toBeGreaterThan(9 * minuteMs);
});

it('a session belongs to the person whom USER_HEADER named', async () => {
  const { send, signIn } = await listenConsole({ env: { USER_HEADER: 'X-Forwarded-Email' } });
  const from = (name: string) => ({ 'x-forwarded-email': name });
  expect((await signIn()).json).toMatchObject({ statusCode: 401, code: 'session' });
  const headers = from('zoe@example.com');
  expect((await signIn('acme', 'sandbox-token', headers)).json).toMatchObject({ actor: 'zoe@example.com' });
  expect((await send(log, { headers })).status).toBe(200);
  for (const wrong of [from('jo@example.com'), {}, from('(null)')])
    expect((await send(log, { headers: wrong })).json).toMatchObject({ statusCode: 401, code: 'session' });
  expect((await send('/', { headers: from('jo@example.com') })).text).not.toContain('zoe@example.com');
});
