import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import sirv from 'sirv';
import { build } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { listen } from '../support/listen.mjs';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** @throws Error if the build fails */
export function buildConsole() {
  const stdio = /** @type {const} */ (['ignore', 'ignore', 'inherit']);
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdio: [...stdio] });
}

/** Starts the built server on its sandbox. @param {Record<string, string>} [variables] such as SANDBOX_INSTANCES */
export async function startConsole(variables = {}) {
  const child = spawn(process.execPath, [`${projectRoot}dist/server/main.js`], {
    env: { PATH: process.env.PATH ?? '', ...variables, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin === undefined) continue;
    child.stdout.resume();
    return { origin, stop: () => child.kill('SIGTERM') };
  }
  throw new Error('The server ended before it listened.');
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
