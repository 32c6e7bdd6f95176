import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Starts a server on a free port of 127.0.0.1. @returns the port */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** The system gives ports from 32768 on to connections, so it could take such a one before it is used. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return findFreePort();
  }
  await once(server.close(), 'close');
  return port;
}

export async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400 && child.exitCode === null; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const event = await once(socket, 'connect').catch(() => null);
    socket.destroy();
    if (event !== null) return;
    await setTimeout(50);
  }
  throw new Error(`${child.spawnfile} did not start.`);
}

export async function startProcess(dist: string, settings: Record<string, string>, stdio: StdioOptions) {
  const port = Number(settings.PORT ?? (await findFreePort()));
  const env = { PATH: process.env.PATH, ...settings, PORT: `${port}` };
  const child = spawn(process.execPath, [`${dist}/server/main.js`], { env, stdio });
  await waitForPort(port, child);
  return { port, child };
}
