import net from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from '../../support/listen.mjs';

/**
 * Starts an outbound proxy that opens a tunnel for each CONNECT until the test ends.
 * @param refusal bytes that it sends instead of opening a tunnel
 */
export async function startProxy(refusal?: string) {
  /** The request line and headers of each request, oldest first. */
  const heads: string[] = [];
  const sockets = new Set<net.Socket>();
  const track = (socket: net.Socket) => sockets.add(socket.on('error', () => {}));
  const server = net.createServer((client) => {
    track(client);
    client.once('data', (data) => {
      const head = data.toString('latin1');
      heads.push(head);
      if (refusal !== undefined) {
        client.end(refusal);
        return;
      }
      const [, host, port] = /^CONNECT (.*):(\d+) /.exec(head) ?? [];
      const service = net.connect(Number(port), host);
      track(service);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(service).pipe(client);
      client.once('close', () => service.destroy());
      service.once('close', () => client.destroy());
    });
  });
  const url = `http://user:secret@127.0.0.1:${await listen(server)}`;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url, heads };
}
