import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { deferred } from './deferred.ts';
import { startConsole } from './startConsole.ts';

/** A request that reached the service. */
export type WireRequest = { method: string; path: string; authorization: string | null };

type Answer = (request: Request) => Response | null;

export type SiteOptions = {
  /** Its `now` is also the clock of the server and of its responses. */
  sandbox?: SandboxOptions;
  env?: Record<string, string>;
  /** Tokens that the service accepts in addition to `sandbox-token`. */
  otherTokens?: readonly string[];
  /** Folder of the built client. Null if a test needs only the data in the page. */
  client?: string | null;
};

export type Site = Awaited<ReturnType<typeof startSite>>['site'];

const builtClient = join(import.meta.dirname, '../../dist/client');

/** Starts a console with its own database, on a sandbox that a test can hold, and whose answers it can replace. */
export async function startSite({
  sandbox: options = {},
  otherTokens = [],
  env = {},
  client = builtClient,
}: SiteOptions) {
  if (client !== null && !existsSync(client)) throw new Error('The console is not built. Run npm run build.');
  const sandbox = createSandbox(options);
  const wire: WireRequest[] = [];
  const held: Record<'deletes' | 'reads', Promise<void>> = {
    deletes: Promise.resolve(),
    reads: Promise.resolve(),
  };
  /** Of a database of acme. */
  async function listInstances(database: string): Promise<{ id: string; name: string }[]> {
    const url = `http://sandbox.test/workspaces/acme/databases/${database}/compute`;
    const headers = { authorization: 'Bearer sandbox-token' };
    return (await sandbox.fetch(new Request(url, { headers }))).json();
  }
  const releases: (() => void)[] = [];
  let fakeAnswer: Answer | null = null;

  async function fetch(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    const authorization = headers.get('authorization');
    wire.push({ method: request.method, path: new URL(request.url).pathname, authorization });
    await (request.method === 'DELETE' ? held.deletes : held.reads);
    if (otherTokens.some((token) => authorization === `Bearer ${token}`))
      headers.set('authorization', 'Bearer sandbox-token');
    const response = fakeAnswer?.(request) ?? (await sandbox.fetch(new Request(request, { headers })));
    if (options.now) response.headers.set('date', new Date(options.now()).toUTCString());
    return response;
  }
  function hold(kind: keyof typeof held) {
    const { promise, resolve } = deferred<void>();
    held[kind] = promise;
    releases.push(resolve);
    return resolve;
  }
  const { origin, logLines, errorLines, end } = await startConsole({
    ...{ env, client },
    service: { fetch },
    now: options.now,
  });
  const site = {
    ...{ origin, listInstances, logLines, errorLines },
    /** Every request that reached the service, oldest first. */
    wire,
    /** Holds every DELETE that reaches the service. @returns a function that lets the service handle them */
    holdDeletes: () => hold('deletes'),
    /** The same for reads. */
    holdReads: () => hold('reads'),
    /** The service answers matching requests with this, until it is called with null. */
    answer(answer: Answer | null) {
      fakeAnswer = answer;
    },
  };
  return {
    site,
    async close() {
      for (const release of releases) release();
      await end();
    },
  };
}
