import net from 'node:net';

export type UpstreamRequest = {
  /** Numbers of the request and of its connection, from 1. */
  number: number;
  connection: number;
  method: string;
  /** Raw request target. */
  target: string;
  headers: Record<string, string>;
};

export type UpstreamScript = { url: string; requests: UpstreamRequest[]; close(): Promise<void> };

/** Starts a service at byte level: `answer` gets each request and the socket, and writes any bytes or none. */
export async function upstreamScript(
  answer: (request: UpstreamRequest, socket: net.Socket) => void,
): Promise<UpstreamScript> {
  const requests: UpstreamRequest[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      text += part;
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const request = { number: requests.length + 1, connection, ...readHead(text.slice(0, end)) };
        text = text.slice(end + 4);
        requests.push(request);
        answer(request, socket);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the bytes of a complete HTTP response with a JSON body. */
export function upstreamJson(status: number, value: unknown, headers: readonly string[] = []): string {
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
