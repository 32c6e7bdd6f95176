import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseBody } from '../../src/rules/body.ts';
import { mayRetryRead, ServiceError } from '../../src/rules/errors.ts';
import { isTokenRejected, readMessage, toResponseError } from '../../src/rules/response.ts';
import { quoteValue } from '../../src/rules/text.ts';
import { serviceResponse } from '../support/serviceResponse.ts';

const proxySentence =
  'A login page or proxy in front of the console answered. Reload to sign in there again.';

describe('parseBody', () => {
  it.each([
    ['application/json', 'json'],
    ['text/json', 'json'],
    ['application/vnd.service+json', 'json'],
    ['application/problem+json', 'problem'],
    ['text/plain', 'none'],
    ['', 'none'],
  ])('JSON of type "%s" has the label %s', (mediaType, label) => {
    expect(parseBody(200, mediaType, '[1]')).toEqual({ kind: 'json', value: [1], label });
    expect(parseBody(200, mediaType, '[1')).toEqual({ kind: 'text', label });
  });

  it.each([
    [200, 'text/html', ''],
    [202, 'text/html', '{}'],
    [404, 'application/xhtml+xml', 'x'],
    [200, 'application/json', ` ${'\n'}<HTML lang="en">`],
    [200, 'text/plain', '<!DOCTYPE  html>'],
    [200, '', '<?xml version="1.0"?><!-- a --><!doctype html><p>'],
    [200, 'text/plain', '<head><title>502</title>'],
  ])('HTTP %i of type "%s" with the text %j is an HTML page', (status, mediaType, text) => {
    expect(parseBody(status, mediaType, text)).toEqual({ kind: 'html' });
    if (text !== '') expect(parseBody(status, mediaType, text, 'cut-off')).toEqual({ kind: 'html' });
  });

  it.each([
    [200, 'application/json', ' \n', { kind: 'empty' }],
    [202, 'text/html', '', { kind: 'empty' }],
    [204, 'text/html', '', { kind: 'empty' }],
    [200, 'text/plain', '<headers>', { kind: 'text', label: 'none' }],
    [200, 'application/json', '"<html>"', { kind: 'json', value: '<html>', label: 'json' }],
  ])('HTTP %i of type "%s" with the text %j is not an HTML page', (status, mediaType, text, body) => {
    expect(parseBody(status, mediaType, text)).toEqual(body);
  });

  it('replaces arrays and objects that are nested more than 100 levels deep', () => {
    const nested = (levels: number, inner: string) =>
      `${'[{"a":'.repeat(levels)}${inner}${'}]'.repeat(levels)}`;
    const parse = (text: string) => parseBody(200, 'application/json', text);
    const toBody = (text: string) => ({ kind: 'json', value: JSON.parse(text), label: 'json' });
    expect(parse(nested(50, '1'))).toEqual(toBody(nested(50, '1')));
    expect(parse(nested(50_000, '1'))).toEqual(toBody(nested(50, '"(nested too deeply to show)"')));
    expect(parse('[{"__proto__":[1]}]')).toEqual(toBody('[{"__proto__":[1]}]'));
  });
});

describe('toResponseError', () => {
  it('[18, 21, 24, 25, 26, 27, 29 history, regions] an error is transient only for 408, 409, 423, 429 and 5xx', () => {
    for (let status = 100; status < 600; status++) {
      const error = toResponseError(
        serviceResponse({ status, text: '{"message":"m"}', requestId: 'r', retryAfterMs: 4 }),
      );
      expect(error).toMatchObject({ status, serviceMessage: 'm', requestId: 'r', retryAfterMs: 4 });
      // A gateway such as our server writes the message of these.
      expect(error.message === 'm').toBe(status === 502 || status === 504);
      expect(error.isTransient).toBe([408, 409, 423, 429].includes(status) || status >= 500);
    }
  });

  it.each([
    [401, 'Word', 'rejected-token', "The service doesn't accept this access token."],
    [403, 'Word', 'forbidden', "This token doesn't have permission to do this."],
    [404, 'Word', 'not-found', "The workspace doesn't exist, or this token can't see it."],
    [408, 'Word', 'timeout', 'The service timed out.'],
    [409, 'Conflict', 'refused', 'The service rejected the request (HTTP 409 Conflict).'],
    [429, 'Word', 'too-many-requests', 'The service is receiving too many requests.'],
    [500, 'Word', 'service-failure', 'The service returned an error (HTTP 500).'],
    [499, '', 'refused', 'The service rejected the request (HTTP 499).'],
  ])('the error for HTTP %i %s has the kind %s and the message %j', (status, statusText, kind, message) => {
    const error = toResponseError(serviceResponse({ status, statusText }));
    expect(error).toMatchObject({ name: 'ServiceError', kind, message, serviceMessage: null });
  });

  it.each([
    [401, {}, 'not-the-service', 'An HTML page came back instead of a service response (HTTP 401).'],
    [404, {}, 'not-found', "The workspace doesn't exist, or this token can't see it."],
    [503, {}, 'service-failure', 'An HTML page came back instead of a service response (HTTP 503).'],
    [0, { isFromProxy: true }, 'proxy-in-front', proxySentence],
    [404, { isFromProxy: true }, 'proxy-in-front', proxySentence],
  ])('the error for an HTML page with HTTP %i and %j has the kind %s', (status, fields, kind, message) => {
    const error = toResponseError(serviceResponse({ status, mediaType: 'text/html', text: 'x', ...fields }));
    expect(error).toMatchObject({ kind, message, isTransient: status === 503, serviceMessage: null });
  });

  it('an error names the time if the service asks for a wait of more than 60 s', () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T14:02:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const errorFor = (retryAfterMs: number) =>
      toResponseError(serviceResponse({ status: 429, retryAfterMs }));
    expect(errorFor(60_000).message).toBe('The service is receiving too many requests.');
    expect(errorFor(600_000).message).toMatch(/requests\. Try again after 14:12 UTC\.$/);
    expect([60_000, 60_001].map((waitMs) => mayRetryRead(0, errorFor(waitMs)))).toEqual([true, false]);
  });
});

it('a read is repeated at most twice, and only after a transient error', () => {
  const error = (isTransient: boolean) => new ServiceError({ kind: 'timeout', message: '', isTransient });
  expect([0, 1, 2].map((count) => mayRetryRead(count, error(true)))).toEqual([true, true, false]);
  expect(mayRetryRead(0, error(false))).toBe(false);
  expect(mayRetryRead(0, new Error('x'))).toBe(false);
});

it.each([
  [401, {}, true],
  [401, { bodyProblem: 'cut-off' }, true],
  [401, { mediaType: 'text/html' }, false],
  [401, { isFromProxy: true }, false],
  [403, {}, false],
] as const)('whether HTTP %i with %j rejects the token: %s', (status, fields, isRejected) => {
  expect(isTokenRejected(serviceResponse({ status, ...fields }))).toBe(isRejected);
});

describe('readMessage', () => {
  const messageOf = (text: string) => readMessage(serviceResponse({ text }));
  it.each([
    ['{"message":"a","errors":["b"],"error":"c"}', 'a'],
    ['{"errors":["b"],"error":"c"}', 'b'],
    ['{"errors":{"message":"b"}}', 'b'],
    ['{"errors":[],"error":"c"}', 'c'],
    ['{"error":{"message":"c"}}', null],
    ['{"message":"  \\n "}', null],
    ['"message"', null],
    ['', null],
    ['{"__proto__":{"message":"a"}}', null],
  ])('the message in the body "%s" is %j', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  it.each([
    ['m'.repeat(501), `${'m'.repeat(499)}…`],
    [`${'m'.repeat(498)}😀m`, `${'m'.repeat(498)}…`],
    ['a\u202eb\u0007c\r\nd\u2066', 'a b c d'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('the message %j is shown as %j', (message, shown) => {
    expect(messageOf(JSON.stringify({ message }))).toBe(shown);
  });
});

it.each([
  ['quotes a value', 'acme', '“acme”'],
  ['keeps 512 characters', 'x'.repeat(512), `“${'x'.repeat(512)}”`],
  ['shortens a value to 512 characters', 'x'.repeat(513), `“${'x'.repeat(512)}…”`],
  ['replaces invisible characters', 'a\u202eb\u0000', '“a\ufffdb\ufffd”'],
  ['replaces lone surrogates', 'a\ud800', '“a\ufffd”'],
])('quoteValue %s', (_, value, quoted) => {
  expect(quoteValue(value)).toBe(quoted);
});
