export type FaultEffect =
  /** A different response. If `repeatCount` is set, the body is a JSON string that repeats the text. */
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
 * All faults. README.md says which path values trigger a fault. The status codes are examples, because the service document
 * defines none (section 7).
 */
export const faults: readonly Fault[] = [
  error(400, 'The request is not valid.'),
  error(401, 'The token has expired.'),
  error(403, 'This token may not do that.'),
  error(404, 'There is no such thing.'),
  error(408, 'The request took too long.'),
  error(409, 'Another operation on this instance is running.'),
  error(410, 'The instance was already deleted.'),
  error(412, 'The instance has changed.'),
  error(422, 'The request cannot be processed.'),
  error(423, 'The instance is locked.'),
  error(429, 'Too many requests.', { 'Retry-After': '5' }),
  unhandled('error-429-absurd', errorEffect(429, 'Too many requests.', { 'Retry-After': '1000000000' })),
  error(500, 'Something broke.', { 'X-Request-Id': 'req-sandbox-500' }),
  error(501, 'Not implemented.'),
  unhandled('error-502', page(502, 'Bad gateway')),
  error(503, 'The service is under maintenance.'),
  error(504, 'A part of the service did not respond.'),
  // The `statusCode` is wrong, and the message has 1 MB with HTML and bidirectional characters.
  unhandled(
    'error-words',
    json(500, { message: '<b>\u202Egnihtemos\u202C</b> '.repeat(50_000), statusCode: 200 }),
  ),
  unhandled('error-in-200', json(200, { message: 'Forbidden', statusCode: 403 })),
  unhandled('empty-object', json(200, {})),
  unhandled('not-ok', json(200, { ok: false })),
  unhandled('page-404', page(404, 'default backend - 404')),
  unhandled('text-404', response(404, 'default backend - 404', textHeaders)),
  unhandled('empty-404', response(404, null)),
  handled('slow', { kind: 'delayed', ms: 8_000 }),
  handled('no-answer', { kind: 'delayed', ms: 600_000 }),
  handled('cut-off', { kind: 'half', ending: 'reset' }),
  handled('stall', { kind: 'half', ending: 'silence' }),
  handled('truncated', { kind: 'half', ending: 'end' }),
  handled('accepted', json(202, {})),
  handled('no-content', response(204, null)),
  handled('redirect', response(307, null, { Location: '?again' })),
  handled('web-page', page(200, 'Welcome to our network')),
  handled('unreadable', response(200, '{"id": oops', jsonHeaders)),
  handled('empty-answer', response(200, '', jsonHeaders)),
  handled('null-answer', response(200, 'null', jsonHeaders)),
  // The body is a JSON string of 70 MB.
  handled('huge', { ...response(200, 'spacious, ', jsonHeaders), repeatCount: 7_000_000 }),
  handled('mismatch', { kind: 'altered', alteration: 'other-workspace' }),
  handled('numeric-id', { kind: 'altered', alteration: 'numeric-id' }),
  handled('sparse', { kind: 'altered', alteration: 'sparse' }),
  handled('extra-fields', { kind: 'altered', alteration: 'extra-fields' }),
];

type FoundFault = { fault: Fault; scope: 'all' | 'history' | 'later' };

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
  for (const scope of ['history', 'later'] as const) {
    const fault = workspaceSlug.startsWith(`${scope}-`)
      ? faultsByName.get(workspaceSlug.slice(scope.length + 1))
      : undefined;
    if (fault !== undefined) return { fault, scope };
  }
  return undefined;
}

function unhandled(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: false, effect };
}

function handled(name: string, effect: FaultEffect): Fault {
  return { name, isHandled: true, effect };
}

function error(status: number, message: string, headers: Record<string, string> = {}): Fault {
  return unhandled(`error-${status}`, errorEffect(status, message, headers));
}

function errorEffect(status: number, message: string, headers: Record<string, string>) {
  return json(status, { message, statusCode: status }, headers);
}

function json(status: number, body: object, headers: Record<string, string> = {}) {
  return response(status, JSON.stringify(body), { ...jsonHeaders, ...headers });
}

function page(status: number, title: string) {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return response(status, body, { 'Content-Type': 'text/html; charset=utf-8' });
}

function response(status: number, body: string | null, headers: Record<string, string> = {}) {
  return { kind: 'replaced' as const, status, headers, body };
}
