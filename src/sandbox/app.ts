import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createFaultMiddleware, type Sleep } from './faultMiddleware.ts';
import { createWorkspaces, type SandboxEnv, type StoredInstance, type Workspaces } from './workspaces.ts';

/** A request as the sandbox remembers it: never the token. `path` is raw, without the query. */
type SandboxCall = { method: string; path: string; authorized: boolean };

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
  const closed = new AbortController();
  const sleep: Sleep = (ms, signal) => sleepUntil(ms, AbortSignal.any([closed.signal, signal]));
  const calls: SandboxCall[] = [];
  // The raw path, so that a call is remembered as it was sent and each value is decoded once, as a parameter.
  const app = new Hono<SandboxEnv>({ getPath: (request) => new URL(request.url).pathname });

  app.use(async (context, next) => {
    const { method, path } = context.req;
    if (calls.length === 1_000) calls.shift();
    calls.push({ method, path, authorized: context.req.header('authorization') !== undefined });
    await sleep(latencyMs, context.req.raw.signal);
    await next();
  });
  app.use(requireBearer);
  app.use('/workspaces/:workspaceSlug/*', requireWorkspace(workspaces));

  const faulty = createFaultMiddleware(sleep);
  const computePath = '/workspaces/:workspaceSlug/databases/:databaseName/compute';
  app.get(computePath, faulty, listInstances);
  app.delete(`${computePath}/:instanceId`, faulty, deleteInstance(now));
  app.get('/workspaces/:workspaceSlug/subscription/history', faulty, listHistory);
  app.get('/workspaces/:workspaceSlug/regions', faulty, listRegions);
  app.notFound(() => errorResponse(404, 'The service has no such operation.'));
  app.onError(() => errorResponse(500, 'The sandbox broke.'));

  const store = (slug: string, databaseName: string) => workspaces.find(slug)?.database(databaseName);
  return {
    fetch: (request) => app.fetch(request),
    close: () => closed.abort(),
    instances: (slug, databaseName) => store(slug, databaseName)?.listed() ?? [],
    queued: (slug, databaseName) => store(slug, databaseName)?.queued() ?? [],
    calls,
  };
}

function wholeNumber(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new RangeError(`The sandbox's ${name} must be a whole number from 0 to ${most}, not ${value}.`);
}

/** Lets only `Authorization: Bearer sandbox-token` through, before anything else is looked at (section 5). */
const requireBearer = createMiddleware(async (context, next) => {
  const header = context.req.header('authorization');
  if (header === undefined) return errorResponse(401, 'The Authorization header is missing.');
  if (header !== 'Bearer sandbox-token') return errorResponse(401, 'The access token is not valid.');
  return next();
});

/** Finds the workspace of the path for the operations below; 403 for `forbidden`, 404 for one nobody knows. */
function requireWorkspace(workspaces: Workspaces) {
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const slug = context.req.param('workspaceSlug') ?? '';
    if (slug === 'forbidden')
      return errorResponse(403, 'This token has no access to the workspace forbidden.');
    const workspace = workspaces.find(slug);
    if (workspace === undefined) return errorResponse(404, `There is no workspace ${slug}.`);
    context.set('workspace', workspace);
    return next();
  });
}

/**
 * The instances of a database that are not deleted. Not in the service document, whose section 1 leaves other
 * operations open: the collection of the path of section 4.1 is the likeliest place. 404 for an unknown database.
 */
function listInstances(context: Context<SandboxEnv>): Response {
  const databaseName = context.req.param('databaseName') ?? '';
  const store = context.get('workspace').database(databaseName);
  if (store === undefined) return errorResponse(404, `There is no database ${databaseName}.`);
  return jsonArrayResponse(store.listed().map((instance) => instance.text));
}

/**
 * Section 4.1: removes an instance, queues it and answers its record with `deleted` set. 404 for an unknown
 * database, an unknown instance, and one that was deleted before.
 * @param now the clock, ms since 1970 UTC
 */
function deleteInstance(now: () => number) {
  return (context: Context<SandboxEnv>): Response => {
    const workspace = context.get('workspace');
    const databaseName = context.req.param('databaseName') ?? '';
    const instanceId = context.req.param('instanceId') ?? '';
    const removed = workspace.remove(databaseName, instanceId);
    if (removed === null)
      return errorResponse(404, `There is no instance ${instanceId} in database ${databaseName}.`);
    const { status, region, ...documented }: Record<string, unknown> = JSON.parse(removed.text);
    return Response.json({ ...documented, deleted: new Date(now()).toISOString() });
  };
}

/** Section 4.2: all subscription records of the workspace, most recent first. */
function listHistory(context: Context<SandboxEnv>): Response {
  return jsonArrayResponse(context.get('workspace').history());
}

/** Section 4.3: the region identifiers of the workspace; an empty array is a valid answer. */
function listRegions(context: Context<SandboxEnv>): Response {
  return Response.json(context.get('workspace').regions);
}

const charactersAtOnce = 256 * 1024;

/**
 * A 200 whose body is the JSON array of items that are JSON text already, sent in pieces of about 256 kB:
 * 100 000 records never stand in memory as one string, and other requests get their turn in between.
 */
function jsonArrayResponse(items: readonly string[]): Response {
  const encoder = new TextEncoder();
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let piece = next === 0 ? '[' : '';
      for (; next < items.length && piece.length < charactersAtOnce; next += 1)
        piece += next === 0 ? items[next] : `,${items[next]}`;
      if (next < items.length) return controller.enqueue(encoder.encode(piece));
      controller.enqueue(encoder.encode(`${piece}]`));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}

/**
 * An error as section 7 of the service document shapes it: `{message, statusCode}`.
 * @param status the HTTP status, repeated in the body as `statusCode`
 */
function errorResponse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message, statusCode: status }, { status, headers });
}

/** Ends early, and without an error, when the signal says so. */
function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve();
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
