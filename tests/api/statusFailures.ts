import { expect } from 'vitest';
import type { DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';
import type { ServiceErrorKind } from '../../src/api/errors.ts';
import { errorResponse, rawResponse, webPage } from '../support/rawResponses.ts';
import { type Failure, fails, failure, json, outcome, responds, sends, transient } from './failure.ts';

const message = 'The workspace is being moved';
const requestId = 'r-1';
const error = (status: number, headers: Record<string, string> = { 'X-Request-Id': requestId }) =>
  sends(errorResponse(status, message, headers));
const serviceError = (status: number) => `The service returned an error (HTTP ${status})`;

/** Row, status, outcome of a DELETE, error of a read and if a retry of the read may help, for an error of section 7. */
const statuses: [number, number, DeleteOutcomeKind, ServiceErrorKind, boolean][] = [
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

/** Bodies of a 404 that prove nothing, and a part of the reason. */
const noProof: [parts: Parameters<typeof rawResponse>[0], reason: string][] = [
  [{ type: 'text/html', body: webPage }, 'Received a web page'],
  [{ body: webPage }, 'Received a web page'],
  [{ type: 'text/plain', body: 'default backend' }, 'isn’t JSON'],
  [{ type: 'text/plain', body: '{}' }, 'isn’t JSON'],
  [{ type: null }, 'isn’t JSON'],
  [{ body: '{"message":"No' }, 'contains invalid JSON'],
  [{ body: '[]' }, 'isn’t a JSON object'],
];

const waits: [row: number, header: string, waitMs: number][] = [
  [27, '0', 0],
  [27, '3600', 3_600_000],
  [28, '1000000000', 30_000],
  [28, '-5', 30_000],
  [28, 'soon', 30_000],
  [28, 'Wed, 21 Oct 2015 07:28:00 GMT', 30_000],
  [28, 'Wed, 21 Oct 9999 07:28:00 GMT', 30_000],
];

const messages: [name: string, body: object, shown: string][] = [
  ['a message of 1 MB', { message: 'm'.repeat(1_000_000) }, `${'m'.repeat(499)}…`],
  ['a message in HTML', { message: '<img src=x onerror=alert(1)>' }, '<img src=x onerror=alert(1)>'],
  ['bidi and control characters', { message: 'a\u202eb\u0007c\r\nd\u2066' }, 'a b c d'],
  ['errors instead of a message', { message: '', errors: [{ message: 'first' }] }, 'first'],
];

const longWord = 'r'.repeat(4000);
const requestIdOf200 = { requestId: `${'r'.repeat(199)}…` };

/** The rows of the matrix that a status of 400 or more decides. */
export const statusFailures: Failure[] = [
  ...statuses.map(([row, status, kind, readKind, transient]) => {
    const timedOut = 'The service timed out (HTTP 408).';
    const unknownReason = status === 408 ? timedOut : `${serviceError(status)}: ${message}`;
    const result = { requestId, reason: kind === 'unknown' ? unknownReason : message };
    const reads = fails(readKind, status, { serviceMessage: message, requestId, transient });
    // The fetch standard repeats a request once after a 421, because the server has not acted.
    const sent = status === 421 ? 2 : 1;
    return failure(row, `a ${status}`, error(status), outcome(kind, status, result), reads, { sent });
  }),
  ...[403, 404].map((status) => {
    const script = sends(rawResponse({ status, body: '{"message":"T', length: 90 }), { wait: 150 }, 'reset');
    const reason = status === 403 ? 'HTTP 403 Word' : expect.stringMatching(/was cut off\. It doesn’t show/);
    const result = outcome(status === 403 ? 'refused' : 'unknown', status, { reason });
    const reads = fails(status === 403 ? 'forbidden' : 'not-found', status, { serviceMessage: null });
    return failure(status === 403 ? 21 : 22, `a cut ${status}`, script, result, reads);
  }),
  ...noProof.map(([parts, words]) => {
    const result = outcome('unknown', 404, { reason: expect.stringContaining(words) });
    const script = responds({ ...parts, status: 404 });
    return failure(22, `a 404 with ${JSON.stringify(parts)}`, script, result, fails('not-found', 404));
  }),
  ...waits.map(([row, header, retryAfterMs]) => {
    const reads = fails('too-many-requests', 429, { ...transient, retryAfterMs });
    const script = error(429, { 'Retry-After': header });
    return failure(row, `Retry-After: ${header}`, script, outcome('refused', 429, { retryAfterMs }), reads);
  }),
  failure(27, 'no Retry-After', error(429), outcome('refused', 429, { retryAfterMs: 30_000 })),
  ...[502, 503, 504].map((status) => {
    const script = responds({ status, type: 'text/html', body: webPage, headers: { 'Retry-After': '4' } });
    const facts = { ...transient, serviceMessage: null, retryAfterMs: 4_000 };
    const result = outcome('unknown', status, { reason: `${serviceError(status)}.` });
    return failure(30, `a ${status} page`, script, result, fails('service-failure', status, facts));
  }),
  failure(
    30,
    'a JSON message labelled as a web page',
    responds({ status: 502, type: 'text/html', body: JSON.stringify({ message }) }),
    outcome('unknown', 502, { reason: `${serviceError(502)}.` }),
    fails('service-failure', 502, { ...transient, serviceMessage: null }),
  ),
  ...([404, 500] as const).map((status) => {
    const script = json({ message, statusCode: status === 404 ? 200 : 404 }, status);
    const result = outcome(status === 404 ? 'gone' : 'unknown', status);
    const reads = status === 404 ? fails('not-found', 404) : fails('service-failure', 500, transient);
    return failure(31, `a ${status} with another statusCode`, script, result, reads);
  }),
  ...messages.map(([name, body, reason]) => {
    const reads = fails('refused', 400, { serviceMessage: reason });
    return failure(31, name, json(body, 400), outcome('refused', 400, { reason }), reads);
  }),
  failure(
    31,
    'a reason phrase and a request ID of 4 000 characters',
    responds({ status: 418, reason: 'tea\u0009'.repeat(1000), headers: { 'X-Request-Id': longWord } }),
    outcome('refused', 418, {
      ...requestIdOf200,
      reason: expect.stringMatching(/^HTTP 418 (tea ){49}tea…$/),
    }),
    fails('refused', 418, { ...requestIdOf200, message: expect.stringMatching(/^.{20,260}$/) }),
  ),
];
