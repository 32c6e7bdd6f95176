import { spawn } from 'node:child_process';
import { request as ask, createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

/** @typedef {{ origin: string, stop: () => void }} Served */

/**
 * Starts the built server on a port the system picks, on its sandbox.
 * @param {Record<string, string>} [variables] such as SANDBOX_INSTANCES
 * @returns {Promise<Served>}
 */
export function startConsole(variables = {}) {
  const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
  const env = { PATH: process.env.PATH ?? '', ...variables, PORT: '0', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
    // Read on to the end: a full pipe would hold the server up.
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (origin !== undefined) resolve({ origin, stop: () => child.kill('SIGTERM') });
    });
  });
}

/**
 * Stands before an origin and accepts one encoding on everybody's behalf, so that gzip can be weighed although the
 * browser would rather take brotli.
 * @param {string} origin
 * @param {'gzip' | 'br'} encoding
 * @returns {Promise<Served>}
 */
export function acceptOnly(origin, encoding) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': encoding };
    const passed = ask(origin + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    passed.end();
  });
  return listen(server);
}

/**
 * Serves a folder with its precompressed files, every other address as its index.html.
 * @param {string} folder
 * @returns {Promise<Served>}
 */
export function serveFolder(folder) {
  const serve = sirv(folder, { brotli: true, gzip: true, single: true });
  return listen(createServer((request, response) => serve(request, response)));
}

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<Served>}
 */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
