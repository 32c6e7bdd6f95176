import { once } from 'node:events';
import { createServer } from 'node:net';

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

/** Returns a free port. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), 'close');
  return port;
}
