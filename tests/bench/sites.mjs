import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import sirv from 'sirv';
import { build } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { findFreePort, listen, waitForPort } from '../support/listen.mjs';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
/** @type {import('node:child_process').StdioOptions} */
const stdio = ['ignore', 'ignore', 'inherit'];

/** @throws Error if the build fails */
export function buildConsole() {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdio });
}

/** Starts the built server on its sandbox. @param {Record<string, string>} [variables] such as SANDBOX_INSTANCES */
export async function startConsole(variables = {}) {
  const port = await findFreePort();
  const env = { PATH: process.env.PATH ?? '', ...variables, PORT: `${port}` };
  const child = spawn(process.execPath, [`${projectRoot}dist/server/main.js`], { env, stdio });
  await waitForPort(port, child);
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

const host = 'a1b2c3d4.compute.service.example';
/** What the floor's request returns. */
const rows = Array.from({ length: 24 }, (_, index) => {
  const fields = { created: '2026-11-01T12:00:00Z', apiHost: host, dbHost: host };
  return { id: `id-${index}`, name: `orders-${index}`, ...fields };
});

/** Builds and serves the minimal page in `floor/`. */
export async function startFloor() {
  const outDir = `${projectRoot}.bench/floor`;
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('./floor', import.meta.url)),
    plugins: [react(), compression({ algorithms: ['gzip'], threshold: 512 })],
    build: { outDir, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  });
  const serve = sirv(outDir, { gzip: true, single: true });
  const server = createServer((request, response) =>
    request.url === '/rows.json' ? response.end(JSON.stringify(rows)) : serve(request, response),
  );
  return { origin: `http://127.0.0.1:${await listen(server)}`, stop: () => server.close() };
}
