import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** One step of a response: send bytes, wait, or close the connection. `forever` repeats its bytes until the client closes. */
export type WireStep = string | Uint8Array | { waitMs: number } | { forever: string } | 'end' | 'reset';

/** The steps of the response to a request. A partial response stalls, because the connection stays open. */
export type WireScript = (request: RawRequest) => readonly WireStep[];

export type RawRequest = {
  requestNumber: number;
  method: string;
  /** The request target exactly as it was sent. */
  target: string;
  headers: Record<string, string>;
  /** The connection, for a script that answers later. */
  socket: Socket;
};

/** Starts a service on `node:net`, because `node:http` can't send malformed responses. Requests must have no body. */
export async function startService(script: WireScript) {
  let sentByteCount = 0;
  const requests: RawRequest[] = [];
  const connections: Socket[] = [];

  function send(socket: Socket, bytes: string | Uint8Array): Promise<void> {
    sentByteCount += bytes.length;
    return new Promise((resolve) => socket.write(bytes, () => resolve()));
  }
  async function respond(request: RawRequest) {
    const { socket } = request;
    for (const step of script(request)) {
      if (socket.destroyed) return;
      if (step === 'end') socket.end();
      else if (step === 'reset') socket.resetAndDestroy();
      else if (typeof step === 'string' || step instanceof Uint8Array) await send(socket, step);
      else if ('waitMs' in step) await sleep(step.waitMs);
      else while (!socket.destroyed) await send(socket, step.forever);
    }
  }
  const server = net.createServer((socket) => {
    connections.push(socket.on('error', () => {}));
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const heads = (text + chunk).split('\r\n\r\n');
      text = heads.pop() ?? '';
      for (const head of heads) {
        const request = { requestNumber: requests.length + 1, socket, ...readHead(head) };
        requests.push(request);
        void respond(request);
      }
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    ...{ url, requests, connections, getSentByteCount: () => sentByteCount },
    /** Waits until each connection that sent a request is closed. After an abort, `fetch` opens another one. */
    waitForDisconnects: () =>
      expect.poll(() => requests.every(({ socket }) => socket.closed), { interval: 5 }).toBe(true),
  };
}

function readHead(head: string) {
  const [firstLine = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = firstLine.split(' ');
  const pairs = lines.map((line) => /^(.*?): *(.*)$/.exec(line) ?? []);
  const headers = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  return { method, target, headers };
}
