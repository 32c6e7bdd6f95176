import { expect } from 'vitest';
import type { ApiError, ApiErrorKind } from '../../../src/api/errors.ts';
import type { OutcomeCode, OutcomeJson } from '../../../src/rules/deletion.ts';
import { chunk, chunkedHead, errorResponse, htmlPage, rawResponse } from '../../support/rawResponses.ts';
import type { WireScript, WireStep } from '../../support/scriptedService.ts';

type ReadResults = { history?: object; regions?: object };
type TestOptions = {
  /** Number of requests that the service gets. The default is 1. */
  sentCount?: number;
  condition?:
    | 'refused connection'
    | 'unknown host'
    | 'time limit'
    /** It answers the browser in place of our server. */
    | 'proxy in front';
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
function outcome(code: OutcomeCode, status: number | null, changes: Partial<OutcomeJson> = {}) {
  return { code, status, record: null, ...changes };
}
function readFailure(
  kind: ApiErrorKind,
  status: number | null,
  changes: Partial<ApiError> = {},
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
const anyList = { ...historyList([]), ...regionsList([]) };

/** The body is valid for the operation, so only the steps cause the failure. */
const replyBody =
  (steps: (body: string) => WireStep[]): WireScript =>
  ({ method }) =>
    steps(method === 'DELETE' ? recordBody : listBody);
const record = { id: 'i-1', name: 'eu-1', workspace: { slug: 'acme' }, apiHost: 'h', sharded: true };
const recordBody = JSON.stringify({ ...record, dbHost: 'x'.repeat(5000) });
const listBody = JSON.stringify(Array.from({ length: 400 }, () => 'CLOUDA_US_WEST_2'));

/** What our server says instead of a response of the service. */
const ownError = (status: number, serviceMessage: string, changes: Partial<ApiError> = {}) =>
  readFailure('other', status, { isTransient: true, serviceMessage, ...changes });
const cutOffRead = (status: number) =>
  readFailure('unreachable', null, {
    message: `The response (HTTP ${status}) was cut off.`,
    isTransient: true,
  });
const unreadable = readFailure('other', 200);
const noResponse = (message: string) =>
  outcome('unknown', null, { message: `${message} It may have received the request.` });
const unknown200 = outcome('unknown', 200, { message: expect.stringContaining('200') });
const closed = 'The connection to the service closed without a response (ECONNRESET).';
const atTimeLimit = { condition: 'time limit' } as const;

const connections = [
  ...Object.entries({ 'refused connection': 'ECONNREFUSED', 'unknown host': 'ENOTFOUND' } as const).map(
    ([condition, code]) => {
      const message = `The service could not be reached (${code}).`;
      const notSent = outcome('not-sent', null, { message: `${message} No request was sent.` });
      return failure(2, condition, reply(), notSent, ownError(502, message), {
        condition: condition as 'refused connection',
        sentCount: 0,
      });
    },
  ),
  failure(3, 'a reset', reply('reset'), noResponse(closed), ownError(502, closed)),
  failure(
    3,
    'half a head, then a reset',
    reply('HTTP/1.1 200 O', 'reset'),
    noResponse(closed),
    ownError(502, closed),
  ),
  failure(
    5,
    'no response',
    reply(),
    noResponse("The service didn't respond within 0.3 seconds."),
    {},
    atTimeLimit,
  ),
  failure(
    5,
    'no response',
    reply(),
    null,
    ownError(504, "The service didn't respond within 0.3 seconds, and not at a second try either."),
    { ...atTimeLimit, sentCount: 2 },
  ),
  ...[rawResponse({ body: '["CLOUDA_', length: 500 }), chunkedHead() + chunk('{"id":"i-1"')].map((part) => {
    const result = outcome('unknown', 200, { message: "The response (HTTP 200) didn't finish in time." });
    return failure(7, 'a stall in the body', reply(part), result, cutOffRead(200), atTimeLimit);
  }),
];

const htmlMessage = (status: number) =>
  `An HTML page came back instead of a service response (HTTP ${status}).`;
const readOfPage = (status: number) =>
  `The service responded with ${status} and an HTML page instead of JSON.`;

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
  }).map(([name, steps]) => failure(6, name, replyBody(steps), unknown200, cutOffRead(200))),
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
    outcome('unknown', 200, { message: htmlMessage(200) }),
    ownError(502, readOfPage(200)),
  ),
  ...['', 'null', '\u0000\u0001\ufffd'].map((body) =>
    failure(10, `the body ${JSON.stringify(body)}`, replyWith({ body }), unknown200, unreadable),
  ),
  failure(
    10,
    'no content type',
    replyBody((body) => [rawResponse({ type: null, body })]),
    unknown200,
    unreadable,
  ),
  failure(10, 'a list instead of a record', replyJson([]), unknown200),
  failure(
    10,
    'a record instead of a list',
    replyWith({ body: '{"items":[]}', headers: { 'X-Request-Id': 'r-1' } }),
    null,
    readFailure('other', 200, { requestId: 'r-1' }),
  ),
];

const impossibleRecord = { workspace: 'acme', level: 'pro', validFrom: 'yesterday', validTo: '0000-00-00' };
const mixedList = [impossibleRecord, null, impossibleRecord, 'B_B', 'B_B'];
const blankRecord = { workspace: null, level: null, validFrom: null, validTo: null };
const deleted = (body: object) =>
  failure(12, 'a record', replyJson(body), outcome('deleted', 200, { record: { ...body }, notes: [] }));
const nullFields = { id: 'i-1', name: 'eu-1', workspace: null, created: null, expandable: null };
const impossibleDates = { ...record, created: '0000-13-45', deleted: '9999-12-31T23:59:60Z' };
const otherRecord = { ...record, workspace: { slug: 'globex' } };

const records = [
  { ...deleted({ ...record, color: 'blue', plan: 7 }), row: 11, name: 'extra fields' },
  failure(11, 'extra fields', replyJson([{ level: 'pro', seats: 12 }]), null, {
    ...historyList([{ level: 'pro', raw: { level: 'pro', seats: 12 } }]),
    ...regionsList([], [{ level: 'pro', seats: 12 }]),
  }),
  { ...deleted(nullFields), name: 'null fields' },
  // A date that is not a string becomes text, because null would look like a missing date.
  failure(12, 'missing fields', replyJson([{}, { level: null, validFrom: 5 }]), null, {
    ...historyList([blankRecord, { ...blankRecord, validFrom: '5' }]),
  }),
  failure(12, 'an empty list', replyJson([]), null, anyList),
  failure(
    13,
    'a record of a different workspace',
    replyJson(otherRecord),
    outcome('mismatch', 200, {
      record: otherRecord,
      message: 'Requested in workspace “acme”, but the response names workspace “globex”.',
    }),
  ),
  failure(14, 'a record with a numeric ID', replyJson({ ...record, id: 2 ** 60, dbHost: 'h' }), {
    code: 'deleted',
    notes: ["The returned record has an ID that isn't a string."],
  }),
  failure(14, 'numbers instead of objects and texts', replyJson([1, { workspace: 9, level: 'pro' }]), null, {
    ...historyList([{ workspace: null, level: 'pro' }], [1]),
    ...regionsList([], [1, { workspace: 9, level: 'pro' }]),
  }),
  { ...deleted(impossibleDates), row: 33, name: 'impossible dates' },
  failure(33, 'duplicates, impossible dates and nulls', replyJson(mixedList), null, {
    ...historyList([impossibleRecord, impossibleRecord], [null, 'B_B', 'B_B']),
    ...regionsList(['B_B', 'B_B'], [impossibleRecord, null, impossibleRecord]),
  }),
];

const noList = (status: number) =>
  readFailure('other', status, { message: `The response (HTTP ${status}) doesn't contain a list.` });
const replyPartOfList = (status: number, headers: Record<string, string>) =>
  replyBody((body) => [rawResponse({ status, headers, body })]);
const partOfList = {
  history: { list: { isComplete: false } },
  regions: { list: { isComplete: false, items: { length: 400 } } },
};
const message = 'The workspace is being moved';
const requestId = 'r'.repeat(4000);
const longRequestId = `${'r'.repeat(199)}…`;
const malformed = 'The service sent a malformed response.';

const statuses = [
  failure(15, 'a 202 with a list', replyJson([], 202), outcome('accepted', 202), noList(202)),
  ...[204, 205].map((status) =>
    failure(
      16,
      `an empty ${status} labelled as HTML`,
      replyWith({ status, type: 'text/html' }),
      outcome('deleted', status),
      noList(status),
    ),
  ),
  ...[301, 302, 303, 307, 308].map((status) => {
    const script: WireScript = ({ target }) => [
      rawResponse({ status, headers: { Location: status === 303 ? '/other' : target } }),
    ];
    const redirect = "The service responded with a redirect, which the console doesn't follow.";
    const reads = ownError(502, `The service responded with a redirect (${status}).`);
    return failure(
      17,
      `a ${status} redirect`,
      script,
      outcome('unknown', status, { message: redirect }),
      reads,
    );
  }),
  failure(
    19,
    'a 401',
    reply(errorResponse(401, message)),
    outcome('refused', 401, { message }),
    readFailure('rejected-token', 401),
  ),
  failure(
    21,
    'a cut-off 403',
    reply(rawResponse({ status: 403, body: '{"message"', length: 90 }), 'end'),
    outcome('refused', 403, { message: 'HTTP 403 Word' }),
    cutOffRead(403),
  ),
  failure(
    22,
    'a 404',
    reply(errorResponse(404, message, { 'X-Request-Id': 'r-1' })),
    outcome('gone', 404, { requestId: 'r-1', message }),
    readFailure('other', 404, { serviceMessage: message, requestId: 'r-1' }),
  ),
  failure(
    22,
    'a 404 with an HTML page',
    replyWith({ status: 404, type: 'text/html', body: htmlPage }),
    outcome('unknown', 404, { message: expect.stringContaining(htmlMessage(404)) }),
    readFailure('other', 404, { serviceMessage: readOfPage(404) }),
  ),
  ...[502, 503, 504].map((status) => {
    const script = replyWith({ status, type: 'text/html', body: htmlPage, headers: { 'Retry-After': '4' } });
    const result = outcome('unknown', status, { message: htmlMessage(status) });
    return failure(
      30,
      `a ${status} with an HTML page`,
      script,
      result,
      ownError(status, readOfPage(status), { retryAfterMs: 4_000 }),
    );
  }),
  failure(
    31,
    'a reason phrase and a request ID of 4 000 characters',
    replyWith({ status: 418, reason: 'tea\u0009'.repeat(1000), headers: { 'X-Request-Id': requestId } }),
    outcome('refused', 418, {
      requestId: longRequestId,
      message: expect.stringMatching(/^HTTP 418 (tea ){49}tea…$/),
    }),
    readFailure('other', 418, { requestId: longRequestId }),
  ),
  failure(
    37,
    'a 404 with the JSON of a gateway',
    replyJson({ message: 'no Route matched with those values' }, 404),
    outcome('unknown', 404, {
      message: expect.stringMatching(/It doesn't show whether the instance exists\.$/),
    }),
    readFailure('other', 404),
  ),
  failure(38, 'a part with 206', replyPartOfList(206, {}), outcome('unknown', 206), partOfList),
  ...Object.entries({ Link: '<?page=2>; rel="next"', 'X-Total-Count': '401' }).map(([name, value]) =>
    failure(38, `a part with ${name}`, replyPartOfList(200, { [name]: value }), null, partOfList),
  ),
  failure(
    39,
    '70 KB of headers',
    replyWith({ headers: { 'X-Long': 'x'.repeat(70_000) } }),
    noResponse('The service responded with more than 64 KiB of headers.'),
    ownError(502, 'The service responded with more than 64 KiB of headers.'),
  ),
  ...Object.entries({
    'two lengths': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n[]',
    'a control character in a header': 'HTTP/1.1 200 OK\r\nX-A: \u0001\r\nContent-Length: 2\r\n\r\n[]',
    'no HTTP': 'SSH-2.0-OpenSSH_9.6\r\n',
  }).map(([name, bytes]) => failure(40, name, reply(bytes), noResponse(malformed), ownError(502, malformed))),
];

const proxySentence =
  'A login page or proxy in front of the console answered. Reload to sign in there again.';

const inFront = Object.entries({
  'a redirect': { status: 302, headers: { Location: '/login' } },
  'an HTML page': { status: 200, body: htmlPage },
  'a 401 that asks for a password': { status: 401, headers: { 'WWW-Authenticate': 'Basic' } },
  'a 502 as an HTML page': { status: 502, type: 'text/html', body: htmlPage },
}).map(([name, parts]) => {
  const { status } = parts;
  const reads = readFailure('proxy-in-front', status, {
    message: proxySentence,
    isTransient: status === 502,
  });
  return failure(41, name, replyWith(parts), null, reads, { condition: 'proxy in front' });
});

/** The failures that failureMatrix.test.ts causes. Other tests cover the remaining failures. */
export const failures: readonly Failure[] = [...connections, ...bodies, ...records, ...statuses, ...inFront];
