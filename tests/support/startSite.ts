import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { deferred } from './deferred.ts';
import { startConsole } from './startConsole.ts';

/** A request that reached the service. */
export type WireRequest = { method: string; path: string; authorization: string | null };

export type Answer = (request: Request) => Response | null;

export type SiteOptions = {
  /** Its `now` is also the clock of the server and of its responses. */
  sandbox?: SandboxOptions;
  env?: Record<string, string>;
  /** Tokens that the service accepts in addition to `sandbox-token`. */
  otherTokens?: readonly string[];
  /** Folder of the built client. Null if a test needs only the data in the page. */
  client?: string | null;
};

export type Site = Awaited<ReturnType<typeof startSite>>;

const builtClient = join(import.meta.dirname, '../../dist/client');

/** Starts a console with its own database, on a sandbox that a test can hold, and whose answers it can replace. */
export async function startSite({ sandbox: options = {}, otherTokens = [], ...rest }: SiteOptions) {
  const { env = {}, client = builtClient } = rest;
  if (client !== null && !existsSync(client)) throw new Error('The console is not built. Run npm run build.');
  const sandbox = createSandbox(options);
  const wire: WireRequest[] = [];
  const holds = new Map<string, ReturnType<typeof deferred<void>>>();
  let fakeAnswer: Answer | null = null;

  async function fetch(request: Request): Promise<Response> {
    const { method, url } = request;
    const headers = new Headers(request.headers);
    const authorization = headers.get('authorization');
    wire.push({ method, path: new URL(url).pathname, authorization });
    await holds.get(method)?.promise;
    if (otherTokens.some((token) => authorization === `Bearer ${token}`))
      headers.set('authorization', 'Bearer sandbox-token');
    const response = fakeAnswer?.(request) ?? (await sandbox.fetch(new Request(request, { headers })));
    if (options.now) response.headers.set('date', new Date(options.now()).toUTCString());
    return response;
  }
  const server = await startConsole({ env, client, service: { fetch }, now: options.now });
  return {
    ...server,
    /** Of a database of acme. */
    async listInstances(database: string): Promise<{ id: string; name: string }[]> {
      const url = `http://sandbox.test/workspaces/acme/databases/${database}/compute`;
      const authorization = 'Bearer sandbox-token';
      return (await sandbox.fetch(new Request(url, { headers: { authorization } }))).json();
    },
    /** Every request that reached the service, oldest first. */
    wire,
    /** Holds every request with this method that reaches the service. @returns a function that lets the service handle them */
    hold(method: 'GET' | 'DELETE') {
      const held = deferred<void>();
      holds.set(method, held);
      return held.resolve;
    },
    /** The service answers matching requests with this, until it is called with null. */
    answer(answer: Answer | null) {
      fakeAnswer = answer;
    },
    async end() {
      for (const { resolve } of holds.values()) resolve();
      await server.end();
    },
  };
}
