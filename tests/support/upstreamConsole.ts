import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ConsoleServer, createConsoleServer } from '../../src/server/app.ts';
import type { Limits } from '../../src/server/settings.ts';
import { readSettings } from '../../src/server/settings.ts';

export type ListeningConsole = ConsoleServer & { port: number; lines: string[]; end(): Promise<void> };

/** Starts the server in this process on a port of the system's choice, over a tiny client of its own. */
export async function upstreamConsole(
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
): Promise<ListeningConsole> {
  const clientDir = tinyClient();
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
  };
  const built = createConsoleServer({ settings: readSettings(env), clientDir, log, limits });
  await new Promise<void>((resolve) => built.server.listen(0, '127.0.0.1', resolve));
  const address = built.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    ...built,
    port,
    lines,
    async end() {
      built.server.closeAllConnections();
      await built.close();
      rmSync(clientDir, { recursive: true });
    },
  };
}

function tinyClient(): string {
  const dir = mkdtempSync(join(tmpdir(), 'console-client-'));
  mkdirSync(join(dir, 'assets'));
  const script = 'console.log("a script that is long enough");';
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Workspace Console</title>');
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dir, 'assets/main-abc123.js'), script);
  writeFileSync(join(dir, 'assets/main-abc123.js.gz'), gzipSync(script));
  writeFileSync(join(dir, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  return dir;
}
