export type FaultEffect =
  /** Another response. `repeat` is the number of times that the body is repeated. */
  | {
      kind: 'instead';
      status: number;
      headers?: Record<string, string>;
      body: string | null;
      repeat?: number;
    }
  | { kind: 'late'; ms: number }
  /** The ordinary headers and half of the body, then a reset, silence or a regular end. */
  | { kind: 'half'; ending: 'reset' | 'silence' | 'end' }
  | { kind: 'altered'; how: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields' };

type Fault = {
  name: string;
  /** True if the delete is performed although its response is wrong. */
  isPerformed: boolean;
  effect: FaultEffect;
};

const jsonHeaders = { 'Content-Type': 'application/json' };

/**
 * All faults. The README says which path values trigger them. The service document defines no status codes (section 7), so
 * these are examples.
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
  kept('error-429-absurd', errorEffect(429, 'Too many requests.', { 'Retry-After': '1000000000' })),
  error(500, 'Something broke.', { 'X-Request-Id': 'req-sandbox-500' }),
  error(501, 'Not implemented.'),
  kept('error-502', page(502, 'Bad gateway')),
  error(503, 'The service is under maintenance.'),
  error(504, 'A part of the service did not respond.'),
  // A wrong `statusCode`, and a message of 1 MB with HTML and bidi controls.
  kept(
    'error-words',
    json(500, { message: '<b>\u202Egnihtemos\u202C</b> '.repeat(50_000), statusCode: 200 }),
  ),
  kept('error-in-200', json(200, { message: 'Forbidden', statusCode: 403 })),
  kept('empty-object', json(200, {})),
  kept('not-ok', json(200, { ok: false })),
  kept('page-404', page(404, 'default backend - 404')),
  kept('text-404', instead(404, 'default backend - 404', { 'Content-Type': 'text/plain; charset=utf-8' })),
  kept('empty-404', instead(404, null)),
  performed('slow', { kind: 'late', ms: 8_000 }),
  performed('no-answer', { kind: 'late', ms: 600_000 }),
  performed('cut-off', { kind: 'half', ending: 'reset' }),
  performed('stall', { kind: 'half', ending: 'silence' }),
  performed('truncated', { kind: 'half', ending: 'end' }),
  performed('accepted', json(202, {})),
  performed('no-content', instead(204, null)),
  performed('redirect', instead(307, null, { Location: '?again' })),
  performed('web-page', page(200, 'Welcome to our network')),
  performed('unreadable', instead(200, '{"id": oops', jsonHeaders)),
  performed('empty-answer', instead(200, '', jsonHeaders)),
  performed('null-answer', instead(200, 'null', jsonHeaders)),
  // A JSON string of 70 MB.
  performed('huge', { ...instead(200, 'spacious, ', jsonHeaders), repeat: 7_000_000 }),
  performed('mismatch', { kind: 'altered', how: 'other-workspace' }),
  performed('numeric-id', { kind: 'altered', how: 'numeric-id' }),
  performed('sparse', { kind: 'altered', how: 'sparse' }),
  performed('extra-fields', { kind: 'altered', how: 'extra-fields' }),
];

type FoundFault = { fault: Fault; scope: 'all' | 'history' | 'later' };

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** Returns the fault that a decoded path value of the request names. undefined if none does. */
export function findFault(values: {
  workspaceSlug?: string;
  databaseName?: string;
  instanceId?: string;
}): FoundFault | undefined {
  const { workspaceSlug = '', databaseName = '', instanceId = '' } = values;
  const named = byName.get(instanceId) ?? byName.get(databaseName) ?? byName.get(workspaceSlug);
  if (named !== undefined) return { fault: named, scope: 'all' };
  for (const scope of ['history', 'later'] as const) {
    const fault = workspaceSlug.startsWith(`${scope}-`)
      ? byName.get(workspaceSlug.slice(scope.length + 1))
      : undefined;
    if (fault !== undefined) return { fault, scope };
  }
  return undefined;
}

function kept(name: string, effect: FaultEffect): Fault {
  return { name, isPerformed: false, effect };
}

function performed(name: string, effect: FaultEffect): Fault {
  return { name, isPerformed: true, effect };
}

function error(status: number, message: string, headers: Record<string, string> = {}): Fault {
  return kept(`error-${status}`, errorEffect(status, message, headers));
}

function errorEffect(status: number, message: string, headers: Record<string, string>) {
  return json(status, { message, statusCode: status }, headers);
}

function json(status: number, body: object, headers: Record<string, string> = {}) {
  return instead(status, JSON.stringify(body), { ...jsonHeaders, ...headers });
}

function page(status: number, title: string) {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return instead(status, body, { 'Content-Type': 'text/html; charset=utf-8' });
}

function instead(status: number, body: string | null, headers: Record<string, string> = {}) {
  return { kind: 'instead' as const, status, headers, body };
}
