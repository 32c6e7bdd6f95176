import { describe, expect, it } from 'vitest';
import { createDecoder, parseBody, readMediaType, readMessage } from '../../src/rules/body.ts';
import { quoteValue } from '../../src/rules/text.ts';

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

it.each([
  ['application/json; charset=iso-8859-1', 'caf\u00e9'],
  ['application/json;charset="windows-1252"; x=1', 'caf\u00e9'],
  ['application/json', 'caf\ufffd'],
  ['application/json; charset=unheard-of', 'caf\ufffd'],
  [null, 'caf\ufffd'],
])('the bytes of café labelled as %s → %s', (type, text) => {
  expect(createDecoder(type).decode(Uint8Array.of(0x63, 0x61, 0x66, 0xe9))).toBe(text);
});

it('a media type loses its parameters and its case', () => {
  expect([' Text/HTML ; charset=utf-8', '', null].map(readMediaType)).toEqual(['text/html', '', '']);
});

describe('readMessage', () => {
  const messageOf = (text: string) => readMessage(parseBody(200, 'application/json', text));
  it.each([
    ['{"message":"a","errors":["b"],"error":"c"}', 'a'],
    ['{"errors":["b"],"error":"c"}', 'b'],
    ['{"errors":{"message":"b"}}', 'b'],
    ['{"errors":[],"error":"c"}', 'c'],
    ['{"error":{"message":"c"}}', null],
    ['{"title":"Conflict","detail":"already deleted"}', 'already deleted'],
    ['{"error":"c","detail":"d"}', 'c'],
    ['{"detail":[{"msg":"field required"}]}', null],
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
