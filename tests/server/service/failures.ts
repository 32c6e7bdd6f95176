import { expect } from 'vitest';
import type { ApiError } from '../../../src/api/http.ts';
import type { OutcomeCode, OutcomeJson } from '../../../src/rules/deletion.ts';
import { chunk, chunkedHead, errorResponse, htmlPage, rawResponse } from '../../support/rawResponses.ts';
import type { WireScript, WireStep } from '../../support/scriptedService.ts';

type Results = { DELETE?: object; history?: object; regions?: object };
/** `url` is in place of the service's. If it is silent, the client waits for only 300 ms. */
type TestOptions = { url?: string; isSilent?: boolean };

/** A situation, and the expected result of each operation that is tested in it. */
export type Failure = TestOptions & Results & { row: number; name: string; script: WireScript };

/** What the service sends. `body` is a record, or for reads a list. */
type Steps = (body: string) => WireStep[];

function failure(row: number, name: string, steps: Steps, ...results: (Results & TestOptions)[]) {
  const script: WireScript = ({ method }) => steps(method === 'DELETE' ? recordBody : listBody);
  return Object.assign({ row, name, script }, ...results) as Failure;
}

const record = { id: 'i-1', name: 'eu-1', workspace: { slug: 'acme' }, apiHost: 'h', sharded: true };
const recordBody = JSON.stringify({ ...record, dbHost: 'x'.repeat(5000) });
const listBody = JSON.stringify(Array.from({ length: 400 }, () => 'CLOUDA_US_WEST_2'));
type Parts = Parameters<typeof rawResponse>[0];
const reply = (parts: Parts) => () => [rawResponse(parts)];
const replyJson = (value: unknown, status = 200) => reply({ status, body: JSON.stringify(value) });
const replyPage = (status: number, headers = {}) =>
  reply({ status, type: 'text/html', body: htmlPage, headers });

function outcome(code: OutcomeCode, status: number | null, changes: Partial<OutcomeJson> = {}): Results {
  return { DELETE: { code, status, record: null, ...changes } };
}
const unknown = (status: number | null, message: string) =>
  outcome('unknown', status, { message: expect.stringContaining(message) });
const noResponse = (message: string) =>
  outcome('unknown', null, { message: `${message} It may have received the request.` });

const reads = (result: object): Results => ({ history: result, regions: result });
function readFailure(kind: ApiError['kind'], status: number | null, changes: Partial<ApiError> = {}) {
  return reads({ error: { kind, status, isTransient: false, ...changes } });
}
const ownError = (status: number, serviceMessage: string, changes: Partial<ApiError> = {}) =>
  readFailure('other', status, { isTransient: true, serviceMessage, ...changes });

const closed = 'The connection to the service closed without a response (ECONNRESET).';
const silent = "The service didn't respond within 0.3 seconds.";
const cutOffRead = readFailure('unreachable', null, { isTransient: true });
const noConnection = (code: string, url: string) => {
  const message = `The service could not be reached (${code}).`;
  const notSent = outcome('not-sent', null, { message: `${message} No request was sent.` });
  return failure(2, code, () => [], notSent, ownError(502, message), { url });
};
const reset = [noResponse(closed), ownError(502, closed)];
const stall = [unknown(200, "(HTTP 200) didn't finish in time"), cutOffRead, { isSilent: true }];
const connections = [
  noConnection('ECONNREFUSED', 'http://127.0.0.1:1'),
  noConnection('ENOTFOUND', 'http://nowhere.invalid'),
  failure(3, 'a reset', () => ['reset'], ...reset),
  failure(3, 'a reset in the head', () => ['HTTP/1.1 200 O', 'reset'], ...reset),
  failure(5, 'no response', () => [], noResponse(silent), ownError(504, silent), { isSilent: true }),
  failure(7, 'a stall', reply({ body: '["CLOUDA_', length: 500 }), ...stall),
  failure(7, 'a stall of chunks', () => [chunkedHead() + chunk('{"id":"i-1"')], ...stall),
];

const pageText = (status: number) => `An HTML page came back instead of a service response (HTTP ${status}).`;
const pageRead = (status: number) => `The service responded with ${status} and an HTML page instead of JSON.`;
const unreadable = [unknown(200, '200'), readFailure('other', 200)];
const cutOff = [unknown(200, '(HTTP 200) was cut off'), cutOffRead];
const resetInBody: Steps = (body) => [rawResponse({ body, length: 9_999 }), { waitMs: 150 }, 'reset'];
const labelledAsGzip: Steps = (body) => [rawResponse({ body, headers: { 'Content-Encoding': 'gzip' } })];
const bodies = [
  failure(6, 'a reset in the body', resetInBody, ...cutOff),
  failure(6, 'a short body', (body) => [rawResponse({ body, length: body.length + 1 }), 'end'], ...cutOff),
  failure(6, 'a bad chunk', (body) => [chunkedHead(), chunk(body), { waitMs: 20 }, 'zz\r\nx\r\n'], ...cutOff),
  failure(6, 'text labelled as gzip', labelledAsGzip, ...cutOff),
  failure(8, 'no last byte', (body) => [rawResponse({ body: body.slice(0, -1) })], ...unreadable),
  failure(9, 'an HTML page', replyPage(200), unknown(200, pageText(200)), ownError(502, pageRead(200))),
  failure(10, 'no type', (body) => [rawResponse({ type: null, body })], ...unreadable),
  failure(10, 'an empty body', reply({}), ...unreadable),
  failure(10, 'null', replyJson(null), ...unreadable),
  failure(10, 'control characters', reply({ body: '\u0000\u0001\ufffd' }), ...unreadable),
  failure(10, 'a record instead of a list', replyJson({ items: [] }), readFailure('other', 200)),
];

const list = (items: unknown[], unreadable: unknown[]) => ({ list: { items, unreadable } });
const historyRecord = { workspace: 'acme', level: 'pro', validFrom: 'yesterday', validTo: '0000-00-00' };
const extraFields = { level: 'pro', seats: 12 };
const objects = [historyRecord, historyRecord, extraFields, {}, { workspace: 9, validFrom: 5 }];
const blank = { workspace: null, level: null, validFrom: null, validTo: null };
// A date that is not a string becomes text, because null would look like a missing date.
const decoded = [{ ...blank, level: 'pro', raw: extraFields }, blank, { ...blank, validFrom: '5' }];
const records = [
  failure(11, '12, 14, 33: unusual records', replyJson([...objects, null, 'B_B', 'B_B', 1]), {
    history: list([historyRecord, historyRecord, ...decoded], [null, 'B_B', 'B_B', 1]),
    regions: list(['B_B', 'B_B'], [...objects, null, 1]),
  }),
  failure(12, 'an empty list', replyJson([]), reads(list([], []))),
];

const noList = (status: number) =>
  readFailure('other', status, { message: `The response (HTTP ${status}) doesn't contain a list.` });
const partOfList = reads({ list: { isComplete: false } });
const message = 'The workspace is being moved';
const malformedMessage = 'The service sent a malformed response.';
const malformed = [noResponse(malformedMessage), ownError(502, malformedMessage)];
const redirect = "The service responded with a redirect, which the console doesn't follow.";
const statuses = [
  failure(15, 'a 202 with a list', replyJson([], 202), outcome('accepted', 202), noList(202)),
  ...[204, 205].map((status) =>
    failure(16, `an empty ${status}`, reply({ status }), outcome('deleted', status), noList(status)),
  ),
  ...[301, 302, 303, 307, 308].map((status) => {
    const location = { Location: '/workspaces/acme/regions' };
    const error = ownError(502, `The service responded with a redirect (${status}).`);
    return failure(17, `a ${status}`, reply({ status, headers: location }), unknown(status, redirect), error);
  }),
  failure(19, 'a 401', () => [errorResponse(401, message)], readFailure('rejected-token', 401)),
  failure(22, 'a 404', () => [errorResponse(404, message, { 'X-Request-Id': 'r-1' })], {
    ...outcome('gone', 404, { requestId: 'r-1', message }),
    ...readFailure('other', 404, { serviceMessage: message, requestId: 'r-1' }),
  }),
  ...[502, 503, 504].map((status) => {
    const error = ownError(status, pageRead(status), { retryAfterMs: 4_000 });
    const page = replyPage(status, { 'Retry-After': '4' });
    return failure(30, `a ${status} with an HTML page`, page, unknown(status, pageText(status)), error);
  }),
  failure(37, 'the 404 of a gateway', replyJson({ message: 'no Route' }, 404), readFailure('other', 404)),
  failure(38, '206', (body) => [rawResponse({ status: 206, body })], unknown(206, '206'), partOfList),
  ...[{ Link: '<?page=2>; rel="next"' }, { 'X-Total-Count': '401' }].map((headers) =>
    failure(38, 'a part of a list', (body) => [rawResponse({ headers, body })], partOfList),
  ),
  failure(39, '70 KB of headers', reply({ headers: { 'X-Long': 'x'.repeat(70_000) } }), ...malformed),
  failure(40, 'two lengths', reply({ headers: { 'Transfer-Encoding': 'chunked' }, body: 'x' }), ...malformed),
  failure(40, 'no HTTP', () => ['SSH-2.0-OpenSSH_9.6\r\n'], ...malformed),
];

export const failures: readonly Failure[] = [...connections, ...bodies, ...records, ...statuses];
