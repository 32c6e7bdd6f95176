import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder } from '../support/createFolder.ts';
import { deferred } from '../support/deferred.ts';
import { findFreePort, startProcess } from '../support/listen.ts';
import { callServer, createBrowser, listenConsole, openBrowser } from '../support/listenConsole.ts';
import { hasPostgres, runSql, startPostgres } from '../support/postgres.ts';
import { requestFor } from './deletionServers.ts';
import { buildServer, startCountingService } from './replicaProcesses.ts';

const build = buildServer();
const getHealth = async (port: number) => (await callServer(port, '/healthz').catch(() => null))?.status ?? 0;

function run(env: Record<string, string>, args = [join(build.dist, 'server/main.js')]) {
  const options = { cwd: build.dist, env: { PATH: process.env.PATH ?? '', ...env } };
  const child = spawn(process.execPath, args, options);
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => (output[name] += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listeningPort = async () => {
    await expect.poll(() => output.stdout).toMatch(/http:\/\/\S+:\d+\n/);
    return Number(/:(\d+)\n/.exec(output.stdout)?.[1]);
  };
  return { child, output, exited, listeningPort };
}

it('a start → prints time, what is used and the settings, without passwords', async () => {
  const { output, listeningPort } = run({
    ...{ HOST: '0', PORT: '0' },
    ...{ SERVICE_URL: 'http://service.example/v1', http_proxy: 'http://user:secret@127.0.0.1:9' },
    ...{ DATABASE_URL: ':memory:', USER_HEADER: 'X-User', READ_ONLY: 'true', MAX_PER_HOUR: '5' },
    ...{ DATABASES: 'one,two', KEEP_DAYS: '30', AUDIT_KEY: 'secret' },
  });
  expect(await getHealth(await listeningPort())).toBe(200);
  expect(output.stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^Workspace Console running at http:\/\/0\.0\.0\.0:\d+$/),
    'Service: http://service.example/v1 through the proxy http://127.0.0.1:9',
    'Database: in memory, so the deletion log is lost when the server ends',
    'Signed-in person: from the header x-user, which only the proxy in front may set',
    'Policy and further settings:',
    ...['  READ_ONLY: true', '  PROTECTED: off', '  MAX_PER_HOUR: 5'],
    ...['  REASON: optional', '  RECOVERY: off', '  INSTANCES_PATH: off'],
    ...['  DATABASES: one, two', '  ENVIRONMENT: off', '  ENVIRONMENT_COLOR: gray'],
    '  NOTICE: off',
    ...['  IDLE_MINUTES: 15', '  KEEP_DAYS: 30', '  AUDIT_KEY: set, 6 characters'],
    expect.stringMatching(/^Time: 20\S+Z \(this server: 20\S+Z, newest deletion: none\)$/),
  ]);
});

it.skipIf(!hasPostgres)('with a read-only log, later than the clock, it starts, and says so', async () => {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  const { child, exited, listeningPort, output } = run({ PORT: '0', DATABASE_URL: url });
  await listeningPort();
  const [logId = ''] = /(?<=, log )[0-9a-f]{8}(?=, deletions: 0$)/m.exec(output.stdout) ?? [];
  child.kill();
  await exited;
  const row = `('acme', 'id', '', '', '', '', '', null, ${Date.UTC(2099, 0)}, 0)`;
  await runSql(
    url,
    `insert into workspace_console.deletions values ${row}`,
    'alter database postgres set default_transaction_read_only = on',
  );
  const second = run({ PORT: '0', DATABASE_URL: url });
  const { signIn } = createBrowser(await second.listeningPort());
  const { stdout } = second.output;
  const facts = `/postgres without TLS, 10 connections, log ${logId}, deletions: 1, read-only`;
  expect(stdout).toMatch(new RegExp(`^Database: postgres://127.0.0.1:\\d+${facts}$`, 'm'));
  expect(stdout).toMatch(/^Time: 20(?!99).*, newest deletion: 2099-01-01T00:00:00.000Z\)$/m);
  const message = expect.stringMatching(/^The console's database can't be written, so signing in .* fail\./);
  expect(await signIn()).toMatchObject({ status: 503, json: { message, code: 'storage' } });
});

it('a full disk takes no line of the log → the server goes on, and says so', async () => {
  const { port, child } = await startProcess(build.dist, {}, ['ignore', openSync('/dev/full', 'w'), 'pipe']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [text] = child.stderr ? await once(child.stderr, 'data') : [];
  expect(`${text}`).toBe('Lines of the log are lost (ENOSPC).\n');
  expect(await getHealth(port)).toBe(200);
});

it('under Vite, it serves the sandbox and the page, and prints how to sign in', async () => {
  const vite = [resolve('node_modules/vite/bin/vite.js'), resolve()];
  const port = await findFreePort();
  const { output } = run({ NO_COLOR: '1' }, [...vite, '--host', '127.0.0.1', '--port', `${port}`]);
  await expect.poll(() => output.stdout).toContain('workspace: acme, token: sandbox-token');
  expect(await getHealth(port)).toBe(200);
  const page = await callServer(port, '/', { headers: { accept: 'text/html' } });
  expect(page.text).toContain('"environment":"Sandbox"');
  expect(page.headers['content-security-policy']).toBeUndefined();
});

it('a wrong variable or option, or a port in use → an exit with code 1 and one sentence', async () => {
  const { port } = await listenConsole();
  const check = async (env: Record<string, string>, sentence: RegExp, ...options: string[]) => {
    const { exited, output } = run(env, [join(build.dist, 'server/main.js'), ...options]);
    const expected = [env, 1, { stdout: '', stderr: expect.stringMatching(sentence) }];
    expect([env, await exited, output]).toEqual(expected);
  };
  await Promise.all([
    check({ READ_ONLY: 'false' }, /^READ_ONLY .*\.\n$/),
    check({}, /^The only option is --same-service\.\n$/, '--same-servcie'),
    check({ HOST: 'x86_64-conda-linux-gnu' }, /^HOST .*x86_64-conda-linux-gnu, .*\.\n$/),
    check({ DATABASE_URL: 'file:/proc/none/console.db' }, /^DATABASE_URL.*\.\n$/),
    check({ DATABASE_URL: 'postgres://a:50%zz@b/c' }, /^DATABASE_URL must be (?!.*50).*\.\n$/),
    check({ PORT: `${port}` }, /^HOST or PORT .*127.0.0.1, port \d+ \(EADDRINUSE\).\n$/),
  ]);
});

// Docker's `-v ./console.db:/data/console.db` mounts a file without its folder.
const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
it.skipIf(!canMount)('a database that is mounted without its folder → no start', async () => {
  const [server, path] = [join(build.dist, 'server/main.js'), join(createFolder(), 'a console.db')];
  writeFileSync(path, '');
  const script = `mount --bind '${path}' '${path}' && DATABASE_URL='file:${path}' exec ${process.execPath} ${server}`;
  const options = { encoding: 'utf8', timeout: 20_000 } as const;
  const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], options);
  const sentence = `${path} is mounted without its folder, so a second server could open it.`;
  expect([status, stderr]).toEqual([1, `DATABASE_URL: ${sentence}\n`]);
});

it('without the native file of SQLite, only SQLite can’t be used', async () => {
  const copy = createFolder();
  cpSync(build.dist, copy, { recursive: true });
  rmSync(join(copy, 'server/node_modules'), { recursive: true });
  for (const [url, code] of [
    ['postgres://127.0.0.1:1/console', 'ECONNREFUSED'],
    ['file:console.db', 'MODULE_NOT_FOUND'],
  ]) {
    const { exited, output } = run({ DATABASE_URL: url ?? '' }, [join(copy, 'server/main.js')]);
    expect([await exited, output.stderr]).toEqual([1, expect.stringContaining(`(${code}).`)]);
  }
});

const endings = ['SIGTERM', 'SIGHUP', 'SIGINT SIGINT'];
it.each(endings)('on %s the server finishes its deletes and exits with code 0', async (signals) => {
  const service = await startCountingService();
  const held = deferred<number>();
  service.respond = () => held.promise;
  const env = { PORT: '0', SERVICE_URL: service.url, DATABASE_URL: ':memory:' };
  const { child, exited, output, listeningPort } = run(env);
  const port = await listeningPort();
  const { put } = await openBrowser(port, 'canary-token-1');
  const deletion = put(requestFor('c'));
  await expect.poll(() => service.waiting.size).toBe(1);
  for (const signal of signals.split(' ') as NodeJS.Signals[]) {
    child.kill(signal);
    await expect.poll(() => getHealth(port)).toBe(0);
  }
  expect(child.exitCode).toBeNull();
  held.resolve(204);
  const stored = { isStored: true, deletion: { items: [{ stage: 'deleted' }] } };
  expect((await deletion).json).toMatchObject(stored);
  expect([await exited, output.stderr]).toEqual([0, '']);
  expect(output.stdout).not.toContain('canary');
  expect(output.stdout.match(/"method":"DELETE".*"outcome":"deleted"/g)).toHaveLength(1);
  expect(output.stdout).not.toMatch(/"method":"PUT"/);
});

it('a rejection that nothing handles, or lost readers → the server lives on', async () => {
  const reject = 'process.on("SIGUSR2", () => Promise.reject(new TypeError("canary")))';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(reject)}`;
  const { child, output, listeningPort } = run({ PORT: '0', NODE_OPTIONS });
  const port = await listeningPort();
  child.kill('SIGUSR2');
  await expect.poll(() => output.stderr).toMatch(/^A promise was rejected: TypeError\n$/);
  child.stdout.destroy();
  child.stderr.destroy();
  for (let count = 0; count < 5; count += 1) expect(await getHealth(port)).toBe(200);
  child.kill('SIGTERM');
  await expect.poll(() => child.exitCode).toBe(0);
});

it('lines that stdout hasn’t taken yet are written before the server process ends', async () => {
  const { child, output, exited, listeningPort } = run({ PORT: '0' });
  const port = await listeningPort();
  child.stdout.pause();
  const headers = { 'x-request-id': 'r'.repeat(64) };
  // More than a pipe and its reader hold.
  for (let round = 0; round < 15; round += 1)
    await Promise.all(Array.from({ length: 100 }, () => callServer(port, '/livez', { headers })));
  child.kill('SIGTERM');
  await expect.poll(() => getHealth(port)).toBe(0);
  child.stdout.resume();
  expect(await exited).toBe(0);
  expect(output.stdout.match(/"requestId":"r{64}"/g)).toHaveLength(1_500);
});
