import { expect, it } from 'vitest';
import { parseResponseBody, readErrorMessage } from '../../src/rules/body.ts';

const html = { kind: 'html' };
const empty = { kind: 'empty' };
it.each([
  ['application/json', ` ${'\n'}<HTML lang="en">`, html],
  ['text/plain', '<!DOCTYPE  html>', html],
  ['', '<?xml version="1.0"?><!-- a --><!doctype html><p>', html],
  ['application/json', ' \n', empty],
  ['text/html', '', empty],
  ['text/plain', '<headers>', { kind: 'text', label: 'none' }],
  ['application/json', '"<html>"', { kind: 'json', value: '<html>', label: 'json' }],
])('the type "%s" with the text %j is %j', (mediaType, text, body) => {
  expect(parseResponseBody(mediaType, text)).toEqual(body);
  if (body === html) expect(parseResponseBody(mediaType, text, 'cut-off')).toEqual(html);
});

it.each([
  ['{"message":"a","errors":["b"],"error":"c"}', 'a'],
  ['{"errors":[],"error":"c"}', 'c'],
  ['{"errors":[{"code":1},"b"]}', 'b'],
  [JSON.stringify({ message: 'm'.repeat(501) }), `${'m'.repeat(499)}…`],
  [JSON.stringify({ message: `${'m'.repeat(498)}😀m` }), `${'m'.repeat(498)}…`],
  [JSON.stringify({ message: 'a\u202eb\u0007c\r\nd\u2066' }), 'a b c d'],
])('the message in the body "%s" is %j', (text, message) => {
  expect(readErrorMessage(parseResponseBody('application/json', text))).toBe(message);
});
