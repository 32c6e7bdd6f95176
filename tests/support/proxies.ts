import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { createFolder } from './createFolder.ts';
import { findFreePort, waitForPort } from './listen.ts';

type Program = 'nginx' | 'caddy' | 'pgbouncer' | 'sqlite3';
const find = (name: Program) => [`/usr/sbin/${name}`, `/usr/bin/${name}`].find(existsSync);
const isRoot = process.getuid?.() === 0;

export const hasProgram = (name: Program) => find(name) !== undefined;

type Config = (port: number, folder: string) => string;
type Arguments = (file: string, folder: string) => string[];

/** Starts a program with a configuration in `folder` until the test ends. @returns its port */
async function start(name: Program, config: Config, getArguments: Arguments): Promise<number> {
  const [port, folder] = [await findFreePort(), createFolder()];
  chmodSync(folder, 0o755);
  const file = `${folder}/config`;
  writeFileSync(file, config(port, folder));
  const env = { ...process.env, HOME: folder };
  const child = spawn(find(name) ?? name, getArguments(file, folder), { env, stdio: 'ignore' });
  await waitForPort(port, child);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  return port;
}

/** `servers` is what stands inside of `http { … }`. */
export function startNginx(servers: Config): Promise<number> {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config: Config = (port, folder) => `
    ${isRoot ? 'user root;' : ''} pid ${folder}/pid; error_log ${folder}/log; daemon off;
    events {}
    http {
      access_log off; ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      ${servers(port, folder)}
    }`;
  return start('nginx', config, (file, folder) => ['-p', folder, '-c', file, '-e', `${folder}/log`]);
}

/** `sites` is a Caddyfile without global options. */
export function startCaddy(sites: Config): Promise<number> {
  const config: Config = (port, folder) => `{\nadmin off\n}\n${sites(port, folder)}`;
  return start('caddy', config, (file) => ['run', '--adapter', 'caddyfile', '--config', file]);
}

/** In transaction mode, in front of a PostgreSQL that trusts `user`. `tls` is a folder with its certificate and key. */
export function startPgbouncer(postgresPort: string, user: string, tls: string, maxClients = 100) {
  const config: Config = (port) => `
    [databases]
    * = host=127.0.0.1 port=${postgresPort} user=${user}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = transaction
    max_client_conn = ${maxClients}
    client_tls_sslmode = require
    client_tls_cert_file = ${tls}/console.pem
    client_tls_key_file = ${tls}/console.key`;
  // It refuses to run as root.
  return start('pgbouncer', config, (file) => [...(isRoot ? ['-u', 'postgres'] : []), file]);
}
