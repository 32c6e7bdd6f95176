import { expect, it } from 'vitest';
import {
  hasNextLink,
  hasNonBearerChallenge,
  isPartialList,
  parseResponseDate,
  parseRetryAfter,
  parseTotalCount,
} from '../../src/rules/responseHeaders.ts';

const dayMs = 86_400_000;

it.each([
  ['<https://service.example/list?page=2>; rel="next"', true],
  ['<?page=2>; rel=next', true],
  ['<?page=1>; rel="prev", <?page=3>; title="more"; rel="last next"', true],
  ['<?page=1>; rel="prev"; title="a, b", <?page=3>; rel="next"', true],
  ['<?a;rel=next;b=1>; rel="prev"', false],
  ['<?page=1>; rel="prev"; title="rel=next; rel=next"', false],
  [null, false],
])('the Link header %s names a next page: %s', (header, isNext) => {
  expect(hasNextLink(header)).toBe(isNext);
});

it.each([
  ['Basic realm="console"', true],
  ['Bearer realm="a", Basic realm="b"', true],
  ['Digest realm="a, Bearer", qop="auth"', true],
  ['Bearer', false],
  ['bearer realm="a, Basic b", error="invalid_token"', false],
  [null, false],
])('the WWW-Authenticate header %s asks for a scheme other than Bearer: %s', (header, isOther) => {
  expect(hasNonBearerChallenge(header)).toBe(isOther);
});

it.each([
  ['Thu, 01 Jan 1970 00:00:07 GMT', null, 7_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', '72000, 0', 72_007_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', '-5', 7_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', ' 2.25', 9_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', '1664612639', 7_000],
  ['soon', '5', null],
  [null, null, null],
])('"now" of a response with the Date %s and the Age %s is %s', (date, age, nowMs) => {
  expect(parseResponseDate(date, age)).toBe(nowMs);
});

const now = Date.parse('2026-03-02T14:02:00Z');
it.each([
  [null, null],
  ['0', 0],
  [' 7 ', 7_000],
  ['299.997', 299_997],
  ['86400', dayMs],
  ['86401', 30_000],
  ['soon', 30_000],
  ['5s', 30_000],
  ['-1', 30_000],
  ['Mon, 02 Mar 2026 14:02:07 GMT', 7_000],
  ['Mon, 02 Mar 2026 14:02:00 GMT', 30_000],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 30_000],
])('the wait for the Retry-After header %s is %s ms', (header, waitMs) => {
  expect(parseRetryAfter(header, null, now)).toBe(waitMs);
  // A date counts from the Date of the same response.
  expect(parseRetryAfter(header, new Date(now).toUTCString(), now - dayMs / 24)).toBe(waitMs);
});

it.each<[headers: Record<string, string>, count: number | null, isPart: boolean]>([
  [{}, null, false],
  [{ 'x-total-count': ' 250, 250' }, 250, false],
  [{ 'x-total-count': 'many' }, null, false],
  [{ 'content-range': 'items 0-99/250' }, 250, false],
  [{ 'content-range': 'items 3-34/*' }, null, true],
  [{ 'content-range': '10-34/*' }, null, true],
  [{ 'content-range': 'pages  0-9/250 of 3-4' }, null, false],
  [{ link: '<?page=2>; rel="next"' }, null, true],
  [{ 'x-next-page': '2', 'x-total': '250' }, null, false],
])('the headers %j → a total of %s, and a part of a list: %s', (fields, count, isPart) => {
  const headers = new Headers(fields);
  expect([parseTotalCount(headers), isPartialList(headers)]).toEqual([count, isPart]);
});
