import { Hono } from 'hono';
import { toIso } from '../rules/time.ts';
import { createSandboxWorkspace, type SandboxWorkspace, type WorkspaceSeed } from './seed.ts';

type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

export type SandboxOptions = {
  instances?: number;
  records?: number;
  latencyMs?: number;
  now?: () => number;
};

export type Sandbox = { fetch: (request: Request) => Response | Promise<Response> };

const statuses = [400, 401, 403, 404, 408, 409, 410, 412, 422, 423, 429, 500, 501, 502, 503, 504];

/** By the ID of an instance, which isn't deleted, or the name of a database, whose list fails. */
export const sandboxFailures: ReadonlyMap<string, () => Response> = new Map([
  ...statuses.map((status) => [`error-${status}`, () => createFailure(status)] as const),
  ['error-in-200', () => Response.json({ message: 'Forbidden', statusCode: 403 })],
  ['page-404', () => createPage(404, 'default backend - 404')],
]);

/** `wait` (ms) ends early if the client leaves. */
type Respond = (usual: Response, wait: (ms: number) => Promise<void>) => Response | Promise<Response>;

/** By the ID of an instance, which is deleted, with an unusual or late response. */
export const sandboxOddDeletes = new Map<string, Respond>([
  ['slow', (usual, wait) => wait(8_000).then(() => usual)],
  ['no-answer', (usual, wait) => wait(600_000).then(() => usual)],
  ['accepted', () => Response.json({}, { status: 202 })],
  ['no-content', () => new Response(null, { status: 204 })],
  ['web-page', () => createPage(200, 'Welcome to our network')],
  ['mismatch', moveToOtherWorkspace],
]);

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { instances = 24, records = 12, latencyMs = 0, now = Date.now } = options;
  const seeds: WorkspaceSeed[] = [
    { slug: 'acme', instances, records },
    { slug: 'beta', instances: 9, records: 5 },
    { slug: 'empty', instances: 0, records: 0 },
    { slug: 'faults', instances: 0, records: 5 },
  ];
  const faults = [...sandboxFailures.keys(), ...sandboxOddDeletes.keys()];
  const workspaces = new Map(seeds.map((seed) => [seed.slug, createSandboxWorkspace(seed, faults, now())]));
  const app = new Hono<SandboxEnv>();

  app.use(async ({ req }, next) => {
    if (latencyMs > 0) await wait(latencyMs, req.raw.signal);
    if (req.header('authorization') === 'Bearer sandbox-token') return next();
    return createError(401, 'The access token is not valid.');
  });
  app.use('/workspaces/:workspaceSlug/*', async (context, next) => {
    const slug = context.req.param('workspaceSlug');
    if (slug === 'forbidden') return createError(403, 'This token has no access.');
    const workspace = workspaces.get(slug);
    if (workspace === undefined) return createError(404, `There is no workspace ${slug}.`);
    context.set('workspace', workspace);
    return next();
  });

  const computePath = '/workspaces/:workspaceSlug/databases/:databaseName/compute';
  app.get(computePath, (context) => {
    const { databaseName } = context.req.param();
    const database = context.get('workspace').databases.get(databaseName);
    const listed = [...(database?.values() ?? [])].filter(({ isListed }) => isListed);
    if (database !== undefined) return createArray(listed.map(({ json }) => json));
    return sandboxFailures.get(databaseName)?.() ?? createError(404, `There is no database ${databaseName}.`);
  });
  app.delete(`${computePath}/:instanceId`, (context) => {
    const { databaseName, instanceId } = context.req.param();
    const failure = sandboxFailures.get(instanceId);
    if (failure !== undefined) return failure();
    const database = context.get('workspace').databases.get(databaseName);
    const instance = database?.get(instanceId);
    if (instance === undefined) return createError(404, 'There is no such instance in this database.');
    database?.delete(instanceId);
    // Only a list has these two, because `service.md` doesn't say that a DELETE returns them.
    const { status, region, ...record } = JSON.parse(instance.json);
    const usual = Response.json({ ...record, deleted: toIso(now()) });
    const waitFor = (ms: number) => wait(ms, context.req.raw.signal);
    return sandboxOddDeletes.get(instanceId)?.(usual, waitFor) ?? usual;
  });
  app.get('/workspaces/:workspaceSlug/subscription/history', (context) =>
    createArray(context.get('workspace').history),
  );
  app.get('/workspaces/:workspaceSlug/regions', (context) => Response.json(context.get('workspace').regions));
  // A framework's 404, which the console must not take for an unknown instance.
  app.notFound(({ req }) => createError(404, `Cannot ${req.method} ${req.path}`));
  return app;
}

function createArray(items: readonly string[]): Response {
  return new Response(`[${items.join(',')}]`, { headers: { 'Content-Type': 'application/json' } });
}

function createError(status: number, message: string): Response {
  return Response.json({ message, statusCode: status }, { status });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function createFailure(status: number): Response {
  const response = createError(status, `The sandbox answers with the error ${status}.`);
  response.headers.set('X-Request-Id', `req-sandbox-${status}`);
  if (status === 429) response.headers.set('Retry-After', '5');
  return response;
}

function createPage(status: number, title: string): Response {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

async function moveToOtherWorkspace(usual: Response): Promise<Response> {
  const record = await usual.json();
  return Response.json({ ...record, workspace: { ...record.workspace, slug: 'somebody-else' } });
}
