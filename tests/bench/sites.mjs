import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import sirv from 'sirv';
import { build } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { listen } from '../support/listen.mjs';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
/** The path of the built server. */
export const serverPath = `${projectRoot}dist/server/main.js`;

/** Builds the console. @throws Error if the build fails */
export function buildConsole() {
  const buildResult = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (buildResult.status !== 0) throw new Error('The build failed, so nothing was measured.');
}

/**
 * Starts the built server on its sandbox.
 * @param {Record<string, string>} [variables] such as SANDBOX_INSTANCES
 */
export async function startConsole(variables = {}) {
  const site = await startProgram([serverPath], variables);
  // Read the instances once, because the sandbox creates them on the first request and that time must not be measured.
  await readInstances(site.origin);
  return site;
}

/**
 * Starts a Node program that listens on a free port and prints its address.
 * @param {string[]} args
 * @param {Record<string, string>} variables
 */
export async function startProgram(args, variables = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'console-bench-'));
  // Send the output to a file, because reading from a pipe would slow down this process.
  const output = openSync(join(dir, 'log'), 'w');
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...variables, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', output, 'inherit'],
  });
  closeSync(output);
  const ended = once(child, 'exit');
  /** @type {string | undefined} */
  let origin;
  while (origin === undefined) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with ${child.exitCode} before it listened.`);
    await setTimeout(5);
    [origin] = /http:\/\/127\.0\.0\.1:\d+(?=\n)/.exec(readFileSync(join(dir, 'log'), 'utf8')) ?? [];
  }
  return {
    origin,
    pid: Number(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

/**
 * Builds and serves the floor, the minimal page in `floor/`. Its rows are the instances of the console's sandbox.
 * @param {string} consoleOrigin
 */
export async function startFloor(consoleOrigin) {
  const outDir = `${projectRoot}.bench/floor`;
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
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, stop };
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
