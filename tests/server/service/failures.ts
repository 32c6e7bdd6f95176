import { expect } from 'vitest';
import type { ApiError, ApiErrorKind } from '../../../src/api/errors.ts';
import type { OutcomeCode, OutcomeJson } from '../../../src/rules/deletion.ts';
import { chunk, chunkedHead, errorResponse, htmlPage, rawResponse } from '../../support/rawResponses.ts';
import type { WireScript, WireStep } from '../../support/scriptedService.ts';

type Results = { DELETE?: object; history?: object; regions?: object };
type TestOptions = {
  /** Number of requests that the service gets. The default is 1. */
  sentCount?: number;
  condition?: 'refused connection' | 'unknown host' | 'time limit';
};

/**
 * One way to produce a failure of the failure matrix (see tests/README.md), and the expected result of each operation. An
 * operation without an expected result is not tested.
 */
export type Failure = TestOptions & Results & { row: number; name: string; script: WireScript };

function failure(row: number, name: string, script: WireScript, ...results: (Results & TestOptions)[]) {
  return Object.assign({ row, name, script }, ...results) as Failure;
}

const reply =
  (...steps: WireStep[]): WireScript =>
  () =>
    steps;
const replyWith = (parts: Parameters<typeof rawResponse>[0]) => reply(rawResponse(parts));
const replyJson = (value: unknown, status = 200) => replyWith({ status, body: JSON.stringify(value) });
const replyPage = (status: number, headers = {}) =>
  replyWith({ status, type: 'text/html', body: htmlPage, headers });

/** The body is valid for the operation, so only the steps cause the failure. */
const replyBody =
  (steps: (body: string) => WireStep[]): WireScript =>
  ({ method }) =>
    steps(method === 'DELETE' ? recordBody : listBody);
const record = { id: 'i-1', name: 'eu-1', workspace: { slug: 'acme' }, apiHost: 'h', sharded: true };
const recordBody = JSON.stringify({ ...record, dbHost: 'x'.repeat(5000) });
const listBody = JSON.stringify(Array.from({ length: 400 }, () => 'CLOUDA_US_WEST_2'));

function outcome(code: OutcomeCode, status: number | null, changes: Partial<OutcomeJson> = {}): Results {
  return { DELETE: { code, status, record: null, ...changes } };
}
const unknown = (status: number | null, message: string) =>
  outcome('unknown', status, { message: expect.stringContaining(message) });
const noResponse = (message: string) =>
  outcome('unknown', null, { message: `${message} It may have received the request.` });

const reads = (result: object): Results => ({ history: result, regions: result });
function readFailure(kind: ApiErrorKind, status: number | null, changes: Partial<ApiError> = {}): Results {
  return reads({ error: { kind, status, isTransient: false, ...changes } });
}
/** What our server says instead of a response of the service. */
const ownError = (status: number, serviceMessage: string, changes: Partial<ApiError> = {}) =>
  readFailure('other', status, { isTransient: true, serviceMessage, ...changes });
const cutOff = 'The response (HTTP 200) was cut off.';
const cutOffRead = readFailure('unreachable', null, { message: cutOff, isTransient: true });
const unreadable = readFailure('other', 200);
const list = (items: unknown[], unreadable: unknown[] = []) => ({ list: { items, unreadable } });

const closed = 'The connection to the service closed without a response (ECONNRESET).';
const silent = "The service didn't respond within 0.3 seconds.";
const atTimeLimit = { condition: 'time limit' } as const;
const stalled = outcome('unknown', 200, { message: "The response (HTTP 200) didn't finish in time." });

const noConnection = (condition: 'refused connection' | 'unknown host', code: string) => {
  const message = `The service could not be reached (${code}).`;
  const notSent = outcome('not-sent', null, { message: `${message} No request was sent.` });
  return failure(2, condition, reply(), notSent, ownError(502, message), { condition, sentCount: 0 });
};

const connections = [
  noConnection('refused connection', 'ECONNREFUSED'),
  noConnection('unknown host', 'ENOTFOUND'),
  ...[reply('reset'), reply('HTTP/1.1 200 O', 'reset')].map((script) =>
    failure(3, 'a reset', script, noResponse(closed), ownError(502, closed)),
  ),
  failure(5, 'no response', reply(), noResponse(silent), ownError(504, silent), atTimeLimit),
  ...[rawResponse({ body: '["CLOUDA_', length: 500 }), chunkedHead() + chunk('{"id":"i-1"')].map((part) =>
    failure(7, 'a stall in the body', reply(part), stalled, cutOffRead, atTimeLimit),
  ),
];

const htmlMessage = (status: number) =>
  `An HTML page came back instead of a service response (HTTP ${status}).`;
const readOfPage = (status: number) =>
  `The service responded with ${status} and an HTML page instead of JSON.`;

const bodies = [
  ...Object.entries<(body: string) => WireStep[]>({
    'a reset in the body': (body) => [rawResponse({ body, length: 9_999 }), { waitMs: 150 }, 'reset'],
    'a short body': (body) => [rawResponse({ body, length: body.length + 1 }), 'end'],
    'a bad chunk': (body) => [chunkedHead(), chunk(body), { waitMs: 20 }, 'zz\r\nnot a size\r\n'],
    'text labelled as gzip': (body) => [rawResponse({ body, headers: { 'Content-Encoding': 'gzip' } })],
  }).map(([name, steps]) => failure(6, name, replyBody(steps), unknown(200, '200'), cutOffRead)),
  ...Object.entries({
    'JSON without its last byte': replyBody((body) => [rawResponse({ body: body.slice(0, -1) })]),
    'no content type': replyBody((body) => [rawResponse({ type: null, body })]),
    'an empty body': reply(rawResponse()),
    null: replyJson(null),
    'control characters': replyWith({ body: '\u0000\u0001\ufffd' }),
  }).map(([name, script], index) =>
    failure(index === 0 ? 8 : 10, name, script, unknown(200, '200'), unreadable),
  ),
  failure(9, 'an HTML page', replyPage(200), unknown(200, htmlMessage(200)), ownError(502, readOfPage(200))),
  failure(10, 'a record instead of a list', replyJson({ items: [] }), unreadable),
];

const impossible = { workspace: 'acme', level: 'pro', validFrom: 'yesterday', validTo: '0000-00-00' };
const mixedList = [impossible, null, impossible, 'B_B', 'B_B'];
const blank = { workspace: null, level: null, validFrom: null, validTo: null };
const extraFields = { level: 'pro', seats: 12 };
const otherRecord = { ...record, workspace: { slug: 'globex' } };
const different = 'Requested in workspace “acme”, but the response names workspace “globex”.';

const records = [
  failure(11, 'extra fields', replyJson([extraFields]), {
    history: list([{ level: 'pro', raw: extraFields }]),
    regions: list([], [extraFields]),
  }),
  // A date that is not a string becomes text, because null would look like a missing date.
  failure(12, 'missing fields', replyJson([{}, { level: null, validFrom: 5 }]), {
    history: list([blank, { ...blank, validFrom: '5' }]),
  }),
  failure(12, 'an empty list', replyJson([]), reads(list([]))),
  failure(13, 'a record of a different workspace', replyJson(otherRecord), {
    ...outcome('mismatch', 200, { record: otherRecord, message: different }),
  }),
  failure(14, 'numbers instead of objects and texts', replyJson([1, { workspace: 9, level: 'pro' }]), {
    history: list([{ workspace: null, level: 'pro' }], [1]),
    regions: list([], [1, { workspace: 9, level: 'pro' }]),
  }),
  failure(33, 'duplicates, impossible dates and nulls', replyJson(mixedList), {
    history: list([impossible, impossible], [null, 'B_B', 'B_B']),
    regions: list(['B_B', 'B_B'], [impossible, null, impossible]),
  }),
];

const noList = (status: number) =>
  readFailure('other', status, { message: `The response (HTTP ${status}) doesn't contain a list.` });
const replyPartOfList = (status: number, headers: Record<string, string>) =>
  replyBody((body) => [rawResponse({ status, headers, body })]);
const partOfList = reads({ list: { isComplete: false } });
const message = 'The workspace is being moved';
const requestId = `${'r'.repeat(199)}…`;
const longTexts = {
  status: 418,
  reason: 'tea\t'.repeat(1000),
  headers: { 'X-Request-Id': 'r'.repeat(4000) },
};
const malformed = 'The service sent a malformed response.';
const longHeaders = 'The service responded with more than 64 KiB of headers.';
const redirect = "The service responded with a redirect, which the console doesn't follow.";

const statuses = [
  failure(15, 'a 202 with a list', replyJson([], 202), outcome('accepted', 202), noList(202)),
  ...[204, 205].map((status) =>
    failure(16, `an empty ${status}`, replyWith({ status }), outcome('deleted', status), noList(status)),
  ),
  ...[301, 302, 303, 307, 308].map((status) => {
    const loop: WireScript = ({ target }) => [rawResponse({ status, headers: { Location: target } })];
    const error = ownError(502, `The service responded with a redirect (${status}).`);
    return failure(17, `a ${status} redirect`, loop, unknown(status, redirect), error);
  }),
  failure(19, 'a 401', reply(errorResponse(401, message)), readFailure('rejected-token', 401)),
  failure(22, 'a 404', reply(errorResponse(404, message, { 'X-Request-Id': 'r-1' })), {
    ...outcome('gone', 404, { requestId: 'r-1', message }),
    ...readFailure('other', 404, { serviceMessage: message, requestId: 'r-1' }),
  }),
  ...[502, 503, 504].map((status) => {
    const error = ownError(status, readOfPage(status), { retryAfterMs: 4_000 });
    const page = replyPage(status, { 'Retry-After': '4' });
    return failure(30, `a ${status} with an HTML page`, page, unknown(status, htmlMessage(status)), error);
  }),
  failure(31, 'a reason phrase and a request ID of 4 000 characters', replyWith(longTexts), {
    ...outcome('refused', 418, { requestId, message: expect.stringMatching(/^HTTP 418 (tea ){49}tea…$/) }),
    ...readFailure('other', 418, { requestId }),
  }),
  failure(37, 'the 404 of a gateway', replyJson({ message: 'no Route' }, 404), readFailure('other', 404)),
  failure(38, 'a part with 206', replyPartOfList(206, {}), unknown(206, '206'), partOfList),
  ...Object.entries({ Link: '<?page=2>; rel="next"', 'X-Total-Count': '401' }).map(([name, value]) =>
    failure(38, `a part with ${name}`, replyPartOfList(200, { [name]: value }), partOfList),
  ),
  failure(39, '70 KB of headers', replyWith({ headers: { 'X-Long': 'x'.repeat(70_000) } }), {
    ...noResponse(longHeaders),
    ...ownError(502, longHeaders),
  }),
  ...Object.entries({
    'two lengths': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n[]',
    'a control character in a header': 'HTTP/1.1 200 OK\r\nX-A: \u0001\r\nContent-Length: 2\r\n\r\n[]',
    'no HTTP': 'SSH-2.0-OpenSSH_9.6\r\n',
  }).map(([name, bytes]) => failure(40, name, reply(bytes), noResponse(malformed), ownError(502, malformed))),
];

/** The failures that failureMatrix.test.ts causes. Other tests cover the remaining failures. */
export const failures: readonly Failure[] = [...connections, ...bodies, ...records, ...statuses];
