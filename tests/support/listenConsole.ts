import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { type ConsoleServer, type ConsoleServerOptions, createConsoleServer } from '../../src/server/app.ts';
import { readSettings, type TimeLimits } from '../../src/server/settings.ts';
import { listen } from './listen.mjs';
import { rawCall, rawRequest } from './rawCall.ts';
import { startRawService } from './rawService.ts';

export type ListeningConsole = ConsoleServer & { port: number; logLines: string[]; end(): Promise<void> };

/** Starts the server in this process on a free port. It serves a page and a script as the client. */
export async function listenConsole(
  env: Record<string, string> = {},
  limits: Partial<TimeLimits> = {},
  sandbox?: ConsoleServerOptions['sandbox'],
): Promise<ListeningConsole> {
  const clientDir = createClientFiles();
  const logLines: string[] = [];
  const host = createConsoleServer({
    settings: readSettings(env, () => env.HTTP_PROXY ?? ''),
    clientDir,
    log: (line) => logLines.push(line),
    limits,
    ...(sandbox && { sandbox }),
  });
  return {
    ...host,
    port: await listen(host.server),
    logLines,
    async end() {
      host.server.closeAllConnections();
      if (host.server.listening) await host.close();
      rmSync(clientDir, { recursive: true, force: true });
    },
  };
}

export const instancePath = '/api/workspaces/acme/databases/orders/compute/i-1';
export const regionsPath = '/api/workspaces/acme/regions';
export const bearer = 'Authorization: Bearer canary-token-1';
export const idempotencyKey = 'Idempotency-Key: 7a1f3c52-7d1c-4d52-8a4a-0d6a3ad6b001';

/** Starts a console server in front of a scripted service. Both close when the test ends. */
export async function consoleWithService(
  respond: Parameters<typeof startRawService>[0],
  limits: Partial<TimeLimits> = {},
  env: Record<string, string> = {},
) {
  const service = await startRawService(respond);
  const host = await listenConsole({ SERVICE_URL: service.url, ...env }, limits);
  onTestFinished(async () => {
    // Close the service first, because the server waits for responses of the service.
    await service.close();
    await host.end();
  });
  /** Sends a request with `bearer` and `idempotencyKey` unless other headers are given. */
  const send = (method: string, target: string, headers: readonly string[] = [bearer, idempotencyKey]) =>
    rawCall(host.port, rawRequest(method, target, headers));
  const sendDelete = (headers?: readonly string[]) => send('DELETE', instancePath, headers);
  return { service, host, send, sendDelete };
}

function createClientFiles(): string {
  const dir = mkdtempSync(join(tmpdir(), 'console-client-'));
  mkdirSync(join(dir, 'assets'));
  const script = 'console.log("a script that is long enough");';
  writeFileSync(join(dir, 'index.html'), '<!doctype html><head><title>Workspace Console</title></head>');
  writeFileSync(join(dir, 'assets/main-abc123.js'), script);
  writeFileSync(join(dir, 'assets/main-abc123.js.gz'), gzipSync(script));
  writeFileSync(join(dir, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  return dir;
}
