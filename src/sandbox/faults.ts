export type FaultEffect =
  /** A different response. If `repeatCount` is set, the sent body is a JSON string that repeats `body`. */
  | {
      kind: 'replaced';
      status: number;
      headers?: Record<string, string>;
      body: string | null;
      repeatCount?: number;
    }
  | { kind: 'delayed'; ms: number }
  /** The usual headers and half of the body, then a reset, silence or a regular end. */
  | { kind: 'half'; ending: 'reset' | 'silence' | 'end' }
  | { kind: 'altered'; alteration: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields' }
  /** The first half of a list, marked as a part in one of three ways. A DELETE gets its whole record, marked alike. */
  | { kind: 'part'; mark: 'status' | 'link' | 'total' };

type Fault = {
  name: string;
  /** True if the sandbox handles the request before it applies the fault. A DELETE then deletes the instance. */
  isHandled: boolean;
  effect: FaultEffect;
};

const jsonHeaders = { 'Content-Type': 'application/json' };
const textHeaders = { 'Content-Type': 'text/plain; charset=utf-8' };

/**
 * All faults. `src/sandbox/README.md` says which path values trigger a fault. The status codes are examples, because
 * `service.md` defines none.
 */
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
  createUnhandledFault(
    'error-429-absurd',
    createErrorEffect(429, 'Too many requests.', { 'Retry-After': '1000000000' }),
  ),
  createErrorFault(500, 'Something broke.', { 'X-Request-Id': 'req-sandbox-500' }),
  createErrorFault(501, 'Not implemented.'),
  createUnhandledFault('error-502', createHtmlEffect(502, 'Bad gateway')),
  createErrorFault(503, 'The service is under maintenance.'),
  createErrorFault(504, 'A part of the service did not respond.'),
  // The `statusCode` is wrong, and the message of 1 MB contains HTML and bidirectional characters.
  createUnhandledFault(
    'error-words',
    createJsonEffect(500, { message: '<b>\u202Egnihtemos\u202C</b> '.repeat(50_000), statusCode: 200 }),
  ),
  createUnhandledFault('error-in-200', createJsonEffect(200, { message: 'Forbidden', statusCode: 403 })),
  createUnhandledFault('empty-object', createJsonEffect(200, {})),
  createUnhandledFault('not-ok', createJsonEffect(200, { ok: false })),
  createUnhandledFault('page-404', createHtmlEffect(404, 'default backend - 404')),
  createUnhandledFault('text-404', createResponseEffect(404, 'default backend - 404', textHeaders)),
  createUnhandledFault('empty-404', createResponseEffect(404, null)),
  // An API gateway, and a web framework, that don't know the path.
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
  // The body is a JSON string of 70 MB.
  createHandledFault('huge', {
    ...createResponseEffect(200, 'spacious, ', jsonHeaders),
    repeatCount: 7_000_000,
  }),
  createHandledFault('mismatch', { kind: 'altered', alteration: 'other-workspace' }),
  createHandledFault('numeric-id', { kind: 'altered', alteration: 'numeric-id' }),
  createHandledFault('sparse', { kind: 'altered', alteration: 'sparse' }),
  createHandledFault('extra-fields', { kind: 'altered', alteration: 'extra-fields' }),
  createHandledFault('part-206', { kind: 'part', mark: 'status' }),
  createHandledFault('part-link', { kind: 'part', mark: 'link' }),
  createHandledFault('part-total', { kind: 'part', mark: 'total' }),
];

type FoundFault = {
  fault: Fault;
  /** The requests that the fault affects. `later`: all reads, except the first read of each path. */
  scope: 'all' | 'history' | 'later';
};

const faultsByName = new Map(faults.map((fault) => [fault.name, fault]));

/** The fault that is named by a decoded path value of a request, or undefined. */
export function findFault(values: {
  workspaceSlug?: string;
  databaseName?: string;
  instanceId?: string;
}): FoundFault | undefined {
  const { workspaceSlug = '', databaseName = '', instanceId = '' } = values;
  const exactFault =
    faultsByName.get(instanceId) ?? faultsByName.get(databaseName) ?? faultsByName.get(workspaceSlug);
  if (exactFault !== undefined) return { fault: exactFault, scope: 'all' };
  for (const scopePrefix of ['history', 'later'] as const) {
    const fault = workspaceSlug.startsWith(`${scopePrefix}-`)
      ? faultsByName.get(workspaceSlug.slice(scopePrefix.length + 1))
      : undefined;
    if (fault !== undefined) return { fault, scope: scopePrefix };
  }
  return undefined;
}

function createUnhandledFault(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: false, effect };
}

function createHandledFault(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: true, effect };
}

function createErrorFault(status: number, message: string, headers: Record<string, string> = {}): Fault {
  return createUnhandledFault(`error-${status}`, createErrorEffect(status, message, headers));
}

function createErrorEffect(status: number, message: string, headers: Record<string, string>) {
  return createJsonEffect(status, { message, statusCode: status }, headers);
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
