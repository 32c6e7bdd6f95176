import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isWebPage,
  parseResponse,
  parseRetryAfter,
  readMessage,
  toResponseError,
} from '../../src/api/response.ts';
import { quoteValue } from '../../src/api/text.ts';
import { serviceResponse } from '../support/serviceResponse.ts';

const dayMs = 86_400_000;

describe('parseResponse', () => {
  it.each(['application/json', 'text/json', 'application/problem+json'])(
    'parses a body of type %s',
    (mediaType) => {
      expect(parseResponse(serviceResponse({ mediaType, text: '[1]' }))).toEqual([1]);
    },
  );

  it('replaces arrays and objects that are nested more than 100 levels deep', () => {
    const nested = (levels: number, inner: string) =>
      `${'[{"a":'.repeat(levels)}${inner}${'}]'.repeat(levels)}`;
    const parse = (text: string) => parseResponse(serviceResponse({ text }));
    const usual = nested(50, '1');
    expect(JSON.stringify(parse(usual))).toBe(usual);
    const deepJson = JSON.stringify(parse(nested(50_000, '1')));
    expect(deepJson).toBe(nested(50, '"(nested too deeply to show)"'));
    expect(parse('[{"__proto__":[1]}]')).toEqual([JSON.parse('{"__proto__":[1]}')]);
  });
});

describe('toResponseError', () => {
  it('an error is transient only for 408, 409, 423, 429 and 5xx', () => {
    for (let status = 100; status < 600; status++) {
      const error = toResponseError(
        serviceResponse({ status, text: '{"message":"m"}', requestId: 'r', retryAfterMs: 4 }),
      );
      expect(error).toMatchObject({ status, serviceMessage: 'm', requestId: 'r', retryAfterMs: 4 });
      expect(error.isTransient).toBe([408, 409, 423, 429].includes(status) || status >= 500);
    }
  });

  it.each([
    [401, 'Word', 'rejected-token', 'The service doesn’t accept this access token.'],
    [403, 'Word', 'forbidden', 'This token doesn’t have permission to do this.'],
    [404, 'Word', 'not-found', 'The workspace doesn’t exist, or this token can’t see it.'],
    [408, 'Word', 'timeout', 'The service timed out.'],
    [409, 'Word', 'conflict', 'The service is busy with a conflicting operation.'],
    [429, 'Word', 'too-many-requests', 'The service is receiving too many requests.'],
    [500, 'Word', 'service-failure', 'The service returned an error (HTTP 500).'],
    [418, 'A Teapot', 'refused', 'The service rejected the request (HTTP 418 A Teapot).'],
    [499, '', 'refused', 'The service rejected the request (HTTP 499).'],
  ])('the error for HTTP %i %s has the kind %s and the message %j', (status, statusText, kind, message) => {
    const error = toResponseError(serviceResponse({ status, statusText }));
    expect(error).toMatchObject({ name: 'ServiceError', kind, message, serviceMessage: null });
  });

  it('an error quotes a message with HTML if the response is not a web page', () => {
    const text = '{"message":"no <html> here"}';
    expect(toResponseError(serviceResponse({ status: 400, text })).serviceMessage).toBe('no <html> here');
    expect(isWebPage(serviceResponse({ text: ` ${'\n'}<HTML lang="en">` }))).toBe(true);
  });
});

describe('readMessage', () => {
  const messageOf = (text: string) => readMessage(serviceResponse({ text }));
  it.each([
    ['{"message":"a","errors":["b"],"error":"c"}', 'a'],
    ['{"errors":["b"],"error":"c"}', 'b'],
    ['{"errors":{"message":"b"}}', 'b'],
    ['{"errors":[],"error":"c"}', 'c'],
    ['{"errors":[null],"error":"c"}', 'c'],
    ['{"error":{"message":"c"}}', null],
    ['{"message":"  \\n "}', null],
    ['"message"', null],
    ['["message"]', null],
    ['null', null],
    ['', null],
    ['{"message":"a"', null],
    ['{"__proto__":{"message":"a"}}', null],
    ['<!doctype html>{"message":"a"}', null],
  ])('the message in the body "%s" is %j', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  it('a message has at most 500 characters and no bidirectional characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1200, size: 'max' }), (text) => {
        const message = messageOf(JSON.stringify({ message: text })) ?? '';
        expect(message.length).toBeLessThanOrEqual(500);
        expect(message.isWellFormed()).toBe(true);
        expect(message).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
      { endOnFailure: true },
    );
  });

  it('a message is shortened to 500 characters without splitting an emoji', () => {
    expect(messageOf(JSON.stringify({ message: 'm'.repeat(500) }))).toBe('m'.repeat(500));
    expect(messageOf(JSON.stringify({ message: `${'m'.repeat(498)}💾💾` }))).toBe(`${'m'.repeat(498)}…`);
  });
});

describe('parseRetryAfter', () => {
  it('the wait is null without a Retry-After header, otherwise 0 to 24 h', () => {
    expect([parseRetryAfter(null, 0), parseRetryAfter('', 0), parseRetryAfter('  ', 0)]).toEqual([
      null,
      null,
      null,
    ]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), (header) => {
        const waitMs = parseRetryAfter(header, Date.now());
        if (header.trim() === '') expect(waitMs).toBeNull();
        else expect(waitMs !== null && waitMs >= 0 && waitMs <= dayMs).toBe(true);
      }),
    );
  });

  it('reads seconds and HTTP dates, and returns 30 s for an invalid header', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400 }), fc.integer({ min: 0, max: 4e9 }), (seconds, start) => {
        const now = start * 1000;
        expect(parseRetryAfter(` ${seconds} `, now)).toBe(seconds * 1000);
        expect(parseRetryAfter(new Date(now + seconds * 1000).toUTCString(), now)).toBe(seconds * 1000);
      }),
    );
    expect(parseRetryAfter('0', 0)).toBe(0);
    expect(parseRetryAfter('86400', 0)).toBe(dayMs);
    expect(parseRetryAfter('86401', 0)).toBe(30_000);
    expect(parseRetryAfter('9'.repeat(400), 0)).toBe(30_000);
    expect(parseRetryAfter('1970-01-01T00:00:07Z', 0)).toBe(30_000);
    expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:07 GMT', 7000)).toBe(30_000);
  });
});

it.each([
  ['quotes a value', 'acme', '“acme”'],
  ['quotes an empty value', '', '“”'],
  ['keeps 512 characters', 'x'.repeat(512), `“${'x'.repeat(512)}”`],
  ['shortens a value to 512 characters', 'x'.repeat(513), `“${'x'.repeat(512)}…”`],
  ['replaces invisible characters', 'a\u202eb\u0000', '“a\ufffdb\ufffd”'],
  ['replaces lone surrogates', 'a\ud800', '“a\ufffd”'],
])('quoteValue %s', (_, value, quoted) => {
  expect(quoteValue(value)).toBe(quoted);
});
