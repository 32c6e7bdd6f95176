import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createFaultMiddleware } from './faults.ts';
import { dayMs, listOnlyFields, type StoredInstance } from './seed.ts';
import { type SandboxWorkspace, type WorkspaceFixtures, Workspaces } from './workspaces.ts';

type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

export type SandboxOptions = {
  instances?: number;
  records?: number;
  latencyMs?: number;
  now?: () => number;
  workspaces?: WorkspaceFixtures;
};

export type Sandbox = {
  fetch: (request: Request) => Response | Promise<Response>;
  close: () => void;
  /** What a list of a database contains. */
  instances: (slug: string, databaseName: string) => StoredInstance[];
  /** The last 1 000. */
  calls: readonly { method: string; path: string }[];
};

/** Has the operations of `openapi.yaml` and a list of instances, which `service.md` doesn't define. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { instances = 24, records = 12, latencyMs = 0, now = Date.now } = options;
  // The data depends on the day only, so that a restart doesn't create new instances with the same IDs.
  const start = Math.floor(now() / dayMs) * dayMs;
  const workspaces = new Workspaces({ instances, records, start, fixtures: options.workspaces ?? {} });
  const closing = new AbortController();
  const createWait = (signal: AbortSignal) => (ms: number) =>
    waitOrAbort(ms, AbortSignal.any([closing.signal, signal]));
  const calls: { method: string; path: string }[] = [];
  // Match the raw path, because each path value must be decoded only once.
  const app = new Hono<SandboxEnv>({ getPath: (request) => new URL(request.url).pathname });

  app.use(async ({ req }, next) => {
    if (calls.length === 1_000) calls.shift();
    calls.push({ method: req.method, path: req.path });
    await createWait(req.raw.signal)(latencyMs);
    await next();
  });
  app.use(requireBearer);
  app.use('/workspaces/:workspaceSlug/*', requireWorkspace(workspaces));

  const applyFaults = createFaultMiddleware(createWait);
  const computePath = '/workspaces/:workspaceSlug/databases/:databaseName/compute';
  app.get(computePath, applyFaults, listInstances);
  app.delete(`${computePath}/:instanceId`, applyFaults, deleteInstance(now));
  app.get('/workspaces/:workspaceSlug/subscription/history', applyFaults, (context) =>
    createJsonArrayResponse(context.get('workspace').history),
  );
  app.get('/workspaces/:workspaceSlug/regions', applyFaults, (context) =>
    Response.json(context.get('workspace').regions),
  );
  // Frameworks answer an unknown path like this, so the console must not take it for an unknown instance.
  app.notFound(({ req }) => createErrorResponse(404, `Cannot ${req.method} ${req.path}`));
  app.onError(() => createErrorResponse(500, 'The sandbox failed.'));

  return {
    fetch: (request) => app.fetch(request),
    close: () => closing.abort(),
    instances: (slug, databaseName) => workspaces.find(slug)?.list(databaseName) ?? [],
    calls,
  };
}

const requireBearer = createMiddleware(async (context, next) => {
  const header = context.req.header('authorization');
  if (header === undefined) return createErrorResponse(401, 'The Authorization header is missing.');
  if (header !== 'Bearer sandbox-token') return createErrorResponse(401, 'The access token is not valid.');
  return next();
});

function requireWorkspace(workspaces: Workspaces) {
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const slug = context.req.param('workspaceSlug') ?? '';
    if (slug === 'forbidden')
      return createErrorResponse(403, 'This token has no access to the workspace “forbidden”.');
    const workspace = workspaces.find(slug);
    if (workspace === undefined) return createErrorResponse(404, `There is no workspace ${slug}.`);
    context.set('workspace', workspace);
    return next();
  });
}

function listInstances(context: Context<SandboxEnv>): Response {
  const databaseName = context.req.param('databaseName') ?? '';
  const instances = context.get('workspace').list(databaseName);
  if (instances === undefined) return createErrorResponse(404, `There is no database ${databaseName}.`);
  return createJsonArrayResponse(instances.map(({ json }) => json));
}

function deleteInstance(now: () => number) {
  return (context: Context<SandboxEnv>): Response => {
    const { databaseName = '', instanceId = '' } = context.req.param();
    const instance = context.get('workspace').remove(databaseName, instanceId);
    if (instance === null) return createErrorResponse(404, 'There is no such instance in this database.');
    const record: object = JSON.parse(instance.json);
    const fields = Object.entries(record).filter(([field]) => !listOnlyFields.includes(field));
    return Response.json({ ...Object.fromEntries(fields), deleted: new Date(now()).toISOString() });
  };
}

function createJsonArrayResponse(items: readonly string[]): Response {
  return new Response(`[${items.join(',')}]`, { headers: { 'Content-Type': 'application/json' } });
}

function createErrorResponse(status: number, message: string): Response {
  return Response.json({ message, statusCode: status }, { status });
}

/** Resolves early when the signal aborts. */
function waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
