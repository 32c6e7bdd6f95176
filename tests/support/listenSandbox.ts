import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sandbox } from '../../src/sandbox/app.ts';

export type ListeningSandbox = {
  /** `http://127.0.0.1:PORT`. The service is at its root and, as in production, below `/api`. */
  origin: string;
  /** Closes every connection. */
  close(): Promise<void>;
};

/** Serves a sandbox over HTTP on a free port. */
export async function listenSandbox(sandbox: Pick<Sandbox, 'fetch'>): Promise<ListeningSandbox> {
  const server = createServer((request, response) => {
    answer(sandbox, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(sandbox: Pick<Sandbox, 'fetch'>, incoming: IncomingMessage, outgoing: ServerResponse) {
  const path = (incoming.url ?? '/').replace(/^\/api(?=\/)/, '');
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await sandbox.fetch(
    new Request(`http://sandbox.invalid${path}`, {
      method: incoming.method ?? 'GET',
      headers: headersOf(incoming),
      signal: gone.signal,
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A body that fails destroys the socket, so that the response is cut off on the wire as well.
  await pipeline(response.body === null ? Readable.from([]) : chunksOf(response.body), outgoing);
}

async function* chunksOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string') headers.set(name, value);
  return headers;
}
