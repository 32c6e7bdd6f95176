import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { WireScript, WireStep } from '../support/failureServer.ts';
import { chunk, chunkedHead, rawResponse, webPage } from '../support/rawResponses.ts';
import {
  type Failure,
  fails,
  failure,
  historyList,
  json,
  outcome,
  regionsList,
  responds,
  sends,
  transient,
} from './failure.ts';
import { statusFailures } from './statusFailures.ts';

/** Sends a body that is correct for the operation, so that only the failure can be the reason for the result. */
const sendsBody =
  (steps: (body: string) => WireStep[]): WireScript =>
  ({ method }) =>
    steps(method === 'DELETE' ? record : list);
const record = JSON.stringify({ id: 'i-1', workspace: { slug: 'acme' }, dbHost: 'x'.repeat(5000) });
const list = JSON.stringify(Array.from({ length: 400 }, () => 'CLOUDA_US_WEST_2'));
const withoutType = (body: string) => [rawResponse({ type: null, body })];
const gzip = { 'Content-Encoding': 'gzip' };
const gzipped = (damage: (bytes: Buffer) => Buffer) =>
  sendsBody((body) => {
    const bytes = damage(gzipSync(body));
    return [rawResponse({ length: bytes.length, headers: gzip }), bytes];
  });

const unreachable = fails('unreachable', null, transient);
const cut = fails('unreachable', 200, transient);
const unreadable = fails('unreadable', 200);
const noResponse = outcome('unknown', null);
const unknown200 = outcome('unknown', 200, { reason: expect.stringContaining('200') });
const deleted = (body: Record<string, unknown>) => outcome('deleted', 200, { record: body, notes: [] });
const page200 = 'Received a web page instead of a service response (HTTP 200).';
const stalled = 'The response (HTTP 200) didn’t finish in time.';
const anyError = { history: { error: expect.any(Error) }, regions: { error: expect.any(Error) } };
const late = (seconds: number) => `The service didn’t respond within ${seconds} seconds.`;

const timeout = (status: number | null, message: string) =>
  fails('timeout', status, { ...transient, message });
const timed = { condition: 'time limit' } as const;

const connections = [
  failure(1, 'offline', sends(), outcome('not-sent', null), fails('offline', null), {
    condition: 'offline',
    sent: 0,
  }),
  ...(['refused connection', 'unknown host'] as const).map((condition) => {
    const reason = expect.stringContaining('probably not sent');
    return failure(2, condition, sends(), { ...noResponse, reason }, unreachable, { condition, sent: 0 });
  }),
  failure(3, 'a reset', sends('reset'), noResponse, unreachable),
  failure(3, 'a closed connection', sends('end'), noResponse, unreachable),
  failure(3, 'half a head, then a reset', sends('HTTP/1.1 200 O', 'reset'), noResponse, unreachable),
  failure(4, 'a reset on a reused socket', sends('reset'), noResponse, unreachable, {
    condition: 'reused socket',
  }),
  failure(5, 'no response', sends(), { ...noResponse, reason: late(60) }, timeout(null, late(15)), timed),
  ...[[rawResponse({ body: '["CLOUDA_', length: 500 })], [chunkedHead(), chunk('{"id":"i-1"')]].map(
    (steps) => {
      const result = outcome('unknown', 200, { reason: stalled });
      return failure(7, 'a stall in the body', sends(...steps), result, timeout(200, stalled), timed);
    },
  ),
];

const bodies = [
  ...Object.entries({
    'a reset in the body': sendsBody((body) => [
      rawResponse({ body: body.slice(0, 900), length: body.length }),
      { wait: 150 },
      'reset',
    ]),
    'a short body': sendsBody((body) => [
      rawResponse({ body: body.slice(0, -1), length: body.length }),
      'end',
    ]),
    'a body one byte short': sendsBody((body) => [rawResponse({ body, length: body.length + 1 }), 'end']),
    'a bad chunk': sendsBody((body) => [chunkedHead(), chunk(body), { wait: 20 }, 'zz\r\nnot a size\r\n']),
    'a missing last chunk': sendsBody((body) => [chunkedHead(), chunk(body), 'end']),
    'text labelled as gzip': sendsBody((body) => [rawResponse({ body, headers: gzip })]),
    'broken gzip': gzipped((bytes) => bytes.fill(0xff, 12, 40)),
  }).map(([name, script]) => failure(6, name, script, unknown200, cut)),
  // Some decoders report the end of the data only, so the class of this error depends on the platform.
  failure(
    6,
    'cut gzip',
    gzipped((bytes) => bytes.subarray(0, 40)),
    unknown200,
    anyError,
  ),
  ...[1, 2, 500].map((lost) => {
    const script = sendsBody((body) => [rawResponse({ body: body.slice(0, -lost) })]);
    return failure(8, `JSON without its last ${lost} bytes`, script, unknown200, unreadable);
  }),
  ...Object.entries({
    'a web page': { type: 'text/html; charset=utf-8', body: webPage },
    'an empty web page': { type: 'text/html' },
    'JSON labelled as a web page': { type: 'TEXT/HTML', body: '{}' },
    'a web page labelled as JSON': { body: `\n  ${webPage}` },
    'an XHTML page': { type: 'application/xhtml+xml', body: '<?xml version="1.0"?><html/>' },
  }).map(([name, parts]) =>
    failure(9, name, responds(parts), { ...unknown200, reason: page200 }, fails('not-the-service', 200)),
  ),
  ...['', 'null', '0', '"deleted"', '\u0000\u0001\ufffd', '{]', '{"a":1}{"b":2}'].map((body) =>
    failure(10, `the body ${JSON.stringify(body)}`, responds({ body }), unknown200, unreadable),
  ),
  failure(10, 'no content type', sendsBody(withoutType), unknown200, unreadable),
  failure(10, 'a list for a record', json([]), unknown200),
  failure(10, 'a record for a list', json({ id: 'i-1' }), null, unreadable),
  failure(10, 'no HTTP', sends('\u0007 what is this\r\n\r\n', 'end'), noResponse, unreachable),
];

const extra = { id: 'i-1', color: 'blue', instanceId: null, workspace: { slug: 'acme', plan: 7 } };
const sparse = { id: 'i-1', name: null, workspace: null, created: null, expandable: null };
const oddDates = { id: 'i-1', created: '0000-13-45', deleted: '9999-12-31T23:59:60Z' };
const oddRow = { workspace: 'acme', level: 'pro', validFrom: 'yesterday', validTo: '0000-00-00' };
const blank = { workspace: null, level: null, validFrom: null, validTo: null };
const otherWorkspace = 'Requested in workspace “acme”, but the response names workspace “globex”.';

const records = [
  failure(11, 'extra fields', json(extra), deleted(extra)),
  failure(11, 'extra fields', json([{ level: 'pro', seats: 12 }]), null, {
    ...historyList([{ level: 'pro', raw: { level: 'pro', seats: 12 } }]),
    ...regionsList([], [{ level: 'pro', seats: 12 }]),
  }),
  ...Object.entries({
    '{}': 'isn’t an instance record: “{}”.',
    '{"ok":false}': 'contains “ok”: false.',
    '{"message":"Forbidden","statusCode":403}': 'contains error 403: Forbidden',
  }).map(([body, reason]) =>
    failure(11, body, responds({ body }), { ...unknown200, reason: `The response (HTTP 200) ${reason}` }),
  ),
  failure(12, 'null fields', json(sparse), deleted(sparse)),
  // A date that is not a string stays visible as text, so that it is not taken for missing.
  failure(12, 'missing fields', json([{}, { level: null, validFrom: 5 }]), null, {
    ...historyList([blank, { ...blank, validFrom: '5' }]),
  }),
  failure(12, 'an empty list', json([]), null, { ...historyList([]), ...regionsList([]) }),
  ...[200, 202].map((status) => {
    const body = { id: 'i-1', workspace: { slug: 'globex' } };
    const result = outcome('mismatch', status, { record: body, reason: otherWorkspace });
    return failure(13, `another workspace in a ${status}`, json(body, status), result);
  }),
  ...[7, 2 ** 60, undefined].map((id) => {
    const body = { id, dbHost: 'h', sharded: true };
    const note = id === undefined ? 'has no ID' : 'has an ID that isn’t a string';
    const result = { kind: 'deleted', notes: [expect.stringContaining(note)] };
    return failure(14, `the ID ${id}`, json(body), result);
  }),
  failure(14, 'numbers', json([1, { workspace: 9, level: 'pro' }]), null, {
    ...historyList([{ workspace: null, level: 'pro' }], [1]),
    ...regionsList([], [1, { workspace: 9, level: 'pro' }]),
  }),
  failure(33, 'impossible dates', json(oddDates), deleted(oddDates)),
  failure(33, 'duplicates, impossible dates and nulls', json([oddRow, null, oddRow, 'B_B', 'B_B']), null, {
    ...historyList([oddRow, oddRow], [null, 'B_B', 'B_B']),
    ...regionsList(['B_B', 'B_B'], [oddRow, null, oddRow]),
  }),
];

const json202 = (body: string) => responds({ status: 202, body });

const successes = [
  ...['', '{}', '[]', '{"id":'].map((body) =>
    failure(15, `202 ${body}`, json202(body), outcome('accepted', 202), fails('unreadable', 202)),
  ),
  ...[webPage, '{"message":"Forbidden","statusCode":403}'].map((body) =>
    failure(15, `202 ${body.slice(0, 12)}`, json202(body), outcome('unknown', 202)),
  ),
  ...([202, 204, 205] as const).map((status) => {
    const [row, kind] = status === 202 ? ([15, 'accepted'] as const) : ([16, 'deleted'] as const);
    const script = responds({ status, type: 'text/html' });
    return failure(
      row,
      `an empty ${status} page`,
      script,
      outcome(kind, status),
      fails('unreadable', status),
    );
  }),
  ...[301, 302, 303, 307, 308].map((status) => {
    const script: WireScript = ({ target }) => [rawResponse({ status, headers: { Location: target } })];
    return failure(17, `a ${status} to itself`, script, noResponse, unreachable);
  }),
  failure(
    17,
    'a 303 to a path with status 200',
    ({ target }) =>
      target === '/other' ? [rawResponse()] : [rawResponse({ status: 303, headers: { Location: '/other' } })],
    noResponse,
    unreachable,
  ),
  ...[300, 304].map((status) => {
    const script = responds({ status, length: status === 304 ? null : 0 });
    return failure(17, `a ${status}`, script, outcome('unknown', status), fails('refused', status));
  }),
];

/** The failure matrix on the wire. The rows of `matrixRows.mjs` that are missing here have tests of their own. */
export const failures: readonly Failure[] = [
  ...connections,
  ...bodies,
  ...records,
  ...successes,
  ...statusFailures,
];
