import { expect, it } from 'vitest';
import { parseResponseDate, parseRetryAfter } from '../../src/rules/time.ts';

const dayMs = 86_400_000;
it.each([
  ['Thu, 01 Jan 1970 00:00:07 GMT', null, 7_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', '72000, 0', 72_007_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', '-5', 7_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', ' 2.25', 9_000],
  ['Thu, 01 Jan 1970 00:00:07 GMT', '1664612639', 7_000],
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
  ['86401', null],
  ['5s', null],
  ['-1', null],
  ['Mon, 02 Mar 2026 14:02:07 GMT', 7_000],
  ['Mon, 02 Mar 2026 14:02:00 GMT', null],
])('the wait for the Retry-After header %s is %s ms', (header, waitMs) => {
  expect(parseRetryAfter(header, null, now)).toBe(waitMs);
  // A date counts from the Date of the same response.
  expect(parseRetryAfter(header, new Date(now).toUTCString(), now - dayMs / 24)).toBe(waitMs);
});
