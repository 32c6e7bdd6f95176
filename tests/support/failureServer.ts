import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** One step on the wire: send bytes, wait (ms or for a promise), close with FIN or RST, or send until the client leaves. */
export type WireStep =
  | string
  | Uint8Array
  | { wait: number }
  | { until: Promise<unknown> }
  | { forever: string }
  | 'end'
  | 'reset';

/** Returns the response to a request. After the last step the connection stays open, so a partial response stalls. */
export type WireScript = (request: ReceivedRequest) => readonly WireStep[];

type ReceivedRequest = {
  method: string;
  /** The request target exactly as it was sent. */
  target: string;
  /** Header names in lower case. */
  headers: ReadonlyMap<string, string>;
  body: string;
  /** Number of its connection, from 1. */
  connection: number;
  /** Number of the request over all connections, from 1. */
  number: number;
};

export type FailureServer = Awaited<ReturnType<typeof startFailureServer>>;

/** Starts a service that fails as scripted. It uses `node:net`, because `node:http` would repair some failures. */
export async function startFailureServer(firstScript: WireScript) {
  let script = firstScript;
  let sent = 0;
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  /** Open connections that have sent a request. */
  const used = new Set<Socket>();
  const connections = { opened: 0, closed: 0 };
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of [...watchers]) watcher();
  };

  const server = createServer((socket) => {
    connections.opened += 1;
    const connection = connections.opened;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      used.delete(socket);
      connections.closed += 1;
      notify();
    });
    let turn = Promise.resolve();
    readRequests(socket, (head) => {
      const request = { ...head, connection, number: requests.length + 1 };
      requests.push(request);
      used.add(socket);
      const steps = script(request);
      turn = turn.then(() => play(socket, steps));
      notify();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function play(socket: Socket, steps: readonly WireStep[]): Promise<void> {
    for (const step of steps) {
      if (socket.destroyed) return;
      if (step === 'end') socket.end();
      else if (step === 'reset') socket.resetAndDestroy();
      else if (typeof step === 'string' || step instanceof Uint8Array) await send(socket, step);
      else if ('wait' in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
      else if ('until' in step) await step.until;
      else while (!socket.destroyed) await send(socket, step.forever);
    }
  }

  async function send(socket: Socket, bytes: string | Uint8Array): Promise<void> {
    sent += bytes.length;
    if (!socket.write(bytes) && !socket.destroyed)
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }

  function until(isReached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const watcher = () => {
        if (!isReached()) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
      watcher();
    });
  }

  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** All requests in the order of their arrival. */
    requests,
    connections,
    /** Returns the number of bytes written to sockets. */
    sentBytes: () => sent,
    /** Resolves after this many requests have arrived. */
    arrived: (count: number) => until(() => requests.length >= count),
    /** Resolves after the client has closed every connection that sent a request. */
    released: () => until(() => used.size === 0),
    respondWith: (next: WireScript) => {
      script = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
}

type RequestHead = Omit<ReceivedRequest, 'connection' | 'number'>;

/** Reads the requests of a socket in order. Bytes are kept as Latin-1, so that nothing is decoded. */
function readRequests(socket: Socket, onRequest: (request: RequestHead) => void): void {
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      const [line = '', ...fields] = pending.slice(0, end).split('\r\n');
      const [method = '', target = ''] = line.split(' ');
      const headers = new Map(
        fields.map((field) => {
          const [name = '', ...value] = field.split(':');
          return [name.toLowerCase(), value.join(':').trim()];
        }),
      );
      const bodyEnd = end + 4 + Number(headers.get('content-length') ?? 0);
      if (pending.length < bodyEnd) return;
      const body = pending.slice(end + 4, bodyEnd);
      pending = pending.slice(bodyEnd);
      onRequest({ method, target, headers, body });
    }
  });
}
