import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { listen } from './listen.mjs';

/** One step of a response: send bytes, wait, or close the connection. `forever` repeats its bytes until the client closes. */
export type WireStep = string | Uint8Array | { waitMs: number } | { forever: string } | 'end' | 'reset';

/** The steps of the response to a request. A partial response stalls, because the connection stays open. */
export type WireScript = (request: RawRequest) => readonly WireStep[];

/** Starts a service that sends scripted responses until the test ends. */
export async function startService(script: WireScript) {
  let sentByteCount = 0;
  /** The open connections that sent a request. After an abort, the client opens another one. */
  const sockets = new Set<Socket>();
  const service = await startRawService(async (request, socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    for (const step of script(request)) {
      if (socket.destroyed) return;
      if (step === 'end') socket.end();
      else if (step === 'reset') socket.resetAndDestroy();
      else if (typeof step === 'string' || step instanceof Uint8Array) await send(socket, step);
      else if ('waitMs' in step) await sleep(step.waitMs);
      else while (!socket.destroyed) await send(socket, step.forever);
    }
  });
  onTestFinished(service.close);

  function send(socket: Socket, bytes: string | Uint8Array): Promise<void> {
    sentByteCount += bytes.length;
    return new Promise((resolve) => socket.write(bytes, () => resolve()));
  }

  return {
    ...service,
    getSentByteCount: () => sentByteCount,
    /** Waits until the client has closed every connection that sent a request. */
    waitForDisconnects: () => expect.poll(() => sockets.size, { interval: 5 }).toBe(0),
  };
}

export type RawRequest = {
  /** 1 for the first request that the service receives, 2 for the second, and so on. */
  requestNumber: number;
  /** 1 for the first connection that the service accepts, 2 for the second, and so on. */
  connectionNumber: number;
  method: string;
  /** The request target exactly as it was sent. */
  target: string;
  /** Header names in lower case. */
  headers: Record<string, string>;
};

/**
 * Starts a service on `node:net`, because `node:http` can't send malformed responses. Requests must have no body.
 * @param respond may write a response to the socket
 */
export async function startRawService(respond: (request: RawRequest, socket: net.Socket) => void) {
  const requests: RawRequest[] = [];
  const sockets = new Set<net.Socket>();
  const connections = { opened: 0 };
  const server = net.createServer((socket) => {
    connections.opened += 1;
    const connectionNumber = connections.opened;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const requestNumber = requests.length + 1;
        const request = { requestNumber, connectionNumber, ...readHead(text.slice(0, end)) };
        text = text.slice(end + 4);
        requests.push(request);
        respond(request, socket);
      }
    });
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    /** All requests, oldest first. */
    requests,
    connections,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function readHead(head: string) {
  const [firstLine = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = firstLine.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { method, target, headers };
}
