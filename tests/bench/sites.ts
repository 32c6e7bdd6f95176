import { execFileSync, type StdioOptions } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import react from '@vitejs/plugin-react';
import sirv from 'sirv';
import { build } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { listen, startProcess } from '../support/listen.ts';

const projectRoot = `${import.meta.dirname}/../../`;
const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];

export function buildConsole(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdio });
}

/** The size (kB) of files of the built client as they are sent, so compressed. */
export function measureFiles(name: RegExp): number {
  const folder = `${projectRoot}dist/client/assets`;
  const files = readdirSync(folder).filter((file) => name.test(file));
  return files.reduce((total, file) => total + statSync(`${folder}/${file}`).size / 1000, 0);
}

export async function startConsole(settings: Record<string, string> = {}) {
  const { port, child } = await startProcess(`${projectRoot}dist`, settings, stdio);
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

const host = 'a1b2c3d4.compute.service.example';
const fields = { created: '2026-11-01T12:00:00Z', apiHost: host, dbHost: host };
const rows = Array.from({ length: 24 }, (_, n) => ({ id: `id-${n}`, name: `orders-${n}`, ...fields }));

export async function startFloor() {
  const outDir = `${projectRoot}.bench/floor`;
  await build({
    configFile: false,
    logLevel: 'error',
    root: `${import.meta.dirname}/floor`,
    plugins: [react(), compression({ algorithms: ['gzip'], threshold: 512 })],
    build: { outDir, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  });
  const serve = sirv(outDir, { gzip: true, single: true });
  const server = createServer((request, response) =>
    request.url === '/rows.json' ? response.end(JSON.stringify(rows)) : serve(request, response),
  );
  return { origin: `http://127.0.0.1:${await listen(server)}`, stop: () => server.close() };
}
