/** The change that a fault makes to the ordinary response. */
export type FaultEffect =
  /** Another response. `repeat` is the number of times that the body is repeated. */
  | {
      kind: 'instead';
      status: number;
      headers?: Record<string, string>;
      body: string | null;
      repeat?: number;
    }
  /** The ordinary response after a delay. */
  | { kind: 'late'; ms: number }
  /** The ordinary headers and half of the body, then a reset, silence or a regular end. */
  | { kind: 'half'; then: 'reset' | 'silence' | 'end' }
  /** The ordinary response with other contents. */
  | { kind: 'altered'; how: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields' };

export type Fault = {
  /** The path value that triggers it. */
  name: string;
  description: string;
  /** Whether the delete is performed although its response is wrong. */
  isPerformed: boolean;
  effect: FaultEffect;
};

/**
 * All faults. A fault is triggered by its name in the path, as
 * - the instance ID of a DELETE in any database, listed or not;
 * - the database name, for its listing and its deletes;
 * - the workspace, for every operation;
 * - the workspace after `history-`, for the subscription history only, so that an admin can sign in;
 * - the workspace after `later-`: each read succeeds once and then fails, so that old data remains.
 * The last path value that names a fault counts, and a wrong token comes first. Workspace `faults` lists an instance for each
 * fault in every database. The service document defines no status codes (section 7), so these are examples.
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
  { ...error(429, 'Too many requests.', { 'Retry-After': '1000000000' }), name: 'error-429-absurd' },
  error(500, 'Something broke.', { 'X-Request-Id': 'req-sandbox-500' }),
  error(501, 'Not implemented.'),
  {
    ...page(502, 'Bad gateway'),
    name: 'error-502',
    description: '502 with an HTML body',
    isPerformed: false,
  },
  error(503, 'The service is under maintenance.'),
  error(504, 'A part of the service did not respond.'),
  {
    name: 'error-words',
    description: '500 whose body says `statusCode` 200 and a message of 1 MB of HTML and bidi controls',
    isPerformed: false,
    effect: json(500, { message: '<b>\u202Egnihtemos\u202C</b> '.repeat(50_000), statusCode: 200 }),
  },
  notPerformed(
    'error-in-200',
    '200 with an error of section 7',
    json(200, { message: 'Forbidden', statusCode: 403 }),
  ),
  notPerformed('empty-object', '200 with `{}`', json(200, {})),
  notPerformed('not-ok', '200 with `{"ok":false}`', json(200, { ok: false })),
  {
    ...page(404, 'default backend - 404'),
    name: 'page-404',
    description: '404 with an HTML body',
    isPerformed: false,
  },
  notPerformed('text-404', '404 with plain text', {
    kind: 'instead',
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: 'default backend - 404',
  }),
  notPerformed('empty-404', '404 with an empty body', { kind: 'instead', status: 404, body: null }),
  {
    name: 'slow',
    description: 'the ordinary response after 8 s',
    isPerformed: true,
    effect: { kind: 'late', ms: 8_000 },
  },
  {
    name: 'no-answer',
    description: 'no response for 10 minutes',
    isPerformed: true,
    effect: { kind: 'late', ms: 600_000 },
  },
  half('cut-off', 'the headers and half of the body, then the connection breaks', 'reset'),
  half('stall', 'the headers and half of the body, then nothing for 10 minutes', 'silence'),
  half('truncated', 'half of the body, ended as if it were complete', 'end'),
  instead('accepted', '202 with an empty object', json(202, {})),
  instead('no-content', '204', { kind: 'instead', status: 204, body: null }),
  instead('redirect', '307 to itself', {
    kind: 'instead',
    status: 307,
    headers: { Location: '?again' },
    body: null,
  }),
  { ...page(200, 'Welcome to our network'), name: 'web-page', description: '200 with an HTML page' },
  instead('unreadable', '200 labelled as JSON with unreadable content', text('{"id": oops')),
  instead('empty-answer', '200 with an empty body', text('')),
  instead('null-answer', '200 with `null`', text('null')),
  instead('huge', '200 with a JSON string of 70 MB', { ...text('spacious, '), repeat: 7_000_000 }),
  altered('mismatch', 'the records of another workspace', 'other-workspace'),
  altered('numeric-id', 'the record with a number as its id', 'numeric-id'),
  altered('sparse', 'the record without most fields, the others null', 'sparse'),
  altered('extra-fields', 'the record with unknown fields', 'extra-fields'),
];

export type FoundFault = { fault: Fault; scope: 'all' | 'history' | 'later' };

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** Returns the fault that the decoded path values of a request name, or undefined. */
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

function error(status: number, message: string, headers: Record<string, string> = {}): Fault {
  const extra = Object.entries(headers).map(([header, value]) => ` with \`${header}: ${value}\``);
  return {
    name: `error-${status}`,
    description: `${status}${extra.join('')}`,
    isPerformed: false,
    effect: json(status, { message, statusCode: status }, headers),
  };
}

function page(status: number, title: string): Fault {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  return instead('', '', { kind: 'instead', status, headers, body });
}

function instead(name: string, description: string, effect: FaultEffect): Fault {
  return { name, description, isPerformed: true, effect };
}

function notPerformed(name: string, description: string, effect: FaultEffect): Fault {
  return { name, description, isPerformed: false, effect };
}

function half(name: string, description: string, then: 'reset' | 'silence' | 'end'): Fault {
  return instead(name, description, { kind: 'half', then });
}

function altered(
  name: string,
  description: string,
  how: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields',
): Fault {
  return instead(name, description, { kind: 'altered', how });
}

function json(status: number, body: object, headers: Record<string, string> = {}) {
  return {
    kind: 'instead' as const,
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function text(body: string) {
  return { kind: 'instead' as const, status: 200, headers: { 'Content-Type': 'application/json' }, body };
}
