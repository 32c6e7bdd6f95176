import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type ReceivedRequest, readRequests } from './faultServerRequests.ts';

/** One thing to do on the wire: send bytes, pause (ms, or for a promise), cut with FIN or RST, or send for as long as it takes. */
export type FaultStep =
  | string
  | Uint8Array
  | { wait: number }
  | { until: Promise<unknown> }
  | { forever: string }
  | 'end'
  | 'reset';
/** What a request is answered with. Steps that run out leave the connection open: a stall where no answer is whole. */
export type FaultScript = (request: ReceivedRequest) => readonly FaultStep[];

export type FaultServer = {
  /** Its origin, `http://127.0.0.1:PORT`. */
  url: string;
  /** All requests so far, in the order of their arrival. */
  requests: readonly ReceivedRequest[];
  /** How many connections were opened, and how many of them are gone. */
  connections: { opened: number; closed: number };
  /** Body and head bytes handed to sockets so far. */
  sentBytes: () => number;
  /** Resolves once so many requests have arrived. */
  arrived: (count: number) => Promise<void>;
  /** Resolves once every connection that brought a request is gone: the client has let go. */
  released: () => Promise<void>;
  answerWith: (script: FaultScript) => void;
  close: () => Promise<void>;
};

/** A service that fails as told, at byte level: on `node:net`, so nothing between the script and the wire mends a fault. */
export async function startFaultServer(firstScript: FaultScript): Promise<FaultServer> {
  let script = firstScript;
  let sent = 0;
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const used = new Set<Socket>();
  const connections = { opened: 0, closed: 0 };
  const watchers = new Set<() => void>();
  const changed = () => {
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
      changed();
    });
    let turn = Promise.resolve();
    readRequests(socket, (head) => {
      const request = { ...head, connection, number: requests.length + 1 };
      requests.push(request);
      used.add(socket);
      const steps = script(request);
      turn = turn.then(() => play(socket, steps));
      changed();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function play(socket: Socket, steps: readonly FaultStep[]): Promise<void> {
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
    if (socket.write(bytes) || socket.destroyed) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        socket.off('drain', goOn).off('close', goOn);
        resolve();
      };
      socket.on('drain', goOn).on('close', goOn);
    });
  }

  function until(reached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const watcher = () => {
        if (!reached()) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
      watcher();
    });
  }

  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections,
    sentBytes: () => sent,
    arrived: (count) => until(() => requests.length >= count),
    released: () => until(() => used.size === 0),
    answerWith: (next) => {
      script = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
}
