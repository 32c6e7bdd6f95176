import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * Starts a server on a free port of 127.0.0.1.
 * @param {import('node:net').Server} server
 * @returns {Promise<number>} the port
 */
export async function listen(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/**
 * Returns a port on which no server listens. The system gives ports from 32768 on to connections, so it could take such a one
 * before it is used.
 * @returns {Promise<number>}
 */
export async function findFreePort() {
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

/**
 * Waits until a process accepts connections on a port.
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} child
 */
export async function waitForPort(port, child) {
  for (let tries = 0; tries < 400 && child.exitCode === null; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const event = await once(socket, 'connect').catch(() => null);
    socket.destroy();
    if (event !== null) return;
    await setTimeout(50);
  }
  throw new Error(`${child.spawnfile} did not start.`);
}
