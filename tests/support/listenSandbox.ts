import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Sandbox } from '../../src/sandbox/app.ts';
import { listen } from './listen.mjs';

/** Serves a sandbox over HTTP on a free port, at `/` and at `/api` as in production. */
export async function listenSandbox(sandbox: Pick<Sandbox, 'fetch'>) {
  const respond = getRequestListener(
    ({ url, method, headers, signal }) => {
      const path = new URL(url).pathname.replace(/^\/api(?=\/)/, '');
      return sandbox.fetch(new Request(`http://sandbox.invalid${path}`, { method, headers, signal }));
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((request, response) => void respond(request, response));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
