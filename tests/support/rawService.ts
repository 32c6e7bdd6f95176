import net from 'node:net';
import { listen } from './listen.mjs';

export type RawRequest = {
  /** Number of the request over all connections, from 1. */
  number: number;
  /** Number of its connection, from 1. */
  connection: number;
  method: string;
  /** The request target exactly as it was sent. */
  target: string;
  /** Header names in lower case. */
  headers: Record<string, string>;
};

/**
 * Starts a service on `node:net`, because `node:http` can't send malformed responses. Requests must have no body.
 * @param answer gets each request and its socket, and writes any bytes or none
 */
export async function startRawService(answer: (request: RawRequest, socket: net.Socket) => void) {
  const requests: RawRequest[] = [];
  const sockets = new Set<net.Socket>();
  const connections = { opened: 0 };
  const server = net.createServer((socket) => {
    connections.opened += 1;
    const connection = connections.opened;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const request = { number: requests.length + 1, connection, ...readHead(text.slice(0, end)) };
        text = text.slice(end + 4);
        requests.push(request);
        answer(request, socket);
      }
    });
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    /** All requests in the order of their arrival. */
    requests,
    connections,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the bytes of a complete HTTP response with a JSON body. */
export function rawJson(status: number, value: unknown, headers: readonly string[] = []): string {
  const body = JSON.stringify(value);
  const lines = [`HTTP/1.1 ${status} Words`, 'Content-Type: application/json', ...headers];
  return `${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function readHead(head: string) {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { method, target, headers };
}
