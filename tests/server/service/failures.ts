import { expect } from 'vitest';
import type { ServiceError, ServiceErrorKind } from '../../src/rules/errors.ts';
import type { DeleteOutcome, DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import type { WireScript, WireStep } from '../support/apiCalls.ts';
import { chunk, chunkedHead, errorResponse, htmlPage, rawResponse } from '../support/rawResponses.ts';

type ReadResults = { history?: object; regions?: object };
type TestOptions = {
  /** Number of requests that the server gets. The default is 1. */
  sentCount?: number;
  condition?:
    | 'offline'
    | 'refused connection'
    | 'unknown host'
    | 'reused socket'
    | 'time limit'
    /** The service has the origin of the page. */
    | 'own origin';
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

const unreachable = createReadFailure('unreachable', null, { isTransient: true });
const cutOffRead = createReadFailure('unreachable', 200, { isTransient: true });
const unreadable = createReadFailure('unreadable', 200);
const noResponse = outcome('unknown', null);
const unknown200 = outcome('unknown', 200, { reason: expect.stringContaining('200') });
const deleted = (body: Record<string, unknown>) => outcome('deleted', 200, { record: body, notes: [] });
const timeoutMessage = (seconds: number) => `The service didn't respond within ${seconds} seconds.`;
const stalledMessage = "The response (HTTP 200) didn't finish in time.";
const timeout = (status: number | null, message: string) =>
  createReadFailure('timeout', status, { isTransient: true, message });
const anyList = { ...historyList([]), ...regionsList([]) };
const offlineRead = createReadFailure('unreachable', null, {
  isTransient: true,
  message: "Couldn't reach the service. You're offline.",
});
const atTimeLimit = { condition: 'time limit' } as const;
const offline = { condition: 'offline', sentCount: 0 } as const;

const connections = [
  failure(1, 'an offline browser', reply(), outcome('not-sent', null), {}, offline),
  failure(1, 'a browser that is wrongly offline', replyWith({ body: '[]' }), null, anyList, {
    condition: 'offline',
  }),
  failure(1, 'an offline browser without a server', reply('reset'), null, offlineRead, {
    condition: 'offline',
  }),
  ...(['refused connection', 'unknown host'] as const).map((condition) => {
    const reason = expect.stringContaining('probably not sent');
    return failure(2, condition, reply(), { ...noResponse, reason }, unreachable, {
      condition,
      sentCount: 0,
    });
  }),
  failure(3, 'a reset', reply('reset'), noResponse, unreachable),
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
  ...[rawResponse({ body: '["CLOUDA_', length: 500 }), chunkedHead() + chunk('{"id":"i-1"')].map((part) => {
    const result = outcome('unknown', 200, { reason: stalledMessage });
    const reads = timeout(200, stalledMessage);
    return failure(7, 'a stall in the body', reply(part), result, reads, atTimeLimit);
  }),
];

const bodyWithoutType = replyBody((body) => [rawResponse({ type: null, body })]);
const htmlPageReason = (status: number) =>
  `An HTML page came back instead of a service response (HTTP ${status}).`;
const htmlPageOutcome = { ...unknown200, reason: htmlPageReason(200) };
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
    'text labelled as gzip': (body: string) => [
      rawResponse({ body, headers: { 'Content-Encoding': 'gzip' } }),
    ],
  }).map(([name, steps]) => failure(6, name, replyBody(steps), unknown200, cutOffRead)),
  failure(
    8,
    'JSON without its last byte',
    replyBody((body) => [rawResponse({ body: body.slice(0, -1) })]),
    unknown200,
    unreadable,
  ),
  failure(
    9,
    'an HTML page',
    replyWith({ type: 'text/html', body: htmlPage }),
    htmlPageOutcome,
    notTheService,
  ),
  ...['', 'null', '\u0000\u0001\ufffd'].map((body) =>
    failure(10, `the body ${JSON.stringify(body)}`, replyWith({ body }), unknown200, unreadable),
  ),
  failure(10, 'no content type', bodyWithoutType, unknown200, unreadable),
  failure(10, 'a list instead of a record', replyJson([]), unknown200),
  failure(
    10,
    'a record instead of a list',
    replyWith({ body: '{"items":[]}', headers: { 'X-Request-Id': 'r-1' } }),
    null,
    createReadFailure('unreadable', 200, { requestId: 'r-1' }),
  ),
];

const extraFields = { id: 'i-1', color: 'blue', instanceId: null, workspace: { slug: 'acme', plan: 7 } };
const nullFields = { id: 'i-1', name: null, workspace: null, created: null, expandable: null };
const impossibleDates = { id: 'i-1', created: '0000-13-45', deleted: '9999-12-31T23:59:60Z' };
const impossibleRecord = { workspace: 'acme', level: 'pro', validFrom: 'yesterday', validTo: '0000-00-00' };
const mixedList = [impossibleRecord, null, impossibleRecord, 'B_B', 'B_B'];
const blankRecord = { workspace: null, level: null, validFrom: null, validTo: null };
const otherRecord = { id: 'i-1', workspace: { slug: 'globex' } };
const otherWorkspace = 'Requested in workspace “acme”, but the response names workspace “globex”.';

const records = [
  failure(11, 'extra fields', replyJson(extraFields), deleted(extraFields)),
  failure(11, 'extra fields', replyJson([{ level: 'pro', seats: 12 }]), null, {
    ...historyList([{ level: 'pro', raw: { level: 'pro', seats: 12 } }]),
    ...regionsList([], [{ level: 'pro', seats: 12 }]),
  }),
  failure(12, 'null fields', replyJson(nullFields), deleted(nullFields)),
  // A date that is not a string becomes text, because null would look like a missing date.
  failure(12, 'missing fields', replyJson([{}, { level: null, validFrom: 5 }]), null, {
    ...historyList([blankRecord, { ...blankRecord, validFrom: '5' }]),
  }),
  failure(12, 'an empty list', replyJson([]), null, anyList),
  failure(
    13,
    'a record of a different workspace',
    replyJson(otherRecord),
    outcome('mismatch', 200, { record: otherRecord, reason: otherWorkspace }),
  ),
  failure(14, 'a record with a numeric ID', replyJson({ id: 2 ** 60, dbHost: 'h', sharded: true }), {
    kind: 'deleted',
    notes: ["The returned record has an ID that isn't a string."],
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

const successes = [
  failure(
    15,
    'a 202 with a list',
    replyJson([], 202),
    outcome('accepted', 202),
    createReadFailure('unreadable', 202, { message: "The response (HTTP 202) doesn't contain a list." }),
  ),
  ...[204, 205].map((status) => {
    const script = replyWith({ status, type: 'text/html' });
    const reads = createReadFailure('unreadable', status);
    return failure(16, `an empty ${status} labelled as HTML`, script, outcome('deleted', status), reads);
  }),
  ...[301, 302, 303, 307, 308].map((status) => {
    const message = "The service responded with a redirect, which the console doesn't follow.";
    // Node shows the status of a redirect. A browser hides it.
    const result = outcome('unknown', status, { reason: message });
    const reads = createReadFailure('not-the-service', status, { message });
    const script: WireScript = ({ target }) => [
      rawResponse({ status, headers: { Location: status === 303 ? '/other' : target } }),
    ];
    return failure(17, `a ${status} redirect`, script, result, reads);
  }),
];

const message = 'The workspace is being moved';
const longTexts = { reason: 'tea\u0009'.repeat(1000), headers: { 'X-Request-Id': 'r'.repeat(4000) } };
const longRequestId = `${'r'.repeat(199)}…`;

const statusFailures = [
  failure(
    22,
    'a 404',
    reply(errorResponse(404, message, { 'X-Request-Id': 'r-1' })),
    outcome('gone', 404, { requestId: 'r-1', reason: message }),
    createReadFailure('not-found', 404, { serviceMessage: message, requestId: 'r-1' }),
  ),
  failure(
    21,
    'a cut-off 403',
    reply(rawResponse({ status: 403, body: '{"message"', length: 90 }), 'end'),
    outcome('refused', 403, { reason: 'HTTP 403 Word' }),
    createReadFailure('forbidden', 403, { serviceMessage: null }),
  ),
  failure(
    37,
    'a 404 with the JSON of a gateway',
    replyJson({ message: 'no Route matched with those values' }, 404),
    outcome('unknown', 404, {
      reason: expect.stringMatching(/It doesn't show whether the instance exists\.$/),
    }),
    createReadFailure('not-found', 404),
  ),
  ...[502, 503, 504].map((status) => {
    const script = replyWith({ status, type: 'text/html', body: htmlPage, headers: { 'Retry-After': '4' } });
    const result = outcome('unknown', status, { reason: htmlPageReason(status) });
    const details = { isTransient: true, serviceMessage: null, retryAfterMs: 4_000 };
    const reads = createReadFailure('service-failure', status, details);
    return failure(30, `a ${status} with an HTML page`, script, result, reads);
  }),
  failure(
    31,
    'a reason phrase and a request ID of 4 000 characters',
    replyWith({ status: 418, ...longTexts }),
    outcome('refused', 418, {
      requestId: longRequestId,
      reason: expect.stringMatching(/^HTTP 418 (tea ){49}tea…$/),
    }),
    createReadFailure('refused', 418, {
      requestId: longRequestId,
      message: expect.stringMatching(/^.{20,260}$/),
    }),
  ),
];

const inFront = { condition: 'own origin' } as const;
const replyPartOfList = (status: number, headers: Record<string, string>) =>
  replyBody((body) => [rawResponse({ status, headers, body })]);
const partOfList = {
  history: { list: { isComplete: false } },
  regions: { list: { isComplete: false, items: { length: 400 } } },
};
const proxySentence =
  'A login page or proxy in front of the console answered. Reload to sign in there again.';

/** Failures that other people reported about consoles, proxies and libraries. */
const reportedFailures = [
  failure(38, 'a part with 206', replyPartOfList(206, {}), outcome('unknown', 206), partOfList),
  ...Object.entries({ Link: '<?page=2>; rel="next"', 'X-Total-Count': '401' }).map(([name, value]) => {
    const script = replyPartOfList(200, { [name]: value });
    return failure(38, `a part with ${name}`, script, null, partOfList);
  }),
  ...Object.entries({
    'a redirect': { status: 302, headers: { Location: '/login' } },
    'an HTML page': { status: 200, body: htmlPage },
    'a 401 that asks for a password': { status: 401, headers: { 'WWW-Authenticate': 'Basic' } },
    'a 403 as an HTML page': { status: 403, type: 'text/html', body: htmlPage },
    'a 502 as an HTML page': { status: 502, type: 'text/html', body: htmlPage },
  }).map(([name, parts]) => {
    const { status } = parts;
    const kind = status === 401 || status === 403 ? 'refused' : 'unknown';
    const reason = kind === 'refused' ? proxySentence : expect.stringContaining(proxySentence);
    const result = outcome(kind, status, { reason, fromProxy: true });
    const details = { message: proxySentence, isTransient: status === 502 };
    const reads = createReadFailure('proxy-in-front', status, details);
    return failure(41, name, replyWith(parts), result, reads, inFront);
  }),
];

/** The failures that failureMatrix.test.ts causes. Other tests cover the remaining failures. */
export const failures: readonly Failure[] = [
  ...connections,
  ...bodies,
  ...records,
  ...successes,
  ...statusFailures,
  ...reportedFailures,
];
