import { createMiddleware } from 'hono/factory';

/** Waits until the time has passed, or until nobody waits for the response. */
type Wait = (ms: number) => Promise<void>;

type Fault = {
  /** If the request is handled before the fault applies. A DELETE then deletes the instance. */
  isHandled: boolean;
  /** `usual` is the response without the fault. It is empty if the request isn't handled. */
  respond: (usual: Response, wait: Wait) => Response | Promise<Response>;
};

const statuses = [400, 401, 403, 404, 408, 409, 410, 412, 422, 423, 429, 500, 501, 503, 504];

/** By name. `src/sandbox/README.md` says what triggers them. The status codes are examples: `service.md` has none. */
export const faults: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(statuses.map((status) => [`error-${status}`, unhandled(() => error(status))])),
  'error-502': unhandled(() => htmlPage(502, 'Bad gateway')),
  'error-in-200': unhandled(() => Response.json({ message: 'Forbidden', statusCode: 403 })),
  'page-404': unhandled(() => htmlPage(404, 'default backend - 404')),
  slow: handled((usual, wait) => wait(8_000).then(() => usual)),
  'no-answer': handled((usual, wait) => wait(600_000).then(() => usual)),
  'cut-off': handled(cutOff),
  accepted: handled(() => Response.json({}, { status: 202 })),
  'no-content': handled(() => new Response(null, { status: 204 })),
  'web-page': handled(() => htmlPage(200, 'Welcome to our network')),
  mismatch: handled(async (usual) => Response.json(moveToOtherWorkspace(await usual.json()))),
};

/** Not the object itself, which also has `constructor`. */
const faultsByName = new Map(Object.entries(faults));

type PathValues = { workspaceSlug?: string; databaseName?: string; instanceId?: string };

/** Of the last path value that is the name of one. */
export function findFault(values: PathValues): Fault | undefined {
  const { workspaceSlug = '', databaseName = '', instanceId = '' } = values;
  const names = [instanceId, databaseName, workspaceSlug];
  return names.map((name) => faultsByName.get(name)).find((fault) => fault !== undefined);
}

export function createFaultMiddleware(createWait: (signal: AbortSignal) => Wait) {
  return createMiddleware(async (context, next) => {
    const fault = findFault(context.req.param());
    if (fault === undefined) return next();
    if (fault.isHandled) await next();
    const usual = fault.isHandled ? context.res : new Response();
    // Keep the 404 for an unknown database or a deleted instance.
    if (usual.ok) context.res = await fault.respond(usual, createWait(context.req.raw.signal));
  });
}

function handled(respond: Fault['respond']): Fault {
  return { isHandled: true, respond };
}

function unhandled(respond: Fault['respond']): Fault {
  return { isHandled: false, respond };
}

function error(statusCode: number): Response {
  const headers = new Headers({ 'X-Request-Id': `req-sandbox-${statusCode}` });
  if (statusCode === 429) headers.set('Retry-After', '5');
  const message = `The sandbox answers with the error ${statusCode}.`;
  return Response.json({ message, statusCode }, { status: statusCode, headers });
}

function htmlPage(status: number, title: string): Response {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** The usual headers and half of the body, then a reset. */
async function cutOff(usual: Response, wait: Wait): Promise<Response> {
  const text = await usual.text();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, Math.ceil(text.length / 2))));
      // A reset discards what the operating system has not sent yet.
      await wait(50);
      controller.error(new Error('The sandbox cut this response.'));
    },
  });
  return new Response(body, usual);
}

function moveToOtherWorkspace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveToOtherWorkspace);
  if (typeof value !== 'object' || value === null || !('workspace' in value)) return value;
  const { workspace } = value;
  if (typeof workspace !== 'object') return { ...value, workspace: 'somebody-else' };
  return { ...value, workspace: { ...workspace, slug: 'somebody-else', name: 'Somebody else' } };
}
