import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFolder } from './createFolder.ts';
import { findFreePort, waitForPort } from './listen.mjs';

const program = '/usr/sbin/nginx';
/** False where no nginx is installed. Its tests are then skipped. */
export const hasNginx = existsSync(program);

/** Starts nginx until the test ends. `servers` is what stands inside of `http { … }`. */
export async function startNginx(servers: (port: number, folder: string) => string) {
  const port = await findFreePort();
  const folder = createFolder();
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
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  return port;
}
