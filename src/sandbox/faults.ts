import { createMiddleware } from 'hono/factory';

type FaultEffect =
  | { kind: 'replaced'; status: number; headers: Record<string, string>; body: string | null }
  | { kind: 'delayed'; ms: number }
  /** The usual headers and half of the body, then a reset, silence or a regular end. */
  | { kind: 'half'; ending: 'reset' | 'silence' | 'end' }
  | { kind: 'altered'; alteration: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields' };

type Fault = {
  /** If the request is handled before the fault applies. A DELETE then deletes the instance. */
  isHandled?: true;
  effect: FaultEffect;
};

const jsonHeaders = { 'Content-Type': 'application/json' };
const textHeaders = { 'Content-Type': 'text/plain; charset=utf-8' };

const plainErrors = [400, 401, 403, 404, 408, 409, 410, 412, 422, 423, 500, 501, 503, 504].map(
  (status): [string, Fault] => [`error-${status}`, { effect: error(status) }],
);

/** By name. `src/sandbox/README.md` says what triggers them. The status codes are examples: `service.md` has none. */
export const faults: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(plainErrors),
  'error-429': { effect: error(429, { 'Retry-After': '5' }) },
  'error-429-absurd': { effect: error(429, { 'Retry-After': '1000000000' }) },
  'error-502': { effect: html(502, 'Bad gateway') },
  'error-in-200': { effect: json(200, { message: 'Forbidden', statusCode: 403 }) },
  'empty-object': { effect: json(200, {}) },
  'not-ok': { effect: json(200, { ok: false }) },
  'page-404': { effect: html(404, 'default backend - 404') },
  'text-404': { effect: plain(404, 'default backend - 404', textHeaders) },
  'empty-404': { effect: plain(404, null) },
  'gateway-404': { effect: json(404, { message: 'no Route matched with those values' }) },
  'route-404': {
    effect: json(404, { message: 'Cannot DELETE /v1/workspaces', error: 'Not Found', statusCode: 404 }),
  },
  slow: { isHandled: true, effect: { kind: 'delayed', ms: 8_000 } },
  'no-answer': { isHandled: true, effect: { kind: 'delayed', ms: 600_000 } },
  'cut-off': { isHandled: true, effect: { kind: 'half', ending: 'reset' } },
  stall: { isHandled: true, effect: { kind: 'half', ending: 'silence' } },
  truncated: { isHandled: true, effect: { kind: 'half', ending: 'end' } },
  accepted: { isHandled: true, effect: json(202, {}) },
  'no-content': { isHandled: true, effect: plain(204, null) },
  redirect: { isHandled: true, effect: plain(307, null, { Location: '?again' }) },
  'web-page': { isHandled: true, effect: html(200, 'Welcome to our network') },
  unreadable: { isHandled: true, effect: plain(200, '{"id": oops', jsonHeaders) },
  'empty-answer': { isHandled: true, effect: plain(200, '', jsonHeaders) },
  'null-answer': { isHandled: true, effect: json(200, null) },
  mismatch: { isHandled: true, effect: { kind: 'altered', alteration: 'other-workspace' } },
  'numeric-id': { isHandled: true, effect: { kind: 'altered', alteration: 'numeric-id' } },
  sparse: { isHandled: true, effect: { kind: 'altered', alteration: 'sparse' } },
  'extra-fields': { isHandled: true, effect: { kind: 'altered', alteration: 'extra-fields' } },
};

/** Not the object itself, which also has `constructor`. */
const faultsByName = new Map(Object.entries(faults));

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

function error(statusCode: number, headers: Record<string, string> = {}): FaultEffect {
  const message = `The sandbox answers with the error ${statusCode}.`;
  const requestId = { 'X-Request-Id': `req-sandbox-${statusCode}` };
  return json(statusCode, { message, statusCode }, { ...requestId, ...headers });
}

function json(status: number, body: object | null, headers: Record<string, string> = {}): FaultEffect {
  return plain(status, JSON.stringify(body), { ...jsonHeaders, ...headers });
}

function html(status: number, title: string): FaultEffect {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return plain(status, body, { 'Content-Type': 'text/html; charset=utf-8' });
}

function plain(status: number, body: string | null, headers: Record<string, string> = {}): FaultEffect {
  return { kind: 'replaced', status, headers, body };
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
