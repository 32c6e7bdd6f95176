import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findFreePort, waitForPort } from '../support/listen.ts';
import { jsonResponse, rawResponse } from '../support/rawResponses.ts';
import { startService } from '../support/scriptedService.ts';

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

/** Starts a server process until the test ends. It always has the same port. */
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
    if (child.kill('SIGKILL')) await exit;
  }
  await start();
  onTestFinished(kill);
  return { port, start, kill };
}

/** Starts a service that answers a DELETE as `respond` says: 204 deletes, anything else doesn't. */
export async function startCountingService() {
  const deleted = new Set<string>();
  /** The instances whose sender waits for a response. */
  const waiting = new Set<string>();
  const { url, requests } = await startService(({ method, target, socket }) => {
    if (method !== 'DELETE') return [jsonResponse(['A_B'])];
    void answer(target.split('/').at(-1) ?? '', socket);
    return [];
  });
  async function answer(instanceId: string, socket: Socket): Promise<void> {
    waiting.add(instanceId);
    socket.once('close', () => waiting.delete(instanceId));
    const status = await service.respond(instanceId);
    if (status === 204) deleted.add(instanceId);
    socket.end(rawResponse({ status }));
  }
  const service = {
    ...{ url, deleted, waiting },
    respond: async (_: string): Promise<number> => 204,
    countOf: (instanceId: string) =>
      requests.filter(({ target }) => target.endsWith(`/${instanceId}`)).length,
  };
  return service;
}
