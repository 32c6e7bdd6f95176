import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.mjs';

export type CuttingProxy = {
  origin: string;
  /** The requests whose responses were cut, and if their connection had been used before. */
  cuts: readonly { line: string; reused: boolean }[];
  close(): Promise<void>;
};

/**
 * Starts a proxy that resets the connection instead of sending the first response to a request. The server has acted
 * then, and the browser can't know.
 * @param cutsAfter matches the request lines whose first response is cut
 * @param pass changes the bytes sent to the server
 */
export async function startCuttingProxy(
  target: string,
  cutsAfter: RegExp,
  pass = (bytes: Buffer): Buffer => bytes,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const cuts: { line: string; reused: boolean }[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let answered = 0;
    let cutLine: string | null = null;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => {
      const [line = ''] = bytes.toString('latin1').split('\r\n', 1);
      const isFirst = cuts.every((cut) => cut.line !== line);
      if (isFirst && answered > 0 && cutsAfter.test(line)) cutLine = line;
      upstream.write(pass(bytes));
    });
    upstream.on('data', (bytes) => {
      if (cutLine === null) {
        answered += 1;
        client.write(bytes);
      } else if (!client.destroyed) {
        cuts.push({ line: cutLine, reused: answered > 0 });
        client.resetAndDestroy();
      }
    });
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
