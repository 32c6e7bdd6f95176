import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createFaultMiddleware } from './faults.ts';
import { dayMs, listOnlyFields, type StoredInstance } from './seed.ts';
import { type SandboxHonoEnv, type WorkspaceFixtures, Workspaces } from './workspaces.ts';

type SandboxCall = { method: string; path: string; authorized: boolean };

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
  /** What a list of a database contains, and what was deleted from it. */
  instances: (slug: string, databaseName: string) => StoredInstance[];
  queued: (slug: string, databaseName: string) => StoredInstance[];
  calls: readonly SandboxCall[];
};

/** Has the operations of `openapi.yaml` and a list of instances, which `service.md` doesn't define. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { instances = 24, records = 12, latencyMs = 0, now = Date.now } = options;
  // The data depends on the day only, so that a restart doesn't create new instances with the same IDs.
  const today = Math.floor(now() / dayMs) * dayMs;
  const workspaces = new Workspaces({ instances, records }, today, options.workspaces ?? {});
  const closeController = new AbortController();
  const createWait = (signal: AbortSignal) => (ms: number) =>
    waitOrAbort(ms, AbortSignal.any([closeController.signal, signal]));
  const calls: SandboxCall[] = [];
  // Match the raw path, because each path value must be decoded only once.
  const app = new Hono<SandboxHonoEnv>({ getPath: (request) => new URL(request.url).pathname });

  app.use(async (context, next) => {
    const { method, path } = context.req;
    if (calls.length === 1_000) calls.shift();
    calls.push({ method, path, authorized: context.req.header('authorization') !== undefined });
    await createWait(context.req.raw.signal)(latencyMs);
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
    fetch: (request: Request) => app.fetch(request),
    close: () => closeController.abort(),
    instances: (slug: string, databaseName: string) => workspaces.find(slug)?.listed(databaseName) ?? [],
    queued: (slug: string, databaseName: string) => workspaces.find(slug)?.queued(databaseName) ?? [],
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
  return createMiddleware<SandboxHonoEnv>(async (context, next) => {
    const slug = context.req.param('workspaceSlug') ?? '';
    if (slug === 'forbidden')
      return createErrorResponse(403, 'This token has no access to the workspace “forbidden”.');
    const workspace = workspaces.find(slug);
    if (workspace === undefined) return createErrorResponse(404, `There is no workspace ${slug}.`);
    context.set('workspace', workspace);
    return next();
  });
}

function listInstances(context: Context<SandboxHonoEnv>): Response {
  const databaseName = context.req.param('databaseName') ?? '';
  const listedInstances = context.get('workspace').listed(databaseName);
  if (listedInstances === undefined) return createErrorResponse(404, `There is no database ${databaseName}.`);
  return createJsonArrayResponse(listedInstances.map(({ json }) => json));
}

function deleteInstance(now: () => number) {
  return (context: Context<SandboxHonoEnv>): Response => {
    const workspace = context.get('workspace');
    const databaseName = context.req.param('databaseName') ?? '';
    const instanceId = context.req.param('instanceId') ?? '';
    const instance = workspace.remove(databaseName, instanceId);
    if (instance === null) return createErrorResponse(404, 'There is no such instance in this database.');
    const record: Record<string, unknown> = JSON.parse(instance.json);
    const includedFields = Object.entries(record).filter(([field]) => !listOnlyFields.includes(field));
    return Response.json({ ...Object.fromEntries(includedFields), deleted: new Date(now()).toISOString() });
  };
}

function createJsonArrayResponse(items: readonly string[]): Response {
  return new Response(`[${items.join(',')}]`, { headers: { 'Content-Type': 'application/json' } });
}

function createErrorResponse(status: number, message: string): Response {
  return Response.json({ message, statusCode: status }, { status });
}

function waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
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
