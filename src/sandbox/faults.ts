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
  | { kind: 'altered'; alteration: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields' };

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
  errorFault(400, 'The request is not valid.'),
  errorFault(401, 'The token has expired.'),
  errorFault(403, 'This token may not do that.'),
  errorFault(404, 'There is no such thing.'),
  errorFault(408, 'The request took too long.'),
  errorFault(409, 'Another operation on this instance is running.'),
  errorFault(410, 'The instance was already deleted.'),
  errorFault(412, 'The instance has changed.'),
  errorFault(422, 'The request cannot be processed.'),
  errorFault(423, 'The instance is locked.'),
  errorFault(429, 'Too many requests.', { 'Retry-After': '5' }),
  unhandledFault('error-429-absurd', errorEffect(429, 'Too many requests.', { 'Retry-After': '1000000000' })),
  errorFault(500, 'Something broke.', { 'X-Request-Id': 'req-sandbox-500' }),
  errorFault(501, 'Not implemented.'),
  unhandledFault('error-502', webPageEffect(502, 'Bad gateway')),
  errorFault(503, 'The service is under maintenance.'),
  errorFault(504, 'A part of the service did not respond.'),
  // The `statusCode` is wrong, and the message of 1 MB contains HTML and bidirectional characters.
  unhandledFault(
    'error-words',
    jsonEffect(500, { message: '<b>\u202Egnihtemos\u202C</b> '.repeat(50_000), statusCode: 200 }),
  ),
  unhandledFault('error-in-200', jsonEffect(200, { message: 'Forbidden', statusCode: 403 })),
  unhandledFault('empty-object', jsonEffect(200, {})),
  unhandledFault('not-ok', jsonEffect(200, { ok: false })),
  unhandledFault('page-404', webPageEffect(404, 'default backend - 404')),
  unhandledFault('text-404', responseEffect(404, 'default backend - 404', textHeaders)),
  unhandledFault('empty-404', responseEffect(404, null)),
  handledFault('slow', { kind: 'delayed', ms: 8_000 }),
  handledFault('no-answer', { kind: 'delayed', ms: 600_000 }),
  handledFault('cut-off', { kind: 'half', ending: 'reset' }),
  handledFault('stall', { kind: 'half', ending: 'silence' }),
  handledFault('truncated', { kind: 'half', ending: 'end' }),
  handledFault('accepted', jsonEffect(202, {})),
  handledFault('no-content', responseEffect(204, null)),
  handledFault('redirect', responseEffect(307, null, { Location: '?again' })),
  handledFault('web-page', webPageEffect(200, 'Welcome to our network')),
  handledFault('unreadable', responseEffect(200, '{"id": oops', jsonHeaders)),
  handledFault('empty-answer', responseEffect(200, '', jsonHeaders)),
  handledFault('null-answer', responseEffect(200, 'null', jsonHeaders)),
  // The body is a JSON string of 70 MB.
  handledFault('huge', { ...responseEffect(200, 'spacious, ', jsonHeaders), repeatCount: 7_000_000 }),
  handledFault('mismatch', { kind: 'altered', alteration: 'other-workspace' }),
  handledFault('numeric-id', { kind: 'altered', alteration: 'numeric-id' }),
  handledFault('sparse', { kind: 'altered', alteration: 'sparse' }),
  handledFault('extra-fields', { kind: 'altered', alteration: 'extra-fields' }),
];

type FoundFault = {
  fault: Fault;
  /** The requests that the fault affects. `later`: all reads, except the first read of each path. */
  scope: 'all' | 'history' | 'later';
};

const faultsByName = new Map(faults.map((fault) => [fault.name, fault]));

/** Finds the fault that is named by a decoded path value of a request. Returns undefined if no value names a fault. */
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

function unhandledFault(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: false, effect };
}

function handledFault(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: true, effect };
}

function errorFault(status: number, message: string, headers: Record<string, string> = {}): Fault {
  return unhandledFault(`error-${status}`, errorEffect(status, message, headers));
}

function errorEffect(status: number, message: string, headers: Record<string, string>) {
  return jsonEffect(status, { message, statusCode: status }, headers);
}

function jsonEffect(status: number, body: object, headers: Record<string, string> = {}) {
  return responseEffect(status, JSON.stringify(body), { ...jsonHeaders, ...headers });
}

function webPageEffect(status: number, title: string) {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return responseEffect(status, body, { 'Content-Type': 'text/html; charset=utf-8' });
}

function responseEffect(status: number, body: string | null, headers: Record<string, string> = {}) {
  return { kind: 'replaced' as const, status, headers, body };
}
