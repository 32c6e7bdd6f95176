import { describe, expect, it } from 'vitest';
import {
  asksForNonBearer,
  hasNextLink,
  isPartOfList,
  parseDate,
  parseRetryAfter,
  parseTotalCount,
} from '../../src/api/responseHeaders.ts';

const dayMs = 86_400_000;

it.each([
  ['<https://service.example/list?page=2>; rel="next"', true],
  ['<?page=2>; rel=next', true],
  ["<?page=2> ; rel = 'next'", true],
  ['<?page=1>; rel="prev", <?page=3>; title="more"; rel="last next"', true],
  ['<?ids=1,2;3>; rel="prev",<?page=3>;rel=next', true],
  ['<?page=1>; rel="prev"; title="a, b", <?page=3>; rel="next"', true],
  ['<?a;rel=next;b=1>; rel="prev"', false],
  ['<?page=1>; rel="prev"; title="rel=next; rel=next"', false],
  ['<?page=2>; rel="next-archive"', false],
  ['next', false],
  [null, false],
])('the Link header %s names a next page: %s', (header, isNext) => {
  expect(hasNextLink(header)).toBe(isNext);
});

it.each([
  ['Basic realm="console"', true],
  ['Negotiate', true],
  ['NTLM TlRMTVNTUAAC==', true],
  ['Bearer realm="a", Basic realm="b"', true],
  ['Digest realm="a, Bearer", qop="auth"', true],
  ['Bearer', false],
  ['bearer realm="a, Basic b", error="invalid_token"', false],
  ['', false],
  [null, false],
])('the WWW-Authenticate header %s asks for a scheme other than Bearer: %s', (header, isOther) => {
  expect(asksForNonBearer(header)).toBe(isOther);
});

it('a date and a total count are null if they are unreadable', () => {
  expect(parseDate('Thu, 01 Jan 1970 00:00:07 GMT')).toBe(7000);
  expect([parseDate('Thu, 01 Jan 1970 00:00:00 GMT'), parseDate('soon'), parseDate(null)]).toEqual([
    0,
    null,
    null,
  ]);
  expect(
    ['250', ' 250 ', '250, 250', 'many', '', null].map((count) =>
      parseTotalCount(new Headers(count === null ? {} : { 'x-total-count': count })),
    ),
  ).toEqual([...[250, 250, 250], ...[null, null, null]]);
});

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-03-02T14:02:00Z');
  it.each([
    [null, null],
    ['  ', null],
    ['0', 0],
    [' 7 ', 7_000],
    ['86400', dayMs],
    ['86401', 30_000],
    ['9'.repeat(400), 30_000],
    ['soon', 30_000],
    ['-1', 30_000],
    ['2026-03-02T14:02:07Z', 30_000],
    ['Mon, 02 Mar 2026 14:02:07 GMT', 7_000],
    ['Mon, 02 Mar 2026 14:02:00 GMT', 30_000],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 30_000],
  ])('the wait for the header %s is %s ms', (header, waitMs) => {
    expect(parseRetryAfter(header, now)).toBe(waitMs);
  });
});

it.each<[Record<string, string>, number | null]>([
  [{ 'x-total': '250' }, 250],
  [{ 'content-range': 'items 0-99/250' }, 250],
  [{ 'content-range': 'items 0-99/*' }, null],
  [{ 'x-wp-total': '250' }, 250],
  [{ 'total-count': '250' }, 250],
  [{ 'x-total-count': '100', 'x-total': '250' }, 250],
])('the headers %j → a total of %s', (headers, count) =>
  expect(parseTotalCount(new Headers(headers))).toBe(count),
);

it.each<[Record<string, string>, boolean]>([
  [{ 'x-next-page': '2' }, true],
  [{ 'x-next-page': '' }, false],
  [{ 'opc-next-page': 'token' }, true],
  [{ 'next-range': 'id 101..200' }, true],
  [{ 'x-ms-continuation': 'token' }, true],
  [{ 'content-range': 'items 3-34/*' }, true],
  [{ 'content-range': '0-14/*' }, false],
  [{ link: '<https://service.example/?page=2>; rel=next' }, true],
  [{}, false],
])('the headers %j → a part of a list: %s', (headers, isPart) =>
  expect(isPartOfList(new Headers(headers))).toBe(isPart),
);
