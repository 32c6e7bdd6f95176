import { Hono } from 'hono';
import type { StoredInstance } from './createInstanceStore.ts';
import { createPauses } from './createPauses.ts';
import { createSentinelWatch } from './createSentinelWatch.ts';
import { createWorkspaces } from './createWorkspaces.ts';
import { deleteInstance } from './deleteInstance.ts';
import { errorAnswer } from './errorAnswer.ts';
import { listHistory } from './listHistory.ts';
import { listInstances } from './listInstances.ts';
import { listRegions } from './listRegions.ts';
import { requireBearer } from './requireBearer.ts';
import { requireWorkspace } from './requireWorkspace.ts';
import type { SandboxCall, SandboxEnv } from './SandboxEnv.ts';

export type SandboxOptions = {
  /** Instances of workspace `acme`, over its three databases in all; 0 to 100 000. */
  instances?: number;
  /** Subscription records of workspace `acme`; 0 to 100 000. */
  records?: number;
  /** ms added to every answer. */
  latencyMs?: number;
  /** ms between a delete and the end of the instance's data. */
  finalizeAfterMs?: number;
  /** The clock, ms since 1970 UTC. */
  now?: () => number;
};

export type Sandbox = {
  fetch(request: Request): Response | Promise<Response>;
  /** Ends what is waiting, so that no timer stays behind. */
  close(): void;
  /** What a database still lists; empty where there is no such database. */
  instances(workspaceSlug: string, databaseName: string): readonly StoredInstance[];
  /** What was deleted in a database and is not finalized. */
  queued(workspaceSlug: string, databaseName: string): readonly StoredInstance[];
  /** The last 1 000 requests, oldest first. */
  readonly calls: readonly SandboxCall[];
};

/**
 * The service in miniature: the three operations of section 4 and a listing of instances that the document doesn't
 * have. Paths stand at the root. Nothing is shared between two sandboxes, and it never listens by itself.
 * @throws RangeError where an option is not a whole number in its range
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { latencyMs = 0, finalizeAfterMs = 60_000, now = Date.now } = options;
  const instances = wholeNumber('instances', options.instances ?? 24, 100_000);
  const records = wholeNumber('records', options.records ?? 12, 100_000);
  wholeNumber('latencyMs', latencyMs, 600_000);
  wholeNumber('finalizeAfterMs', finalizeAfterMs, Number.MAX_SAFE_INTEGER);

  const workspaces = createWorkspaces({ instances, records, finalizeAfterMs, now });
  const pauses = createPauses();
  const calls: SandboxCall[] = [];
  // The raw path, so that a call is remembered as it was sent and each value is decoded once, as a parameter.
  const app = new Hono<SandboxEnv>({ getPath: (request) => new URL(request.url).pathname });

  app.use(async (context, next) => {
    const { method, path } = context.req;
    if (calls.length === 1_000) calls.shift();
    calls.push({ method, path, authorized: context.req.header('authorization') !== undefined });
    await pauses.pause(latencyMs, context.req.raw.signal);
    await next();
  });
  app.use(requireBearer);
  app.use('/workspaces/:workspaceSlug/*', requireWorkspace(workspaces));

  const watch = createSentinelWatch(pauses);
  const computePath = '/workspaces/:workspaceSlug/databases/:databaseName/compute';
  app.get(computePath, watch, listInstances);
  app.delete(`${computePath}/:instanceId`, watch, deleteInstance(now));
  app.get('/workspaces/:workspaceSlug/subscription/history', watch, listHistory);
  app.get('/workspaces/:workspaceSlug/regions', watch, listRegions);
  app.notFound(() => errorAnswer(404, 'The service has no such operation.'));
  app.onError(() => errorAnswer(500, 'The sandbox broke.'));

  const store = (slug: string, databaseName: string) => workspaces.find(slug)?.database(databaseName);
  return {
    fetch: (request) => app.fetch(request),
    close: pauses.end,
    instances: (slug, databaseName) => store(slug, databaseName)?.listed() ?? [],
    queued: (slug, databaseName) => store(slug, databaseName)?.queued() ?? [],
    calls,
  };
}

function wholeNumber(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new RangeError(`The sandbox's ${name} must be a whole number from 0 to ${most}, not ${value}.`);
}
