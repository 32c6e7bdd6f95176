import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { DeleteOutcome, DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';
import type { ServiceError, ServiceErrorKind } from '../../src/api/errors.ts';
import type { WireScript, WireStep } from '../support/failureServer.ts';
import { chunk, chunkedHead, errorResponse, rawResponse, webPage } from '../support/rawResponses.ts';

type ReadResults = { history?: object; regions?: object };
type TestOptions = {
  /** Number of requests that the server gets. The default is 1. */
  sentCount?: number;
  condition?: 'offline' | 'refused connection' | 'unknown host' | 'reused socket' | 'time limit';
};

/**
 * One way to produce a failure of the failure matrix (see tests/README.md), and the expected result of each operation. An
 * operation without an expected result is not tested.
 */
export type Failure = TestOptions &
  ReadResults & { row: number; name: string; script: WireScript; DELETE?: object };

function failure(
  row: number,
  name: string,
  script: WireScript,
  outcome: object | null,
  readResults: ReadResults = {},
  options: TestOptions = {},
): Failure {
  return { row, name, script, ...(outcome && { DELETE: outcome }), ...readResults, ...options };
}

const reply =
  (...steps: WireStep[]): WireScript =>
  () =>
    steps;
const replyWith = (parts: Parameters<typeof rawResponse>[0]) => reply(rawResponse(parts));
const replyJson = (value: unknown, status = 200) => replyWith({ status, body: JSON.stringify(value) });
function outcome(kind: DeleteOutcomeKind, status: number | null, changes: Partial<DeleteOutcome> = {}) {
  return { kind, status, record: null, ...changes };
}
function createReadFailure(
  kind: ServiceErrorKind,
  status: number | null,
  changes: Partial<ServiceError> = {},
): ReadResults {
  const error = { kind, status, isTransient: false, ...changes };
  return { history: { error }, regions: { error } };
}
const historyList = (items: unknown[], unreadable: unknown[] = []) => ({
  history: { list: { items, unreadable } },
});
const regionsList = (items: unknown[], unreadable: unknown[] = []) => ({
  regions: { list: { items, unreadable } },
});

/** Creates a script from the steps for a body. The body is valid for the operation, so only the steps cause the failure. */
const replyBody =
  (steps: (body: string) => WireStep[]): WireScript =>
  ({ method }) =>
    steps(method === 'DELETE' ? recordBody : listBody);
const recordBody = JSON.stringify({ id: 'i-1', workspace: { slug: 'acme' }, dbHost: 'x'.repeat(5000) });
const listBody = JSON.stringify(Array.from({ length: 400 }, () => 'CLOUDA_US_WEST_2'));
const gzipHeader = { 'Content-Encoding': 'gzip' };
const replyDamagedGzip = (damage: (bytes: Buffer) => Buffer) =>
  replyBody((body) => {
    const bytes = damage(gzipSync(body));
    return [rawResponse({ length: bytes.length, headers: gzipHeader }), bytes];
  });

const unreachable = createReadFailure('unreachable', null, { isTransient: true });
const cutOffRead = createReadFailure('unreachable', 200, { isTransient: true });
const unreadable = createReadFailure('unreadable', 200);
const noResponse = outcome('unknown', null);
const unknown200 = outcome('unknown', 200, { reason: expect.stringContaining('200') });
const deleted = (body: Record<string, unknown>) => outcome('deleted', 200, { record: body, notes: [] });
const anyError = { history: { error: expect.any(Error) }, regions: { error: expect.any(Error) } };
const timeoutMessage = (seconds: number) => `The service didn’t respond within ${seconds} seconds.`;
const stalledMessage = 'The response (HTTP 200) didn’t finish in time.';
const timeout = (status: number | null, message: string) =>
  createReadFailure('timeout', status, { isTransient: true, message });
const atTimeLimit = { condition: 'time limit' } as const;
const offline = { condition: 'offline', sentCount: 0 } as const;

const connections = [
  failure(
    1,
    'an offline browser',
    reply(),
    outcome('not-sent', null),
    createReadFailure('offline', null),
    offline,
  ),
  ...(['refused connection', 'unknown host'] as const).map((condition) => {
    const reason = expect.stringContaining('probably not sent');
    return failure(2, condition, reply(), { ...noResponse, reason }, unreachable, {
      condition,
      sentCount: 0,
    });
  }),
  failure(3, 'a reset', reply('reset'), noResponse, unreachable),
  failure(3, 'a closed connection', reply('end'), noResponse, unreachable),
  failure(3, 'half a head, then a reset', reply('HTTP/1.1 200 O', 'reset'), noResponse, unreachable),
  failure(4, 'a reset on a reused socket', reply('reset'), noResponse, unreachable, {
    condition: 'reused socket',
  }),
  failure(
    5,
    'no response',
    reply(),
    { ...noResponse, reason: timeoutMessage(60) },
    timeout(null, timeoutMessage(15)),
    atTimeLimit,
  ),
  ...[[rawResponse({ body: '["CLOUDA_', length: 500 })], [chunkedHead() + chunk('{"id":"i-1"')]].map(
    (steps) => {
      const result = outcome('unknown', 200, { reason: stalledMessage });
      return failure(
        7,
        'a stall in the body',
        reply(...steps),
        result,
        timeout(200, stalledMessage),
        atTimeLimit,
      );
    },
  ),
];

const brokenGzip = replyDamagedGzip((bytes) => bytes.fill(0xff, 12, 40));
const cutGzip = replyDamagedGzip((bytes) => bytes.subarray(0, 40));
const bodyWithoutType = replyBody((body) => [rawResponse({ type: null, body })]);
const webPageReason = (status: number) =>
  `Received a web page instead of a service response (HTTP ${status}).`;
const webPageOutcome = { ...unknown200, reason: webPageReason(200) };
const notTheService = createReadFailure('not-the-service', 200);

const bodies = [
  ...Object.entries({
    'a reset in the body': (body: string) => [
      rawResponse({ body: body.slice(0, 900), length: body.length }),
      { waitMs: 150 },
      'reset' as const,
    ],
    'a short body': (body: string) => [rawResponse({ body, length: body.length + 1 }), 'end' as const],
    'a bad chunk': (body: string) => [chunkedHead(), chunk(body), { waitMs: 20 }, 'zz\r\nnot a size\r\n'],
    'a missing last chunk': (body: string) => [chunkedHead(), chunk(body), 'end' as const],
    'text labelled as gzip': (body: string) => [rawResponse({ body, headers: gzipHeader })],
  }).map(([name, steps]) => failure(6, name, replyBody(steps), unknown200, cutOffRead)),
  failure(6, 'broken gzip', brokenGzip, unknown200, cutOffRead),
  // The error depends on the platform, because some decoders return the first part of cut gzip without an error.
  failure(6, 'cut gzip', cutGzip, unknown200, anyError),
  ...Object.entries({ byte: 1, '500 bytes': 500 }).map(([words, lostBytes]) => {
    const script = replyBody((body) => [rawResponse({ body: body.slice(0, -lostBytes) })]);
    return failure(8, `JSON without its last ${words}`, script, unknown200, unreadable);
  }),
  ...Object.entries({
    'a web page': { type: 'text/html; charset=utf-8', body: webPage },
    'JSON labelled as a web page': { type: 'TEXT/HTML', body: '{}' },
    'a web page labelled as JSON': { body: `\n  ${webPage}` },
  }).map(([name, parts]) => failure(9, name, replyWith(parts), webPageOutcome, notTheService)),
  ...['', 'null', '\u0000\u0001\ufffd', '{"a":1}{"b":2}'].map((body) =>
    failure(10, `the body ${JSON.stringify(body)}`, replyWith({ body }), unknown200, unreadable),
  ),
  failure(10, 'no content type', bodyWithoutType, unknown200, unreadable),
  failure(10, 'a list instead of a record', replyJson([]), unknown200),
  failure(10, 'a record instead of a list', replyJson({ id: 'i-1' }), null, unreadable),
  failure(10, 'no HTTP response', reply('\u0007 what is this\r\n\r\n', 'end'), noResponse, unreachable),
];

const extraFields = { id: 'i-1', color: 'blue', instanceId: null, workspace: { slug: 'acme', plan: 7 } };
const nullFields = { id: 'i-1', name: null, workspace: null, created: null, expandable: null };
const impossibleDates = { id: 'i-1', created: '0000-13-45', deleted: '9999-12-31T23:59:60Z' };
const impossibleRecord = { workspace: 'acme', level: 'pro', validFrom: 'yesterday', validTo: '0000-00-00' };
const mixedList = [impossibleRecord, null, impossibleRecord, 'B_B', 'B_B'];
const blankRecord = { workspace: null, level: null, validFrom: null, validTo: null };
const otherWorkspace = 'Requested in workspace “acme”, but the response names workspace “globex”.';

const records = [
  failure(11, 'extra fields', replyJson(extraFields), deleted(extraFields)),
  failure(11, 'extra fields', replyJson([{ level: 'pro', seats: 12 }]), null, {
    ...historyList([{ level: 'pro', raw: { level: 'pro', seats: 12 } }]),
    ...regionsList([], [{ level: 'pro', seats: 12 }]),
  }),
  ...Object.entries({
    '{}': 'isn’t an instance record: “{}”.',
    '{"ok":false}': 'contains “ok”: false.',
    '{"message":"Forbidden","statusCode":403}': 'contains error 403: Forbidden',
  }).map(([body, reason]) =>
    failure(11, `the body ${body}`, replyWith({ body }), {
      ...unknown200,
      reason: `The response (HTTP 200) ${reason}`,
    }),
  ),
  failure(12, 'null fields', replyJson(nullFields), deleted(nullFields)),
  // A date that is not a string becomes text, because null would look like a missing date.
  failure(12, 'missing fields', replyJson([{}, { level: null, validFrom: 5 }]), null, {
    ...historyList([blankRecord, { ...blankRecord, validFrom: '5' }]),
  }),
  failure(12, 'an empty list', replyJson([]), null, { ...historyList([]), ...regionsList([]) }),
  ...[200, 202].map((status) => {
    const body = { id: 'i-1', workspace: { slug: 'globex' } };
    const result = outcome('mismatch', status, { record: body, reason: otherWorkspace });
    return failure(13, `a record of another workspace in a ${status}`, replyJson(body, status), result);
  }),
  ...[2 ** 60, undefined].map((id) => {
    const note = id === undefined ? 'has no ID' : 'has an ID that isn’t a string';
    const result = { kind: 'deleted', notes: [expect.stringContaining(note)] };
    return failure(14, `a record that ${note}`, replyJson({ id, dbHost: 'h', sharded: true }), result);
  }),
  failure(14, 'numbers instead of objects and texts', replyJson([1, { workspace: 9, level: 'pro' }]), null, {
    ...historyList([{ workspace: null, level: 'pro' }], [1]),
    ...regionsList([], [1, { workspace: 9, level: 'pro' }]),
  }),
  failure(33, 'impossible dates', replyJson(impossibleDates), deleted(impossibleDates)),
  failure(33, 'duplicates, impossible dates and nulls', replyJson(mixedList), null, {
    ...historyList([impossibleRecord, impossibleRecord], [null, 'B_B', 'B_B']),
    ...regionsList(['B_B', 'B_B'], [impossibleRecord, null, impossibleRecord]),
  }),
];

const forbidden = '{"message":"Forbidden","statusCode":403}';
const redirect =
  (status: number, path?: string): WireScript =>
  ({ target }) => [
    target === '/other' ? rawResponse() : rawResponse({ status, headers: { Location: path ?? target } }),
  ];

const unreadable202 = createReadFailure('unreadable', 202);
const successes = [
  ...['', '{}', '{"id":'].map((body) => {
    const script = replyWith({ status: 202, body });
    return failure(15, `a 202 with the body "${body}"`, script, outcome('accepted', 202), unreadable202);
  }),
  ...Object.entries({ 'a web page': webPage, 'an error': forbidden }).map(([name, body]) =>
    failure(15, `a 202 with ${name}`, replyWith({ status: 202, body }), outcome('unknown', 202)),
  ),
  ...([202, 204, 205] as const).map((status) => {
    const [row, kind] = status === 202 ? ([15, 'accepted'] as const) : ([16, 'deleted'] as const);
    const script = replyWith({ status, type: 'text/html' });
    const result = outcome(kind, status);
    const reads = createReadFailure('unreadable', status);
    return failure(row, `an empty ${status} labelled as a web page`, script, result, reads);
  }),
  ...[301, 302, 303, 307, 308].map((status) =>
    failure(17, `a ${status} redirect to the same path`, redirect(status), noResponse, unreachable),
  ),
  failure(17, 'a 303 redirect to another path', redirect(303, '/other'), noResponse, unreachable),
  ...[300, 304].map((status) => {
    const script = replyWith({ status, length: status === 304 ? null : 0 });
    return failure(
      17,
      `a ${status}`,
      script,
      outcome('unknown', status),
      createReadFailure('refused', status),
    );
  }),
];

const message = 'The workspace is being moved';
const requestId = 'r-1';
const replyError = (status: number, headers: Record<string, string> = { 'X-Request-Id': requestId }) =>
  reply(errorResponse(status, message, headers));
const serviceError = (status: number) => `The service returned an error (HTTP ${status})`;

const statusCases: [
  row: number,
  status: number,
  outcome: DeleteOutcomeKind,
  readError: ServiceErrorKind,
  isTransient: boolean,
][] = [
  [18, 400, 'refused', 'refused', false],
  [18, 422, 'refused', 'refused', false],
  [21, 403, 'refused', 'forbidden', false],
  [22, 404, 'gone', 'not-found', false],
  [22, 410, 'gone', 'not-found', false],
  [24, 405, 'refused', 'refused', false],
  [24, 421, 'refused', 'refused', false],
  [24, 425, 'refused', 'refused', false],
  [25, 408, 'unknown', 'timeout', true],
  [26, 409, 'refused', 'conflict', true],
  [26, 412, 'refused', 'conflict', false],
  [26, 423, 'refused', 'conflict', true],
  [27, 429, 'refused', 'too-many-requests', true],
  [29, 500, 'unknown', 'service-failure', true],
  [29, 501, 'unknown', 'service-failure', true],
  [29, 599, 'unknown', 'service-failure', true],
];

const retryAfterCases: [row: number, header: string, waitMs: number][] = [
  [27, '3600', 3_600_000],
  [28, '1000000000', 30_000],
  [28, 'soon', 30_000],
  [28, 'Wed, 21 Oct 2015 07:28:00 GMT', 30_000],
];

const messageCases: [name: string, message: string, shown: string][] = [
  ['a message of 1 MB', 'm'.repeat(1_000_000), `${'m'.repeat(499)}…`],
  ['a message in HTML', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['bidirectional and control characters', 'a\u202eb\u0007c\r\nd\u2066', 'a b c d'],
];

const longTexts = { reason: 'tea\u0009'.repeat(1000), headers: { 'X-Request-Id': 'r'.repeat(4000) } };
const shortenedRequestId = { requestId: `${'r'.repeat(199)}…` };

const refused429 = outcome('refused', 429, { retryAfterMs: 30_000 });

const statusFailures = [
  ...statusCases.map(([row, status, kind, readKind, isTransient]) => {
    const timedOut = 'The service timed out (HTTP 408).';
    const reasonIfUnknown = status === 408 ? timedOut : `${serviceError(status)}: ${message}`;
    const result = { requestId, reason: kind === 'unknown' ? reasonIfUnknown : message };
    const reads = createReadFailure(readKind, status, { serviceMessage: message, requestId, isTransient });
    // `fetch` repeats a request once after a 421, because a 421 means that the server did nothing.
    const sentCount = status === 421 ? 2 : 1;
    const script = replyError(status);
    return failure(row, `a ${status}`, script, outcome(kind, status, result), reads, { sentCount });
  }),
  ...([403, 404] as const).map((status) => {
    const script = reply(rawResponse({ status, body: '{"message"', length: 90 }), { waitMs: 150 }, 'reset');
    const [row, kind, readKind, reason] = {
      403: [21, 'refused', 'forbidden', 'HTTP 403 Word'] as const,
      404: [22, 'unknown', 'not-found', expect.stringMatching(/was cut off\. It doesn’t show/)] as const,
    }[status];
    const reads = createReadFailure(readKind, status, { serviceMessage: null });
    return failure(row, `a cut-off ${status}`, script, outcome(kind, status, { reason }), reads);
  }),
  ...retryAfterCases.map(([row, header, retryAfterMs]) => {
    const reads = createReadFailure('too-many-requests', 429, { isTransient: true, retryAfterMs });
    const script = replyError(429, { 'Retry-After': header });
    const result = outcome('refused', 429, { retryAfterMs });
    return failure(row, `a 429 with Retry-After: ${header}`, script, result, reads);
  }),
  failure(27, 'a 429 without Retry-After', replyError(429), refused429),
  ...[webPage, JSON.stringify({ message })].flatMap((body) =>
    [502, 503, 504].map((status) => {
      const script = replyWith({ status, type: 'text/html', body, headers: { 'Retry-After': '4' } });
      const details = { isTransient: true, serviceMessage: null, retryAfterMs: 4_000 };
      const result = outcome('unknown', status, {
        reason: webPageReason(status),
      });
      const name = `a ${status} labelled as a web page, with the body ${body.slice(0, 9)}…`;
      return failure(30, name, script, result, createReadFailure('service-failure', status, details));
    }),
  ),
  ...(
    [
      [404, 200, 'gone', createReadFailure('not-found', 404)],
      [500, 404, 'unknown', createReadFailure('service-failure', 500, { isTransient: true })],
    ] as const
  ).map(([status, statusCode, kind, reads]) => {
    const script = replyJson({ message, statusCode }, status);
    return failure(31, `a ${status} with statusCode ${statusCode}`, script, outcome(kind, status), reads);
  }),
  ...messageCases.map(([name, message, reason]) => {
    const reads = createReadFailure('refused', 400, { serviceMessage: reason });
    return failure(31, name, replyJson({ message }, 400), outcome('refused', 400, { reason }), reads);
  }),
  failure(
    31,
    'a reason phrase and a request ID of 4 000 characters',
    replyWith({ status: 418, ...longTexts }),
    outcome('refused', 418, {
      ...shortenedRequestId,
      reason: expect.stringMatching(/^HTTP 418 (tea ){49}tea…$/),
    }),
    createReadFailure('refused', 418, {
      ...shortenedRequestId,
      message: expect.stringMatching(/^.{20,260}$/),
    }),
  ),
];

/** The failures that failureMatrix.test.ts causes. Other tests cover the remaining failures. */
export const failures: readonly Failure[] = [
  ...connections,
  ...bodies,
  ...records,
  ...successes,
  ...statusFailures,
];
