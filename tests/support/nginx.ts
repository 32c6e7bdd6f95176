import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitForPort } from './listen.mjs';

const program = '/usr/sbin/nginx';
/** False where no nginx is installed. Its tests are then skipped. */
export const hasNginx = existsSync(program);

/** @param servers what stands inside of `http { … }`, and listens on the port */
export async function startNginx(servers: (port: number, folder: string) => string) {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'console-nginx-'));
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log ${folder}/log; daemon off;
    events {}
    http {
      access_log off; ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      ${servers(port, folder)}
    }`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')]);
  await waitForPort(port, child);
  const close = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
  return { port, close };
}
