import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { startProcess } from '../support/listen.ts';
import { jsonResponse, rawResponse } from '../support/rawResponses.ts';
import { startService } from '../support/scriptedService.ts';

export function buildServer() {
  const build = { dist: mkdtempSync(join(tmpdir(), 'console-dist-')) };
  beforeAll(async () => {
    const args = ['vite', 'build', '--ssr', 'src/server/main.ts', '--logLevel', 'error', '--outDir'];
    const process = spawn('npx', [...args, join(build.dist, 'server')], { stdio: 'inherit' });
    expect((await once(process, 'exit'))[0], 'the build').toBe(0);
    mkdirSync(join(build.dist, 'client'));
    writeFileSync(join(build.dist, 'client/index.html'), '<!doctype html>');
    return () => rmSync(build.dist, { recursive: true });
  }, 60_000);
  return build;
}

/** Starts a server process until the test ends. It always has the same port. */
export async function startReplica(dist: string, settings: Record<string, string>) {
  let { port, child } = await startProcess(dist, settings, 'ignore');
  async function start(): Promise<void> {
    ({ child } = await startProcess(dist, { ...settings, PORT: `${port}` }, 'ignore'));
  }
  async function kill(): Promise<void> {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  }
  onTestFinished(kill);
  return { port, start, kill };
}

/** Starts a service that answers a DELETE as `respond` says: 204 deletes, anything else doesn't. */
export async function startCountingService() {
  const deleted = new Set<string>();
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
