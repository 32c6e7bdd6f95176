import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { DeletionJson, DeletionLogPageJson } from '../../src/rules/deletion.ts';
import { findFreePort, listen, waitForPort } from '../support/listen.mjs';
import { createBrowser } from '../support/listenConsole.ts';
import { requestFor } from './deletionServers.ts';

/** Builds the server into a temporary folder. */
export async function buildServer() {
  const folder = mkdtempSync(join(tmpdir(), 'console-dist-'));
  const args = ['--ssr', 'src/server/main.ts', '--outDir', join(folder, 'server'), '--logLevel', 'error'];
  const [code] = await once(spawn('npx', ['vite', 'build', ...args], { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error('The build failed.');
  mkdirSync(join(folder, 'client'));
  writeFileSync(join(folder, 'client/index.html'), '<!doctype html>');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** A server process that always has the same port. */
export async function startReplica(folder: string, env: Record<string, string>) {
  const port = await findFreePort();
  let child: ChildProcess;
  async function start(): Promise<void> {
    const options = { PATH: process.env.PATH ?? '', PORT: `${port}`, ...env };
    child = spawn(process.execPath, [join(folder, 'server/main.js')], { env: options, stdio: 'ignore' });
    await waitForPort(port, child);
  }
  async function kill(): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
  await start();
  return { port, start, kill };
}

/** A service that counts its DELETEs, and answers them as `respond` says: 204 deletes, anything else doesn't. */
export async function startCountingService() {
  /** Received DELETEs of each instance ID. */
  const counts = new Map<string, number>();
  const deleted = new Set<string>();
  /** The instances whose sender waits for a response. */
  const waiting = new Set<string>();
  const server = http.createServer(async (request, response) => {
    if (request.method !== 'DELETE') {
      response.setHeader('content-type', 'application/json').end('["A_B"]');
      return;
    }
    const instanceId = request.url?.split('/').at(-1) ?? '';
    counts.set(instanceId, (counts.get(instanceId) ?? 0) + 1);
    waiting.add(instanceId);
    response.once('close', () => waiting.delete(instanceId));
    response.statusCode = await service.respond(instanceId);
    if (response.statusCode === 204) deleted.add(instanceId);
    response.end();
  });
  const service = {
    ...{ counts, deleted, waiting },
    respond: async (_: string): Promise<number> => 204,
    url: `http://127.0.0.1:${await listen(server)}`,
    close: () => server.close().closeAllConnections(),
  };
  return service;
}

export const deletionsPath = '/api/workspaces/acme/deletions';

/** An admin's browser, signed in through a port. */
export async function signIn(port: number, token = 'token-1') {
  const browser = createBrowser(port);
  expect((await browser.signIn('acme', token)).status).toBe(200);
  const put = (instanceId: string, id = randomUUID()) =>
    browser.send(`${deletionsPath}/${id}`, { method: 'PUT', body: requestFor(instanceId) });
  return {
    ...browser,
    put,
    /** Sends the same PUT until its deletion has ended, more often than a browser and the page do. */
    async putUntilSettled(instanceId: string, id = randomUUID()): Promise<DeletionJson> {
      const response = await put(instanceId, id).catch(() => null);
      const { deletion } = Object(response?.json) as { deletion?: DeletionJson };
      if (response?.status === 200 && deletion?.stage === 'ended') return deletion;
      // nginx has a page of its own if all replicas seem to be away.
      expect([undefined, 200, 502]).toContain(response?.status);
      await sleep(100);
      return this.putUntilSettled(instanceId, id);
    },
    async readLog(): Promise<DeletionLogPageJson> {
      const { status, json } = await browser.send(deletionsPath);
      expect(status).toBe(200);
      return json as DeletionLogPageJson;
    },
  };
}
