import { spawn, spawnSync } from 'node:child_process';
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
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdio: 'ignore' });
  if (status !== 0) throw new Error('The build failed, so nothing was measured.');
}

/**
 * Starts the built server on its sandbox.
 * @param {Record<string, string>} [variables] such as SANDBOX_INSTANCES
 */
export async function startConsole(variables = {}) {
  const child = spawn(process.execPath, [`${projectRoot}dist/server/main.js`], {
    env: { PATH: process.env.PATH ?? '', ...variables, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin === undefined) continue;
    child.stdout.resume();
    const cookie = await signIn(origin);
    // The sandbox creates its instances at the first request, which must not be measured.
    const rows = await readInstances(origin, cookie);
    return { origin, cookie, rows, stop: () => child.kill('SIGTERM') };
  }
  throw new Error('The server ended before it listened.');
}

/**
 * Builds and serves the minimal page in `floor/`.
 * @param {unknown[]} rows what its request returns
 */
export async function startFloor(rows) {
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

/** @param {string} origin @returns {Promise<import('./page.mjs').Cookie>} */
async function signIn(origin) {
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workspace: 'acme', token: 'sandbox-token' }),
  });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (name === undefined || value === undefined) throw new Error('The sign-in returned no cookie.');
  return { name, value };
}

/**
 * @param {string} origin
 * @param {import('./page.mjs').Cookie} cookie
 * @returns {Promise<unknown[]>}
 */
async function readInstances(origin, { name: cookieName, value }) {
  const headers = { cookie: `${cookieName}=${value}` };
  const lists = ['orders', 'analytics', 'identity'].map(async (name) => {
    const response = await fetch(`${origin}/api/workspaces/acme/databases/${name}/compute`, { headers });
    return response.json();
  });
  return (await Promise.all(lists)).flat();
}
