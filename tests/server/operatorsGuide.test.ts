// Docker and systemd aren't installed where the tests run, so their files are at most read.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import type { DeletionJson } from '../../src/rules/deletion.ts';
import { readSettings } from '../../src/server/settings.ts';
import { createFolder } from '../support/createFolder.ts';
import { findFreePort, listen } from '../support/listen.ts';
import { createBrowser, listenConsole, openBrowser } from '../support/listenConsole.ts';
import { hasPostgres, openForTest, runSql, startPostgres } from '../support/postgres.ts';
import { hasProgram, startCaddy, startNginx, startPgbouncer } from '../support/proxies.ts';
import { requestFor } from './deletionServers.ts';
import { buildServer, startCountingService, startReplica } from './replicaProcesses.ts';

const guide = readFileSync('src/server/README.md', 'utf8');
const forged = { 'X-Forwarded-Email': 'boss@example.com' };
const log = '/api/workspaces/acme/deletions';

const readBlock = (name: string) => new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? '';

/** The lines of the first block of commands after a title. */
function readCommands(title: string): string[] {
  const [block = ''] = /(?: {4,}\S.*\n)+/.exec(guide.slice(guide.indexOf(title))) ?? [];
  return block.trim().split(/\n */);
}

/** `system` has the system's folders. */
type Place = { cwd: string; system?: string; lines?: RegExp; env?: Record<string, string> };

/** Runs the commands after a title, without those of systemd, npm and Docker. */
function runCommands(title: string, { cwd, system = cwd, lines = /./, env = {} }: Place): void {
  const isRunnable = (line: string) => lines.test(line) && !/systemctl|npm|docker/.test(line);
  const script = readCommands(title).filter(isRunnable).join('\n').replaceAll('sudo ', '');
  const options = { cwd, env: { ...process.env, ...env }, stdio: 'ignore' as const };
  execFileSync('bash', ['-euc', script.replaceAll(/ (?=\/(?:opt|etc)\/)/g, ` ${system}`)], options);
}

/** A folder with the certificate that the complete example makes for a trial. */
function createTls(): string {
  const cwd = createFolder();
  const example = 'src/server/console.env.example';
  cpSync(example, join(cwd, example));
  runCommands('## 2. A complete example', { cwd });
  expect(statSync(join(cwd, 'src/server/console.env')).size).toBeGreaterThan(0);
  return join(cwd, 'src/server/tls');
}

const listenForPerson = () => listenConsole({ env: { USER_HEADER: 'X-Forwarded-Email' } });

/** Starts a sign-on proxy that knows jo by a cookie, and somebody without a mail address. @returns its port */
async function startSignOn(): Promise<number> {
  const signOn = http.createServer(({ headers, url }, response) => {
    const { cookie = '' } = headers;
    if (cookie.includes('sso=jo')) response.setHeader('X-Auth-Request-Email', 'jo@example.com');
    else if (url === '/oauth2/auth' && !cookie.includes('sso=')) response.statusCode = 401;
    response.end('Sign on');
  });
  onTestFinished(() => void signOn.close());
  return listen(signOn);
}

type Browser = ReturnType<typeof createBrowser>;

/** A forged header names nobody, whether the sign-on proxy knows the person, their name, or neither. */
async function checkPerson({ send, signIn }: Browser, unknown: object): Promise<void> {
  expect(await signIn('acme', 'sandbox-token', forged)).toMatchObject(unknown);
  expect((await send('/oauth2/sign_in')).text).toBe('Sign on');
  const nameless = await signIn('acme', 'sandbox-token', { ...forged, cookie: 'sso=nameless' });
  expect(nameless).toMatchObject({ status: 401, json: { code: 'session' } });
  const { json } = await signIn('acme', 'sandbox-token', { ...forged, cookie: 'sso=jo' });
  expect(json).toMatchObject({ actor: 'jo@example.com' });
}

/** Starts nginx with a certificate for its two files. @returns a browser without TLS, which `createBrowser` lacks */
async function startTlsNginx(config: string, files: string): Promise<Browser> {
  const tls = createTls();
  const tlsPort = await findFreePort();
  const port = await startNginx((each) =>
    config
      .replaceAll(files, join(tls, 'console'))
      .replace('listen 443 ssl;', `listen 127.0.0.1:${each}; listen 127.0.0.1:${tlsPort} ssl;`),
  );
  const ca = readFileSync(join(tls, 'console.pem'));
  const [response] = await once(https.get(`https://localhost:${tlsPort}/`, { ca }), 'response');
  expect(response.statusCode).toBeLessThan(500);
  return createBrowser(port);
}

const withNginx = it.skipIf(!hasProgram('nginx'));
withNginx('nginx without sign-on → TLS, its request ID, and nobody can name a person', async () => {
  const { port } = await listenForPerson();
  const config = readBlock('nginx').replace('127.0.0.1:4173', `127.0.0.1:${port}`);
  const { signIn } = await startTlsNginx(config, '/etc/ssl/console.example');
  const { status, headers } = await signIn('acme', 'sandbox-token', forged);
  expect([status, headers['x-request-id']]).toEqual([401, expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

withNginx.each<[name: string, left: RegExp]>([
  ['as it is', /^$/],
  ['without its Host lines', /proxy_set_header Host .*/g],
])('nginx.conf %s → TLS, and only the sign-on proxy names the person', async (_, left) => {
  const [signOn, { port }] = [await startSignOn(), await listenForPerson()];
  const original = readFileSync('src/server/nginx.conf', 'utf8').replace(left, '');
  const consoles = original.replaceAll(/console-[12]:4173/g, `127.0.0.1:${port}`);
  const config = consoles.replaceAll('sign-on:4180', `127.0.0.1:${signOn}`);
  await checkPerson(await startTlsNginx(config, '/etc/nginx/tls/console'), { text: 'Sign on' });
});

it.skipIf(!hasProgram('caddy'))('Caddy → only the sign-on proxy names the person', async () => {
  const [signOn, { port }] = [await startSignOn(), await listenForPerson()];
  const config = readBlock('caddyfile').replaceAll('127.0.0.1:4180', `127.0.0.1:${signOn}`);
  const site = config.replace('127.0.0.1:4173', `127.0.0.1:${port}`);
  const browser = createBrowser(await startCaddy((each) => site.replace('console.example', `:${each}`)));
  await checkPerson(browser, { status: 302, headers: { location: '/oauth2/sign_in' } });
});

it('compose.yaml has one file of settings, and README.md names all of them', () => {
  const { services } = parse(readFileSync('src/server/compose.yaml', 'utf8'), { merge: true });
  for (const { env_file: file, environment } of [services['console-1'], services['console-2']])
    expect([file, environment]).toEqual(['console.env', undefined]);
  const example = parseEnv(readFileSync('src/server/console.env.example', 'utf8'));
  const own = Object.keys(example).filter((name) => !/^(?:POSTGRES|OAUTH2_PROXY)_/.test(name));
  const known = new Set<string>();
  readSettings(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));
  expect([...known]).toEqual(expect.arrayContaining(own));
  const readme = readFileSync('README.md', 'utf8');
  expect([...known].filter((name) => !readme.includes(`\`${name}\``))).toEqual(['MAX_BULK']);
  expect(() => readSettings(example)).toThrow(/^AUDIT_KEY .*placeholder/);
  expect(readSettings({ ...example, AUDIT_KEY: 'a key' })).toMatchObject({
    userHeader: 'x-forwarded-email',
    database: { kind: 'postgres', host: 'database:5432' },
    policy: { protected: ['identity', 'prod-*'], maxPerHour: 20, reason: 'required' },
  });
});

const build = buildServer();

/** The commands for systemd, with the system's folders in a folder. */
async function install() {
  const [checkout, system] = [createFolder(), createFolder()];
  for (const [name, folder] of Object.entries({ dist: build.dist, src: resolve('src') }))
    symlinkSync(folder, join(checkout, name));
  mkdirSync(join(system, 'etc/systemd/system'), { recursive: true });
  runCommands('## 5. With systemd', { cwd: checkout, system });
  return { checkout, system };
}

it('the guide’s upgrade while a delete of 3 s runs → its result is stored', async () => {
  const { checkout, system } = await install();
  const service = await startCountingService();
  service.respond = () => sleep(3_000, 204);
  const env = { SERVICE_URL: service.url, DATABASE_URL: `file:${system}/console.db` };
  const { port } = await startReplica(join(system, 'opt/workspace-console/dist'), env);
  const { put } = await openBrowser(port);
  const deletion = put(requestFor('i-1'));
  await expect.poll(() => service.waiting.size).toBe(1);
  runCommands('**Upgrade.**', { cwd: checkout, system });
  expect(await deletion).toMatchObject({ status: 200, json: { isStored: true } });
});

it('the unit file starts what the guide installs, with settings that only root reads', async () => {
  const { system } = await install();
  const unit = readFileSync(join(system, 'etc/systemd/system/workspace-console.service'), 'utf8');
  const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const [, script = ''] = read('ExecStart').split(' ');
  expect(existsSync(join(system, read('WorkingDirectory'), script))).toBe(true);
  expect(statSync(join(system, read('EnvironmentFile'))).mode & 0o777).toBe(0o600);
  expect(guide).toContain(`DATABASE_URL=file:/var/lib/${read('StateDirectory')}/console.db`);
});

/** A PostgreSQL with the guide's role. @returns the URL of one of its databases, for that role */
async function startRole(...databases: string[]) {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const creations = databases.map((name) => `create database ${name} owner console`);
  await runSql(postgres.url, ...readCommands('**PostgreSQL, rights**'), ...creations);
  return (name: string) => new URL(postgres.url.replace('postgres@', 'console@').replace(/[^/]*$/, name));
}

const test = it.skipIf(!hasPostgres || !hasProgram('pgbouncer'));
test('the guide’s role works with TLS, and through pgbouncer in transaction mode', async () => {
  const tls = createTls();
  const { port: postgresPort } = (await startRole())('console');
  const port = await startPgbouncer(postgresPort, 'console', tls);
  const url = `postgres://console:EXAMPLE@localhost:${port}/console?sslmode=verify-full`;
  await expect(openForTest(url)).rejects.toThrow(/^DATABASE_URL: .*_SELF_SIGNED_CERT\)\.$/);
  const starts = Array.from({ length: 12 }, () => openForTest(`${url}&sslrootcert=${tls}/console.pem`));
  const [database] = await Promise.all(starts);
  const { put } = await listenConsole({ ...(database && { database }), isSignedIn: true });
  const puts = ['one', 'two', 'three'].map((id) => put(requestFor(id, `${id} more`)));
  for (const { json } of await Promise.all(puts)) expect(json).toMatchObject({ isStored: true });
});

test('a pgbouncer that takes 3 connections serves 20 requests at once', async () => {
  const port = await startPgbouncer((await startRole())('console').port, 'console', createTls(), 3);
  const database = await openForTest(`postgres://console@localhost:${port}/console?sslmode=no-verify`);
  const { send } = await listenConsole({ database, isSignedIn: true });
  const reads = await Promise.all(Array.from({ length: 20 }, () => send(log)));
  expect([...new Set(reads.map(({ status }) => status))]).toEqual([200]);
});

async function startOn(DATABASE_URL: string) {
  const { port, kill } = await startReplica(build.dist, { DATABASE_URL });
  const { send, put } = await openBrowser(port);
  const list = async () => {
    const { deletions } = (await send(log)).json as { deletions: DeletionJson[] };
    return deletions.map(({ items }) => `${items[0]?.instanceId}: ${items[0]?.stage}`);
  };
  return { put, list, kill };
}

const testBackup = it.skipIf(!hasPostgres || !hasProgram('sqlite3'));
testBackup.each<[command: string, stage: string]>([
  ['sqlite3', 'unknown'],
  ['DATABASE_URL', 'sending'],
])('backup under a running delete (%s), and restore → the log of then', async (command, stage) => {
  const system = createFolder();
  const urlOf = command === 'sqlite3' ? null : await startRole('restored');
  const toUrl = (name: string) => urlOf?.(name).href ?? `file:${system}/data/console.db`;
  const lines = command === 'sqlite3' ? /console\.db/ : /DATABASE_URL/;
  const run = (title: string, name: string) =>
    runCommands(title, { cwd: system, system, lines, env: { DATABASE_URL: toUrl(name) } });
  const { put, list, kill } = await startOn(toUrl('console'));
  await put(requestFor('accepted'));
  void put(requestFor('no-answer')).catch(() => {});
  await expect.poll(list).toContain('no-answer: sending');
  run('Backup of', 'console');
  await put(requestFor('no-content'));
  await kill();
  run('Restore,', 'restored');
  const restored = await startOn(toUrl('restored'));
  expect(await restored.list()).toEqual([`no-answer: ${stage}`, 'accepted: accepted']);
});
