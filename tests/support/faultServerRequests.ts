import type { Socket } from 'node:net';

type RequestHead = {
  method: string;
  /** The request target exactly as it stood on the wire. */
  target: string;
  /** Header names in lower case. A repeated header keeps its last value. */
  headers: ReadonlyMap<string, string>;
  body: string;
};

export type ReceivedRequest = RequestHead & {
  /** Which connection brought it, from 1. */
  connection: number;
  /** Which request it was over all connections, from 1. */
  number: number;
};

/** Tells of each request on a socket, one after another. Bytes are kept as latin1, so nothing is decoded on the way. */
export function readRequests(socket: Socket, onRequest: (request: RequestHead) => void): void {
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (;;) {
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = readHead(pending.slice(0, end));
      const length = Number(head.headers.get('content-length') ?? 0);
      if (pending.length < end + 4 + length) return;
      const body = pending.slice(end + 4, end + 4 + length);
      pending = pending.slice(end + 4 + length);
      onRequest({ ...head, body });
    }
  });
}

function readHead(text: string): Omit<RequestHead, 'body'> {
  const [line = '', ...fields] = text.split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { method, target, headers };
}
