import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ port: number, origin: string, pid: number, log: () => string, stop: () => Promise<void> }} Nginx */

const nginxMissing = 'nginx is not installed: install the package nginx-light (apt-get install nginx-light).';
const kept = fileURLToPath(new URL('../../src/server/nginx.conf', import.meta.url));

/**
 * Starts nginx with the configuration kept beside the server, its marked places edited: one worker, on a free port.
 * Installs Debian's nginx-light where there is none and this process may.
 * @param {{ root: string, service: string }} places the directory of the build; `http://HOST:PORT` of the service
 * @returns {Promise<Nginx>}
 */
export async function startNginx({ root, service }) {
  if (!ensureNginx()) throw new Error(nginxMissing);
  const dir = mkdtempSync(join(tmpdir(), 'console-nginx-'));
  const port = await freePort();
  const { host } = new URL(service);
  const site = readFileSync(kept, 'utf8')
    .replaceAll('server service.example:443;', `server ${host};`)
    .replaceAll('proxy_pass https:', 'proxy_pass http:')
    .replace('proxy_set_header Host service.example;', `proxy_set_header Host ${host};`)
    .replace('listen 127.0.0.1:8080;', `listen 127.0.0.1:${port};`)
    .replace('root /usr/share/nginx/console;', `root ${root};`)
    .replace('/var/log/nginx/console.log', join(dir, 'access.log'));
  return launch(dir, port, site);
}

/**
 * Starts nginx as a service that answers every read with the same JSON: as fast as one can be.
 * @param {unknown} value
 * @returns {Promise<Nginx>}
 */
export async function startNginxService(value) {
  if (!ensureNginx()) throw new Error(nginxMissing);
  const port = await freePort();
  return launch(
    mkdtempSync(join(tmpdir(), 'console-service-')),
    port,
    `access_log off; keepalive_requests 1000000000;
     server { listen 127.0.0.1:${port}; default_type application/json; return 200 '${JSON.stringify(value)}'; }`,
  );
}

/**
 * @param {string} dir a directory of its own, which is removed at the end
 * @param {number} port where the site listens
 * @param {string} site what stands in the http block
 * @returns {Promise<Nginx>}
 */
async function launch(dir, port, site) {
  mkdirSync(join(dir, 'temp'));
  writeFileSync(join(dir, 'console.conf'), site);
  writeFileSync(join(dir, 'nginx.conf'), aroundSite(dir));
  const args = ['-p', dir, '-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')];
  const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await listening(port, child);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    pid: Number(child.pid),
    log: () => readFileSync(join(dir, 'access.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** @param {string} dir */
function aroundSite(dir) {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${dir}/nginx.pid;
events { worker_connections 2048; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  sendfile on;
  tcp_nopush on;
  ${temp.map((name) => `${name}_temp_path ${dir}/temp/${name};`).join(' ')}
  include ${dir}/console.conf;
}
`;
}

function ensureNginx() {
  if (runs('nginx', ['-v'])) return true;
  if (process.getuid?.() !== 0) return false;
  const install = ['install', '-y', '--no-install-recommends', 'nginx-light'];
  return runs('apt-get', ['update']) && runs('apt-get', install) && runs('nginx', ['-v']);
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 }).status === 0;
}

/** @returns {Promise<number>} a port nobody listened on a moment ago */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} child
 */
async function listening(port, child) {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx did not start.');
}
