import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { type ConsoleServerOptions, createConsoleServer } from '../../src/server/app.ts';
import { readSettings } from '../../src/server/settings.ts';
import { listen } from './listen.mjs';

export type WireRequest = {
  method: string;
  path: string;
  authorization: string | null;
  idempotencyKey: string | null;
};

export type SiteServerOptions = Pick<ConsoleServerOptions, 'limits'> & { env?: Record<string, string> };

export type Site = {
  origin: string;
  /** The service of this test. */
  sandbox: Sandbox;
  /** Every request that reached the service, oldest first. */
  wire: readonly WireRequest[];
  /** Log lines of the server, one per request. */
  log: readonly string[];
  /** Holds every DELETE that reaches the service. @returns a function that lets the service handle them */
  holdDeletes: () => () => void;
};

type SiteOptions = {
  sandboxOptions?: SandboxOptions;
  serverOptions?: SiteServerOptions;
  /** Tokens that the service accepts in addition to `sandbox-token`. */
  otherTokens?: readonly string[];
};

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** Starts the built console with its own server and sandbox. */
export async function startSite({
  sandboxOptions = {},
  serverOptions = {},
  otherTokens = [],
}: SiteOptions): Promise<{ site: Site; close: () => Promise<void> }> {
  if (!existsSync(clientDir)) throw new Error('The console is not built. Run npm run build.');
  const sandbox = createSandbox(sandboxOptions);
  const log: string[] = [];
  const wire: WireRequest[] = [];
  let deletesReleased = Promise.resolve();
  let release = () => {};
  const { server, close } = createConsoleServer({
    settings: readSettings(serverOptions.env ?? {}),
    clientDir,
    log: (line) => log.push(line),
    sandbox: {
      async fetch(request) {
        const headers = new Headers(request.headers);
        const wireRequest = {
          method: request.method,
          path: new URL(request.url).pathname,
          authorization: headers.get('authorization'),
          idempotencyKey: headers.get('idempotency-key'),
        };
        wire.push(wireRequest);
        if (request.method === 'DELETE') await deletesReleased;
        if (otherTokens.some((token) => wireRequest.authorization === `Bearer ${token}`))
          headers.set('authorization', 'Bearer sandbox-token');
        return sandbox.fetch(new Request(request, { headers }));
      },
    },
    limits: serverOptions.limits ?? {},
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    site: { origin, sandbox, wire, log, holdDeletes },
    async close() {
      release();
      sandbox.close();
      await close();
    },
  };
  function holdDeletes() {
    deletesReleased = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }
}
