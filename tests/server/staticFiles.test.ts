import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';

function readPage(html: string) {
  const [, json = 'null'] = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(html) ?? [];
  const files = [...html.matchAll(/<link [^>]*href="([^"]+)">/g)].map(([, href]) => href);
  return { data: JSON.parse(json), files, hasForm: html.includes('<form>') };
}

const anyPages = ['/index.html', '/anything', '/workspaces/a%2Fb/regions?x=1', '/workspaces/acme.example'];
it.each(anyPages)('%s without a session has the form and only what anybody may see', async (path) => {
  const [notice, environment] = ['</script><script>alert(1)</script><!-- $& “', "$' EU"];
  const env = { PROTECTED: 'identity', NOTICE: notice, ENVIRONMENT: environment };
  const { call } = await listenConsole({ env });
  const { headers, text } = await call(path);
  const type = expect.stringMatching(/^text\/html; ?charset=utf-8$/i);
  expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-store' });
  const { data, ...rest } = readPage(text);
  expect(rest).toEqual({ files: ['/style.css'], hasForm: true });
  expect(data).toMatchObject({ private: null, sessions: [] });
  expect(data.public).toMatchObject({ notice, environment, idleMinutes: 15 });
  expect(text.match(/<script/g)).toHaveLength(1);
});

const own = ['deletions', 'databases', 'added-instances'].map((name) => `/api/workspaces/acme/${name}`);
const lists = ['orders', 'a%2Fb'].map((name) => `/api/workspaces/acme/databases/${name}/compute`);
it.each([
  ['/', [...own, ...lists]],
  ['/workspaces/acme/compute?page=2', [...own, ...lists]],
  ['/workspaces/acme/regions', [own[0], '/api/workspaces/acme/regions']],
  ['/workspaces/acme/subscription/history', [own[0], '/api/workspaces/acme/subscription/history']],
  ['/workspaces/acme/activity', [own[0]]],
])('a page at %s with a session has no form, and preloads what it reads last', async (path, reads) => {
  const env = { DATABASES: 'orders, a/b', PROTECTED: 'identity' };
  const { send, state } = await listenConsole({ env, isSignedIn: true });
  const { data, ...rest } = readPage((await send(path)).text);
  expect(rest).toEqual({ files: ['/style.css', ...reads], hasForm: false });
  const session = { workspace: 'acme', sessionId: state.sessionId, actor: expect.stringMatching(/^token /) };
  expect(data).toMatchObject({ private: { policy: { protected: ['identity'] } }, sessions: [session] });
  expect((await send('/api/session')).json).toEqual(data);
});

it('no session for the workspace of a page → the form, and the others, newest first', async () => {
  const { send, signIn } = await listenConsole();
  for (const workspace of ['acme', 'beta']) await signIn(workspace);
  const { data, ...rest } = readPage((await send('/workspaces/other/compute')).text);
  expect(rest).toEqual({ files: ['/style.css'], hasForm: true });
  expect(data.sessions).toMatchObject([{ workspace: 'beta' }, { workspace: 'acme' }]);
});

it.each([
  ...['/assets/none-abc123.js', '/assets/', '/robots.txt', '/api2/x.js'],
  ...['/assets/main-abc123.js.map', '/console.db'],
  ...['/assets/../index.html', '/..%2f..%2fetc%2fpasswd.txt', '//evil.example/assets/main-abc123.js'],
])('a file %s that does not exist, or is not for browsers → an uncached 404', async (path) => {
  const response = await (await listenConsole()).call(path);
  expect(response).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  expect(response.json).toMatchObject({ statusCode: 404, code: 'invalid' });
});

it('pages and files are sent compressed', async () => {
  const { call } = await listenConsole();
  const response = await call('/', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(response.bytes).toString()).toContain('<head>');
  const accepted = { 'accept-encoding': 'gzip, deflate, br' };
  const { headers } = await call('/assets/main-abc123.js', { headers: accepted });
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(headers['content-type']).toContain('javascript');
});
