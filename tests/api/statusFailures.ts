import { expect } from 'vitest';
import type { DeleteOutcome } from '../../src/api/deleteOutcome.ts';
import { errorResponse, rawResponse, webPage } from '../support/rawResponses.ts';
import { fails, failure, json, outcome, responds, sends, transient } from './failure.ts';

const message = 'The workspace is being moved';
const requestId = 'r-1';
const error = (status: number, headers: Record<string, string> = { 'X-Request-Id': requestId }) =>
  sends(errorResponse(status, message, headers));
const refused = (status: number, more: Partial<DeleteOutcome> = {}) =>
  outcome('refused', status, { reason: message, ...more });
const quoted = { serviceMessage: message };

/** The rows of the statuses from 400 to 499. */
export const clientErrors = [
  ...(
    [
      [18, 400, 'refused', false],
      [18, 422, 'refused', false],
      [21, 403, 'forbidden', false],
      [24, 405, 'refused', false],
      [24, 421, 'refused', false],
      [24, 425, 'refused', false],
      [26, 409, 'conflict', true],
      [26, 412, 'conflict', false],
      [26, 423, 'conflict', true],
      [27, 429, 'too-many-requests', true],
    ] as const
  ).map(([row, status, kind, transient]) => {
    const reads = fails(kind, status, { ...quoted, requestId, transient });
    // The fetch standard repeats a request once after a 421, because the server has not acted.
    const sent = status === 421 ? 2 : 1;
    return failure(row, `a ${status}`, error(status), refused(status, { requestId }), reads, { sent });
  }),
  ...([400, 403, 404] as const).map((status) => {
    const kind = ({ 400: 'refused', 403: 'forbidden', 404: 'not-found' } as const)[status];
    const reason = expect.stringContaining('was cut off. It doesn’t show whether the instance exists.');
    const result =
      status === 404
        ? outcome('unknown', 404, { reason })
        : refused(status, { reason: `HTTP ${status} Word` });
    const script = sends(
      rawResponse({ status, body: '{"message":"The', length: 90 }),
      { wait: 150 },
      'reset',
    );
    const row = { 400: 18, 403: 21, 404: 22 }[status];
    return failure(row, `a cut ${status}`, script, result, fails(kind, status, { serviceMessage: null }));
  }),
  ...[404, 410].flatMap((status) => [
    failure(
      22,
      `a ${status} with a JSON error`,
      error(status),
      outcome('gone', status, { reason: message }),
      fails('not-found', status),
    ),
    ...Object.entries({
      'a web page': [{ type: 'text/html', body: webPage }, 'Received a web page'] as const,
      'a web page labelled as JSON': [{ body: webPage }, 'Received a web page'] as const,
      'plain text': [{ type: 'text/plain', body: 'default backend' }, 'isn’t JSON'] as const,
      'JSON labelled as text': [{ type: 'text/plain', body: '{}' }, 'isn’t JSON'] as const,
      'an empty body': [{ type: null }, 'isn’t JSON'] as const,
      'half an object': [{ body: '{"message":"No' }, 'contains invalid JSON'] as const,
      'a list': [{ body: '[]' }, 'isn’t a JSON object'] as const,
    }).map(([name, [parts, words]]) => {
      const reason = expect.stringContaining(words);
      return failure(
        22,
        `a ${status} with ${name}`,
        responds({ ...parts, status }),
        outcome('unknown', status, { reason }),
        fails('not-found', status),
      );
    }),
  ]),
  failure(25, 'a 408', error(408), outcome('unknown', 408), fails('timeout', 408, transient)),
  ...(
    [
      [27, '0', 0],
      [27, '7', 7_000],
      [27, '3600', 3_600_000],
      [28, '1000000000', 30_000],
      [28, '1e9', 30_000],
      [28, '-5', 30_000],
      [28, '2.5', 30_000],
      [28, 'soon', 30_000],
      [28, 'Wed, 21 Oct 2015 07:28:00 GMT', 30_000],
      [28, 'Wed, 21 Oct 9999 07:28:00 GMT', 30_000],
    ] as const
  ).map(([row, header, retryAfterMs]) =>
    failure(
      row,
      `Retry-After: ${header}`,
      error(429, { 'Retry-After': header }),
      refused(429, { retryAfterMs }),
      fails('too-many-requests', 429, { ...transient, retryAfterMs }),
    ),
  ),
  failure(
    27,
    'no Retry-After',
    error(429),
    refused(429, { retryAfterMs: 30_000 }),
    fails('too-many-requests', 429, { ...transient, retryAfterMs: null }),
  ),
];

const failed = (status: number, words = '.') => `The service returned an error (HTTP ${status})${words}`;
const long = `${'r'.repeat(199)}…`;

/** The rows of the statuses from 500. */
export const serverErrors = [
  ...[500, 501, 599].map((status) => {
    const result = outcome('unknown', status, { requestId, reason: failed(status, `: ${message}`) });
    return failure(
      29,
      `a ${status}`,
      error(status),
      result,
      fails('service-failure', status, { ...quoted, ...transient, requestId }),
    );
  }),
  ...[502, 503, 504].map((status) => {
    const script = responds({ status, type: 'text/html', body: webPage, headers: { 'Retry-After': '4' } });
    const reads = fails('service-failure', status, {
      ...transient,
      serviceMessage: null,
      retryAfterMs: 4_000,
    });
    return failure(
      30,
      `a ${status} with a web page`,
      script,
      outcome('unknown', status, { reason: failed(status) }),
      reads,
    );
  }),
  failure(
    30,
    'a JSON message labelled as a web page',
    responds({ status: 502, type: 'text/html', body: JSON.stringify({ message }) }),
    outcome('unknown', 502, { reason: failed(502) }),
    fails('service-failure', 502, { ...transient, serviceMessage: null }),
  ),
  failure(
    31,
    'a 404 with the statusCode 200',
    json({ message, statusCode: 200 }, 404),
    outcome('gone', 404),
    fails('not-found', 404),
  ),
  failure(
    31,
    'a 500 with the statusCode 404',
    json({ message, statusCode: 404 }, 500),
    outcome('unknown', 500),
    fails('service-failure', 500, transient),
  ),
  ...(
    [
      ['a message of 1 MB', { message: 'm'.repeat(1_000_000) }, `${'m'.repeat(499)}…`],
      ['a message in HTML', { message: '<img src=x onerror=alert(1)>' }, '<img src=x onerror=alert(1)>'],
      ['bidi and control characters', { message: 'a\u202eb\u0007c\r\nd\u2066' }, 'a b c d'],
      ['errors instead of a message', { message: '', errors: [{ message: 'first' }] }, 'first'],
    ] as const
  ).map(([name, body, shown]) =>
    failure(
      31,
      name,
      json(body, 400),
      refused(400, { reason: shown }),
      fails('refused', 400, { serviceMessage: shown }),
    ),
  ),
  failure(
    31,
    'a reason phrase and a request ID of 4 000 characters',
    responds({
      status: 418,
      reason: 'tea\u0009'.repeat(1000),
      headers: { 'X-Request-Id': 'r'.repeat(4000) },
    }),
    refused(418, { reason: expect.stringMatching(/^HTTP 418 (tea ){49}tea…$/), requestId: long }),
    fails('refused', 418, { message: expect.stringMatching(/^.{20,260}$/), requestId: long }),
  ),
];
