import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './listen.mjs';

/** @typedef {{ port: number, origin: string, pid: number, log: () => string, stop: () => Promise<void> }} Nginx */

const nginxMissing = 'nginx is not installed: install the package nginx-light (apt-get install nginx-light).';
const readme = fileURLToPath(new URL('../../src/server/README.md', import.meta.url));

/** Returns why tests that need nginx are skipped, or null. Installs nginx if possible. */
export function nginxProblem() {
  return ensureNginx() ? null : nginxMissing;
}

/**
 * Starts nginx with the example of src/server/README.md, without TLS, on a free port.
 * @param {readonly string[]} consoles `http://HOST:PORT` of the console servers, which take turns
 * @returns {Promise<Nginx>}
 */
export async function startNginxProxy(consoles) {
  if (!ensureNginx()) throw new Error(nginxMissing);
  const port = await freePort();
  const servers = consoles.map((origin) => `server ${new URL(origin).host};`).join(' ');
  const site = proxyExample()
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replace('server_name console.example;', 'server_name localhost;')
    .replace('http://127.0.0.1:4173;', 'http://consoles;');
  const dir = mkdtempSync(join(tmpdir(), 'console-nginx-'));
  return launch(dir, port, `access_log ${dir}/access.log; upstream consoles { ${servers} }\n${site}`);
}

/** Returns the nginx example of src/server/README.md. */
export function proxyExample() {
  const [, example] = /```nginx\n(.*?)```/s.exec(readFileSync(readme, 'utf8')) ?? [];
  if (example === undefined) throw new Error('src/server/README.md has no nginx example.');
  return example;
}

/**
 * @param {string} dir a new directory, which is removed at the end
 * @param {number} port port of the site
 * @param {string} site content of the http block
 * @returns {Promise<Nginx>}
 */
async function launch(dir, port, site) {
  mkdirSync(join(dir, 'temp'));
  writeFileSync(join(dir, 'console.conf'), site);
  writeFileSync(join(dir, 'nginx.conf'), configOf(dir));
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
function configOf(dir) {
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
