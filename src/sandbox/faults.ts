/** What a fault puts in place of the ordinary answer. */
export type FaultEffect =
  /** This answer instead; `repeat` writes the body so many times. */
  | {
      kind: 'instead';
      status: number;
      headers?: Record<string, string>;
      body: string | null;
      repeat?: number;
    }
  /** The ordinary answer, ms late. */
  | { kind: 'late'; ms: number }
  /** The ordinary headers and half of the body, then this. */
  | { kind: 'half'; then: 'reset' | 'silence' | 'end' }
  /** The ordinary answer with other contents. */
  | { kind: 'altered'; how: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields' };

export type Fault = {
  /** The path value that brings it about. */
  name: string;
  happens: string;
  /** Whether a delete is performed all the same, however badly it is answered. */
  performs: boolean;
  effect: FaultEffect;
};

/**
 * Every fault that a person can reach by hand, and where. Its name may stand in the path as
 * - the instance id of a delete, in any database of any workspace, listed there or not;
 * - the database name: its listing and every delete in it;
 * - the workspace: every operation;
 * - the workspace, after `history-`: the subscription history only, so that one can sign in;
 * - the workspace, after `later-`: each read answers well once and fails from then on, so that old data stays.
 * The last path value that names a fault counts. All of them ask for the token first. Workspace `faults` lists an
 * instance for each of them in every database. The service document shows no codes (section 7): these are examples.
 */
export const faults: readonly Fault[] = [
  error(400, 'The request is not valid.'),
  error(401, 'The token has expired.'),
  error(403, 'This token may not do that.'),
  error(404, 'There is no such thing.'),
  error(408, 'The request took too long.'),
  error(409, 'Another operation on it is under way.'),
  error(410, 'It was deleted before.'),
  error(412, 'It has changed in the meantime.'),
  error(422, 'The request cannot be processed.'),
  error(423, 'It is locked.'),
  error(429, 'Too many requests.', { 'Retry-After': '5' }),
  { ...error(429, 'Too many requests.', { 'Retry-After': '1000000000' }), name: 'error-429-absurd' },
  error(500, 'Something broke.', { 'X-Request-Id': 'req-sandbox-500' }),
  error(501, 'Not built yet.'),
  { ...page(502, 'Bad gateway'), name: 'error-502', happens: '502 with an HTML body', performs: false },
  error(503, 'The service is being looked after.'),
  error(504, 'A part of the service did not answer.'),
  {
    name: 'error-words',
    happens: '500 whose body says `statusCode` 200 and a message of 1 MB of HTML and bidi controls',
    performs: false,
    effect: json(500, { message: '<b>\u202Egnihtemos\u202C</b> '.repeat(50_000), statusCode: 200 }),
  },
  undone(
    'error-in-200',
    '200 with an error of section 7',
    json(200, { message: 'Forbidden', statusCode: 403 }),
  ),
  undone('empty-object', '200 with `{}`', json(200, {})),
  undone('not-ok', '200 with `{"ok":false}`', json(200, { ok: false })),
  {
    ...page(404, 'default backend - 404'),
    name: 'page-404',
    happens: '404 with an HTML body',
    performs: false,
  },
  undone('text-404', '404 with plain text', {
    kind: 'instead',
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: 'default backend - 404',
  }),
  undone('empty-404', '404 with an empty body', { kind: 'instead', status: 404, body: null }),
  {
    name: 'slow',
    happens: 'the ordinary answer after 8 s',
    performs: true,
    effect: { kind: 'late', ms: 8_000 },
  },
  {
    name: 'no-answer',
    happens: 'no answer for 10 minutes',
    performs: true,
    effect: { kind: 'late', ms: 600_000 },
  },
  half('cut-off', 'the headers and half of the body, then the connection breaks', 'reset'),
  half('stall', 'the headers and half of the body, then nothing for 10 minutes', 'silence'),
  half('truncated', 'half of the body, ended as if it were whole', 'end'),
  instead('accepted', '202 with an empty object', json(202, {})),
  instead('no-content', '204', { kind: 'instead', status: 204, body: null }),
  instead('redirect', '307 to itself', {
    kind: 'instead',
    status: 307,
    headers: { Location: '?again' },
    body: null,
  }),
  { ...page(200, 'Welcome to our network'), name: 'web-page', happens: '200 with an HTML page' },
  instead('unreadable', '200 that says JSON and is not', text('{"id": oops')),
  instead('empty-answer', '200 with an empty body', text('')),
  instead('null-answer', '200 with `null`', text('null')),
  instead('huge', '200 with a JSON string of 70 MB', { ...text('spacious, '), repeat: 7_000_000 }),
  altered('mismatch', 'the records of another workspace', 'other-workspace'),
  altered('numeric-id', 'the record with a number as its id', 'numeric-id'),
  altered('sparse', 'the record without most fields, the others null', 'sparse'),
  altered('extra-fields', 'the record with fields that no document names', 'extra-fields'),
];

export type FoundFault = { fault: Fault; scope: 'all' | 'history' | 'later' };

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** The fault that a request's decoded path values name, the last one first; undefined for ordinary values. */
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
    happens: `${status}${extra.join('')}`,
    performs: false,
    effect: json(status, { message, statusCode: status }, headers),
  };
}

function page(status: number, title: string): Fault {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  return instead('', '', { kind: 'instead', status, headers, body });
}

function instead(name: string, happens: string, effect: FaultEffect): Fault {
  return { name, happens, performs: true, effect };
}

function undone(name: string, happens: string, effect: FaultEffect): Fault {
  return { name, happens, performs: false, effect };
}

function half(name: string, happens: string, then: 'reset' | 'silence' | 'end'): Fault {
  return instead(name, happens, { kind: 'half', then });
}

function altered(
  name: string,
  happens: string,
  how: 'other-workspace' | 'numeric-id' | 'sparse' | 'extra-fields',
): Fault {
  return instead(name, happens, { kind: 'altered', how });
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
