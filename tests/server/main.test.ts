import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { listen } from '../support/listen.mjs';
import { connect, rawCall, rawRequest } from '../support/rawCall.ts';
import { rawJson, startRawService } from '../support/rawService.ts';

const dist = mkdtempSync(join(tmpdir(), 'console-dist-'));
const main = join(dist, 'server/main.js');
const children: ChildProcess[] = [];
const health = rawRequest('GET', '/healthz');

beforeAll(() => {
  const args = ['--ssr', 'src/server/main.ts', '--outDir', join(dist, 'server'), '--logLevel', 'error'];
  expect(spawnSync('npx', ['vite', 'build', ...args], { stdio: 'inherit' }).status).toBe(0);
  mkdirSync(join(dist, 'client'));
  writeFileSync(join(dist, 'client/index.html'), '<!doctype html>');
}, 60_000);
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(dist, { recursive: true }));

function run(env: Record<string, string>, script = main) {
  const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH ?? '', ...env } });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listening = async () => {
    await expect.poll(() => said.out).toMatch(/http:\/\/\S+:\d+\n/);
    return Number(/:(\d+)\n/.exec(said.out)?.[1]);
  };
  return { child, said, exited, listening };
}

describe('main', () => {
  it.each([
    ['how to sign in to the sandbox', {}, /Sandbox mode – workspace: acme, token: sandbox-token\n/],
    ['the service', { SERVICE_URL: 'http://127.0.0.1:9/v1' }, /\d\nService: http:\/\/127.0.0.1:9\/v1\n$/],
  ])('prints its address and %s', async (_, env, line) => {
    const { said, listening } = run({ PORT: '0', ...env });
    const port = await listening();
    expect(said.out).toMatch(line);
    expect((await rawCall(port, health)).status).toBe(200);
  });

  it('listens under Vite at the configured port and prints how to sign in', async () => {
    const vite = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');
    const holder = net.createServer();
    const port = await listen(holder);
    const env = { HOST: '127.0.0.1', PORT: String(port), NO_COLOR: '1' };
    const refused = run(env, vite);
    expect(await refused.exited).toBe(1);
    expect(refused.said.err).toContain(`Port ${port} is already in use`);
    await new Promise((resolve) => holder.close(resolve));
    const { said } = run(env, vite);
    await expect.poll(() => said.out).toContain(`http://127.0.0.1:${port}/`);
    expect(said.out).toContain('workspace: acme, token: sandbox-token');
    expect((await rawCall(port, health)).status).toBe(200);
  });

  it('ends with one sentence and code 1 if a variable is wrong or the port is in use', async () => {
    const holder = net.createServer();
    const port = await listen(holder);
    const [wrong, inUse] = [run({ SERVICE_URL: 'service' }), run({ PORT: `${port}` })];
    expect([await wrong.exited, await inUse.exited]).toEqual([1, 1]);
    expect(wrong.said).toEqual({ out: '', err: expect.stringMatching(/^SERVICE_URL .*\.\n$/) });
    expect(inUse.said.err).toBe(`Port ${port} on 127.0.0.1 is already in use. Set PORT to a free port.\n`);
    holder.close();
  });

  it('keeps running and says it once if the log cannot be written', async () => {
    const { child, listening, said } = run({ PORT: '0' });
    const port = await listening();
    child.stdout.destroy();
    for (let round = 0; round < 3; round += 1) expect((await rawCall(port, health)).status).toBe(200);
    await expect.poll(() => said.err).toMatch(/^The log can’t be written \(.+\)\. .*audit lines\.\n$/);
  });

  it('finishes deletes on SIGTERM, then exits with 0', async () => {
    const first = deferred<() => void>();
    const second = deferred<() => void>();
    const service = await startRawService((request, socket) => {
      const finish = () => socket.end(rawJson(200, { number: request.number }));
      (request.number === 1 ? first : second).resolve(finish);
    });
    const { child, exited, listening, said } = run({ PORT: '0', SERVICE_URL: service.url });
    const port = await listening();
    const request = (id: string) =>
      rawRequest('DELETE', `/api/workspaces/a/databases/b/compute/${id}`, [
        'Authorization: Bearer canary-1',
        `Idempotency-Key: ${id}`,
      ]);
    const answer = rawCall(port, request('one').replace('Connection: close\r\n', ''));
    const finishFirst = await first.promise;
    const { socket } = connect(port, request('two'));
    const finishSecond = await second.promise;
    socket.destroy();
    child.kill('SIGTERM');
    await expect.poll(() => rawCall(port, health).then(({ status }) => status)).toBe(0);
    expect(child.exitCode).toBeNull();
    finishFirst();
    expect(await answer).toMatchObject({ status: 200, body: '{"number":1}', isWhole: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(child.exitCode).toBeNull();
    finishSecond();
    expect(await exited).toBe(0);
    expect(said.out).not.toContain('canary');
    expect(said.out.match(/"method":"DELETE"/g)).toHaveLength(2);
    await service.close();
  });

  it('exits immediately on a second signal', async () => {
    const asked = deferred<void>();
    const service = await startRawService(() => asked.resolve());
    const { child, exited, listening } = run({ PORT: '0', SERVICE_URL: service.url });
    const port = await listening();
    connect(port, rawRequest('GET', '/api/workspaces/a/regions', ['Authorization: Bearer canary-1']));
    await asked.promise;
    child.kill('SIGINT');
    await expect.poll(() => rawCall(port, health).then(({ status }) => status)).toBe(0);
    child.kill('SIGINT');
    expect(await exited).toBe(1);
    await service.close();
  });
});
