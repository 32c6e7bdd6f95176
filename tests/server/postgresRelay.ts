import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from '../support/listen.mjs';

/** Passes connections on to PostgreSQL until the test ends. */
export async function startRelay(url: string) {
  const relayed = new URL(url);
  const { hostname, port } = relayed;
  const sockets = new Set<net.Socket>();
  const relay = {
    url: '',
    /** Called for each message of a client. Ends the connection if it returns false. */
    onMessage: async (_message: Buffer, _connection: { messageCount: number }): Promise<boolean> => true,
  };
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    const end = () => [client, upstream].map((socket) => socket.destroy());
    for (const socket of [client, upstream]) sockets.add(socket.on('error', end).on('close', end));
    const connection = { messageCount: 0 };
    client.on('data', async (message) => {
      connection.messageCount += 1;
      if (await relay.onMessage(message, connection)) upstream.write(message);
      else end();
    });
    upstream.pipe(client);
  });
  relayed.port = String(await listen(server));
  relay.url = relayed.href;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  });
  return relay;
}
