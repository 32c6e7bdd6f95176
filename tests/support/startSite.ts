import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { type ConsoleServerOptions, createConsoleServer } from '../../src/server/app.ts';
import { readSettings } from '../../src/server/settings.ts';
import { listen } from './listen.mjs';

export type WireLine = {
  method: string;
  path: string;
  authorization: string | null;
  idempotencyKey: string | null;
};

/** Limits and environment variables of the server. */
export type SiteServerOptions = Pick<ConsoleServerOptions, 'limits'> & { env?: Record<string, string> };

export type Site = {
  origin: string;
  /** The service of this test. */
  sandbox: Sandbox;
  /** Every request that reached the service, oldest first. */
  wire: readonly WireLine[];
  /** Log lines of the server, one per request. */
  log: readonly string[];
};

type SiteOptions = {
  sandboxOptions?: SandboxOptions;
  serverOptions?: SiteServerOptions;
  /** Tokens that the service accepts besides the sandbox's own. */
  otherTokens?: readonly string[];
  /** Returns a promise that the service waits for before it responds. */
  beforeAnswer?: (line: WireLine) => Promise<void> | undefined;
};

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** Starts the built console on its own server and sandbox. */
export async function startSite({
  sandboxOptions = {},
  serverOptions = {},
  otherTokens = [],
  beforeAnswer = () => undefined,
}: SiteOptions): Promise<{ site: Site; close: () => Promise<void> }> {
  if (!existsSync(clientDir)) throw new Error('The console is not built. Run npm run build.');
  const sandbox = createSandbox(sandboxOptions);
  const log: string[] = [];
  const wire: WireLine[] = [];
  const { server, close } = createConsoleServer({
    settings: readSettings(serverOptions.env ?? {}),
    clientDir,
    log: (line) => log.push(line),
    sandbox: {
      async fetch(request) {
        const headers = new Headers(request.headers);
        const line = {
          method: request.method,
          path: new URL(request.url).pathname,
          authorization: headers.get('authorization'),
          idempotencyKey: headers.get('idempotency-key'),
        };
        wire.push(line);
        await beforeAnswer(line);
        if (otherTokens.some((token) => line.authorization === `Bearer ${token}`))
          headers.set('authorization', 'Bearer sandbox-token');
        return sandbox.fetch(new Request(request, { headers }));
      },
    },
    limits: serverOptions.limits ?? {},
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    site: { origin, sandbox, wire, log },
    async close() {
      sandbox.close();
      await close();
    },
  };
}
