import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { findFreePort, listen } from '../support/listen.mjs';
import { connect, rawCall, rawRequest } from '../support/rawCall.ts';
import { jsonResponse } from '../support/rawResponses.ts';
import { startRawService } from '../support/rawService.ts';

const dist = mkdtempSync(join(tmpdir(), 'console-dist-'));
const serverFile = join(dist, 'server/main.js');
const children: ChildProcess[] = [];
const healthRequest = rawRequest('GET', '/healthz');

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

function run(env: Record<string, string>, script = serverFile, args: readonly string[] = []) {
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH ?? '', ...env } });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listeningPort = async () => {
    await expect.poll(() => output.stdout).toMatch(/http:\/\/\S+:\d+\n/);
    return Number(/:(\d+)\n/.exec(output.stdout)?.[1]);
  };
  return { child, output, exited: exitCode, listeningPort };
}

describe('the server process', () => {
  it.each([
    ['how to sign in to the sandbox', {}, /Sandbox mode – workspace: acme, token: sandbox-token\n/],
    [
      'the outbound proxy without its password, and the policy',
      {
        ...{ SERVICE_URL: 'http://service.example', http_proxy: 'http://user:secret@127.0.0.1:9' },
        ...{ READ_ONLY: 'true', PROTECTED: 'identity, prod-*', MAX_BULK: '5', REASON: 'required' },
      },
      /\d\nService: http:\/\/service.example through the proxy http:\/\/127.0.0.1:9\nPolicy: read-only; protected: identity, prod-\*; at most 5 in one bulk delete; reason required\n$/,
    ],
    [
      'no proxy for a host in NO_PROXY',
      { SERVICE_URL: 'http://service.example/v1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '.example' },
      /\d\nService: http:\/\/service.example\/v1\n$/,
    ],
  ])('prints its address and %s', async (_, env, line) => {
    const { output, listeningPort } = run({ PORT: '0', ...env });
    const port = await listeningPort();
    expect(output.stdout).toMatch(line);
    expect((await rawCall(port, healthRequest)).status).toBe(200);
  });

  it('under Vite, serves the sandbox and prints how to sign in', async () => {
    const vite = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');
    const port = await findFreePort();
    const { output } = run({ NO_COLOR: '1' }, vite, ['--host', '127.0.0.1', '--port', `${port}`]);
    await expect.poll(() => output.stdout).toContain('workspace: acme, token: sandbox-token');
    expect((await rawCall(port, healthRequest)).status).toBe(200);
    const page = await rawCall(port, rawRequest('GET', '/'));
    expect(page.body).toContain('"environment":"Sandbox"');
  });

  it('exits with code 1 and one sentence if a variable is wrong or the port is in use', async () => {
    const otherServer = net.createServer();
    const port = await listen(otherServer);
    const [wrongRun, usedPortRun] = [run({ READ_ONLY: 'false' }), run({ PORT: `${port}` })];
    expect([await wrongRun.exited, await usedPortRun.exited]).toEqual([1, 1]);
    expect(wrongRun.output).toEqual({ stdout: '', stderr: expect.stringMatching(/^READ_ONLY .*\.\n$/) });
    const sentence = `Port ${port} on 127.0.0.1 is already in use. Set PORT to a free port.\n`;
    expect(usedPortRun.output.stderr).toBe(sentence);
    otherServer.close();
  });

  it('continues and warns once if the log cannot be written', async () => {
    const { child, listeningPort, output } = run({ PORT: '0' });
    const port = await listeningPort();
    child.stdout.destroy();
    for (let count = 0; count < 3; count += 1) expect((await rawCall(port, healthRequest)).status).toBe(200);
    await expect.poll(() => output.stderr).toMatch(/^The log can't be written \(.+\)\. .*audit lines\.\n$/);
  });

  it('survives a reset in the second body on a connection, and finishes the running delete', async () => {
    const deleteArrived = deferred<net.Socket>();
    const secondReadArrived = deferred<net.Socket>();
    const service = await startRawService(({ requestNumber }, socket) => {
      if (requestNumber === 1) deleteArrived.resolve(socket);
      if (requestNumber === 2) socket.write(jsonResponse(['A_B']));
      if (requestNumber === 3) {
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n["A_B"',
        );
        secondReadArrived.resolve(socket);
      }
    });
    const { exited, child, listeningPort, output } = run({ PORT: '0', SERVICE_URL: service.url });
    const port = await listeningPort();
    const headers = ['Authorization: Bearer canary-1', 'Idempotency-Key: k-1'];
    const deletion = rawCall(port, rawRequest('DELETE', '/api/workspaces/a/databases/b/compute/c', headers));
    const deleteSocket = await deleteArrived.promise;
    const readRequest = rawRequest('GET', '/api/workspaces/a/regions', headers);
    expect(await rawCall(port, readRequest)).toMatchObject({ status: 200, isComplete: true });
    const secondRead = connect(port, readRequest);
    const readSocket = await secondReadArrived.promise;
    await expect.poll(() => secondRead.received.text).toContain('["A_B"');
    readSocket.resetAndDestroy();
    await secondRead.closed;
    expect(service.requests.map(({ connectionNumber }) => connectionNumber)).toEqual([1, 2, 2]);
    // The process would exit within this time.
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 200))]);
    deleteSocket.end(jsonResponse({ id: 'c' }));
    expect(await deletion).toMatchObject({ status: 200, body: '{"id":"c"}', isComplete: true });
    expect([child.exitCode, output.stderr]).toEqual([null, '']);
    await service.close();
  });

  it('finishes deletes on SIGTERM, then exits with code 0', async () => {
    const firstArrived = deferred<() => void>();
    const secondArrived = deferred<() => void>();
    const service = await startRawService((request, socket) => {
      const respond = () => socket.end(jsonResponse({ number: request.requestNumber }));
      (request.requestNumber === 1 ? firstArrived : secondArrived).resolve(respond);
    });
    const { child, exited, listeningPort, output } = run({ PORT: '0', SERVICE_URL: service.url });
    const port = await listeningPort();
    const deleteRequest = (id: string) =>
      rawRequest('DELETE', `/api/workspaces/a/databases/b/compute/${id}`, [
        'Authorization: Bearer canary-1',
        `Idempotency-Key: ${id}`,
      ]);
    const response = rawCall(port, deleteRequest('one'));
    const respondToFirst = await firstArrived.promise;
    const { socket } = connect(port, deleteRequest('two'));
    const respondToSecond = await secondArrived.promise;
    socket.destroy();
    child.kill('SIGTERM');
    await expect.poll(() => rawCall(port, healthRequest).then(({ status }) => status)).toBe(0);
    expect(child.exitCode).toBeNull();
    respondToFirst();
    expect(await response).toMatchObject({ status: 200, body: '{"number":1}', isComplete: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(child.exitCode).toBeNull();
    respondToSecond();
    expect(await exited).toBe(0);
    expect(output.stdout).not.toContain('canary');
    expect(output.stdout.match(/"method":"DELETE"/g)).toHaveLength(2);
    await service.close();
  });
});
