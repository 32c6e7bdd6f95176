import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import sirv from 'sirv';
import { build } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** @typedef {{ origin: string, stop: () => void }} Site */

const top = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the console. @throws Error if the build fails */
export function buildConsole() {
  const built = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: top,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) throw new Error('The build failed, so nothing was measured.');
}

/**
 * Starts the built server on a port the system picks, on its sandbox.
 * @param {Record<string, string>} [variables] such as SANDBOX_INSTANCES
 * @returns {Promise<Site>}
 */
export async function startConsole(variables = {}) {
  const env = { PATH: process.env.PATH ?? '', ...variables, PORT: '0', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [`${top}dist/server/main.js`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {string} */
  const origin = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
    // Keep reading, because a full pipe would block the server.
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  // The sandbox creates its instances on the first request, which must not count as the console's time.
  await readInstances(origin);
  return { origin, stop: () => child.kill('SIGTERM') };
}

/**
 * Builds the mandated packages alone and serves them with the rows of a console on its sandbox.
 * @param {string} consoleOrigin
 * @returns {Promise<Site>}
 */
export async function startFloor(consoleOrigin) {
  const outDir = `${top}.bench/floor`;
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('./floor/', import.meta.url)),
    plugins: [react(), compression({ algorithms: ['gzip'], threshold: 512 })],
    build: { outDir, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  });
  const rows = JSON.stringify(await readInstances(consoleOrigin));
  writeFileSync(`${outDir}/rows.json`, rows);
  writeFileSync(`${outDir}/rows.json.gz`, gzipSync(rows));
  const serve = sirv(outDir, { gzip: true, single: true });
  const server = createServer((request, response) => serve(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${address.port}`, stop };
}

/** @param {string} origin */
async function readInstances(origin) {
  const headers = { authorization: 'Bearer sandbox-token' };
  const lists = ['orders', 'analytics', 'identity'].map(async (name) => {
    const response = await fetch(`${origin}/api/workspaces/acme/databases/${name}/compute`, { headers });
    if (!response.ok) throw new Error(`The sandbox did not list ${name}: ${response.status}.`);
    return response.json();
  });
  return (await Promise.all(lists)).flat();
}
