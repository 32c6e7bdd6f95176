import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort, waitForPort } from '../support/listen.mjs';

const readme = new URL('../../src/server/README.md', import.meta.url);

/** Why tests that need nginx are skipped, or null. Importing this module installs nginx if possible. */
export const nginxProblem = ensureNginx()
  ? null
  : 'nginx is not installed: install the package nginx-light (apt-get install nginx-light).';

/**
 * Starts nginx with the example of src/server/README.md, without TLS. It stops when the test ends.
 * @param consolePorts ports of the console servers, which take turns
 * @returns the port of nginx
 */
export async function startNginx(...consolePorts: number[]): Promise<number> {
  const port = await freePort();
  const servers = consolePorts.map((consolePort) => `server 127.0.0.1:${consolePort};`).join(' ');
  const site = proxyExample()
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replace('server_name console.example;', 'server_name localhost;')
    .replace('http://127.0.0.1:4173;', 'http://consoles;');
  const dir = mkdtempSync(join(tmpdir(), 'console-nginx-'));
  const config = join(dir, 'nginx.conf');
  mkdirSync(join(dir, 'temp'));
  writeFileSync(config, configIn(dir, `upstream consoles { ${servers} }\n${site}`));
  const child = spawn('nginx', ['-p', dir, '-e', join(dir, 'error.log'), '-c', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => stop(child, dir));
  await waitForPort(port, child);
  return port;
}

/** Returns the nginx example of src/server/README.md. */
function proxyExample(): string {
  const [, example] = /```nginx\n(.*?)```/s.exec(readFileSync(readme, 'utf8')) ?? [];
  if (example === undefined) throw new Error('src/server/README.md has no nginx example.');
  return example;
}

function configIn(dir: string, site: string): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${dir}/nginx.pid;
events { worker_connections 2048; }
http {
  access_log off;
  ${temp.map((name) => `${name}_temp_path ${dir}/temp/${name};`).join(' ')}
  ${site}
}
`;
}

async function stop(child: ChildProcess, dir: string): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await exited;
  rmSync(dir, { recursive: true, force: true });
}

function ensureNginx(): boolean {
  if (runs('nginx', '-v')) return true;
  if (process.getuid?.() !== 0) return false;
  const install = ['install', '-y', '--no-install-recommends', 'nginx-light'];
  return runs('apt-get', 'update') && runs('apt-get', ...install) && runs('nginx', '-v');
}

function runs(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 }).status === 0;
}
