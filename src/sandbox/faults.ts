import { createMiddleware } from 'hono/factory';

type FaultEffect =
  | { kind: 'replaced'; status: number; headers: Record<string, string>; body: string | null }
  | { kind: 'delayed'; ms: number }
  /** The usual headers and half of the body, then a reset, silence or a regular end. */
  | { kind: 'half'; ending: 'reset' | 'silence' | 'end' }
  | { kind: 'altered'; alteration: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields' };

type Fault = {
  name: string;
  /** True if the request is handled before the fault applies. A DELETE then deletes the instance. */
  isHandled: boolean;
  effect: FaultEffect;
};

const jsonHeaders = { 'Content-Type': 'application/json' };
const textHeaders = { 'Content-Type': 'text/plain; charset=utf-8' };

/** `src/sandbox/README.md` says what triggers them. The status codes are examples: `service.md` has none. */
export const faults: readonly Fault[] = [
  createErrorFault(400, 'The request is not valid.'),
  createErrorFault(401, 'The token has expired.'),
  createErrorFault(403, 'This token may not do that.'),
  createErrorFault(404, 'There is no such thing.'),
  createErrorFault(408, 'The request took too long.'),
  createErrorFault(409, 'Another operation on this instance is running.'),
  createErrorFault(410, 'The instance was already deleted.'),
  createErrorFault(412, 'The instance has changed.'),
  createErrorFault(422, 'The request cannot be processed.'),
  createErrorFault(423, 'The instance is locked.'),
  createErrorFault(429, 'Too many requests.', { 'Retry-After': '5' }),
  createErrorFault(429, 'Too many requests.', { 'Retry-After': '1000000000' }, 'error-429-absurd'),
  createErrorFault(500, 'Something broke.', { 'X-Request-Id': 'req-sandbox-500' }),
  createErrorFault(501, 'Not implemented.'),
  createUnhandledFault('error-502', createHtmlEffect(502, 'Bad gateway')),
  createErrorFault(503, 'The service is under maintenance.'),
  createErrorFault(504, 'A part of the service did not respond.'),
  createUnhandledFault('error-in-200', createJsonEffect(200, { message: 'Forbidden', statusCode: 403 })),
  createUnhandledFault('empty-object', createJsonEffect(200, {})),
  createUnhandledFault('not-ok', createJsonEffect(200, { ok: false })),
  createUnhandledFault('page-404', createHtmlEffect(404, 'default backend - 404')),
  createUnhandledFault('text-404', createResponseEffect(404, 'default backend - 404', textHeaders)),
  createUnhandledFault('empty-404', createResponseEffect(404, null)),
  createUnhandledFault(
    'gateway-404',
    createJsonEffect(404, { message: 'no Route matched with those values' }),
  ),
  createUnhandledFault(
    'route-404',
    createJsonEffect(404, { message: 'Cannot DELETE /v1/workspaces', error: 'Not Found', statusCode: 404 }),
  ),
  createHandledFault('slow', { kind: 'delayed', ms: 8_000 }),
  createHandledFault('no-answer', { kind: 'delayed', ms: 600_000 }),
  createHandledFault('cut-off', { kind: 'half', ending: 'reset' }),
  createHandledFault('stall', { kind: 'half', ending: 'silence' }),
  createHandledFault('truncated', { kind: 'half', ending: 'end' }),
  createHandledFault('accepted', createJsonEffect(202, {})),
  createHandledFault('no-content', createResponseEffect(204, null)),
  createHandledFault('redirect', createResponseEffect(307, null, { Location: '?again' })),
  createHandledFault('web-page', createHtmlEffect(200, 'Welcome to our network')),
  createHandledFault('unreadable', createResponseEffect(200, '{"id": oops', jsonHeaders)),
  createHandledFault('empty-answer', createResponseEffect(200, '', jsonHeaders)),
  createHandledFault('null-answer', createResponseEffect(200, 'null', jsonHeaders)),
  createHandledFault('mismatch', { kind: 'altered', alteration: 'other-workspace' }),
  createHandledFault('numeric-id', { kind: 'altered', alteration: 'numeric-id' }),
  createHandledFault('sparse', { kind: 'altered', alteration: 'sparse' }),
  createHandledFault('extra-fields', { kind: 'altered', alteration: 'extra-fields' }),
];

const faultsByName = new Map(faults.map((fault) => [fault.name, fault]));

/** The prefix `history-` limits a fault to the subscription history. */
export function findFault(values: {
  workspaceSlug?: string;
  databaseName?: string;
  instanceId?: string;
}): { fault: Fault; isForHistoryOnly: boolean } | undefined {
  const { workspaceSlug = '', databaseName = '', instanceId = '' } = values;
  const workspaceFault = faultsByName.get(workspaceSlug.replace(/^history-/, ''));
  const fault = faultsByName.get(instanceId) ?? faultsByName.get(databaseName) ?? workspaceFault;
  return (
    fault && { fault, isForHistoryOnly: fault === workspaceFault && workspaceSlug.startsWith('history-') }
  );
}

function createUnhandledFault(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: false, effect };
}

function createHandledFault(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: true, effect };
}

function createErrorFault(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  name = `error-${status}`,
): Fault {
  return createUnhandledFault(name, createJsonEffect(status, { message, statusCode: status }, headers));
}

function createJsonEffect(status: number, body: object, headers: Record<string, string> = {}) {
  return createResponseEffect(status, JSON.stringify(body), { ...jsonHeaders, ...headers });
}

function createHtmlEffect(status: number, title: string) {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return createResponseEffect(status, body, { 'Content-Type': 'text/html; charset=utf-8' });
}

function createResponseEffect(status: number, body: string | null, headers: Record<string, string> = {}) {
  return { kind: 'replaced' as const, status, headers, body };
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export function createFaultMiddleware(sleep: Sleep) {
  return createMiddleware(async (context, next) => {
    const { path, raw } = context.req;
    const foundFault = findFault(context.req.param());
    if (foundFault === undefined) return next();
    if (foundFault.isForHistoryOnly && !path.endsWith('/subscription/history')) return next();
    const { isHandled, effect } = foundFault.fault;
    if (isHandled) await next();
    const usualResponse = isHandled ? context.res : null;
    // Keep the 404 for an unknown database or a deleted instance.
    if (usualResponse !== null && !usualResponse.ok) return;
    context.res = await createFaultyResponse(effect, usualResponse ?? new Response(), sleep, raw.signal);
  });
}

async function createFaultyResponse(
  effect: FaultEffect,
  usualResponse: Response,
  sleep: Sleep,
  signal: AbortSignal,
): Promise<Response> {
  switch (effect.kind) {
    case 'replaced':
      return new Response(effect.body, { status: effect.status, headers: effect.headers });
    case 'delayed':
      await sleep(effect.ms, signal);
      return usualResponse;
    case 'half':
      return new Response(
        streamHalf(await usualResponse.text(), effect.ending, sleep, signal),
        usualResponse,
      );
    case 'altered':
      return Response.json(alterRecords(await usualResponse.json(), effect.alteration));
  }
}

function streamHalf(text: string, ending: 'reset' | 'silence' | 'end', sleep: Sleep, signal: AbortSignal) {
  let isSent = false;
  const readerCancelled = new AbortController();
  const abandonedSignal = AbortSignal.any([signal, readerCancelled.signal]);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        return controller.enqueue(new TextEncoder().encode(text.slice(0, Math.ceil(text.length / 2))));
      }
      if (ending === 'end') return controller.close();
      // Wait before a reset, because a reset discards data that the operating system has not sent yet.
      await sleep(ending === 'reset' ? 50 : 600_000, abandonedSignal);
      controller.error(new Error('The sandbox cut this response.'));
    },
    cancel: () => readerCancelled.abort(),
  });
}

function alterRecords(value: unknown, alteration: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => alterRecords(item, alteration));
  if (typeof value !== 'object' || value === null) return value;
  const record: Record<string, unknown> = { ...value };
  switch (alteration) {
    case 'other-workspace':
      return { ...record, workspace: changeWorkspace(record.workspace) };
    case 'numeric-id':
      return { ...record, id: 9_007_199_254_740_992 };
    case 'sparse':
      return { id: record.id, name: null, workspace: record.workspace, level: record.level, created: null };
    default:
      return { ...record, costCentre: 'CC-7', tags: { team: 'growth', tier: [1, 2] }, '': '\u202Eltr' };
  }
}

function changeWorkspace(workspace: unknown): unknown {
  if (typeof workspace !== 'object') return 'somebody-else';
  return { ...workspace, slug: 'somebody-else', name: 'Somebody else', id: 'ws-somebody-else' };
}
