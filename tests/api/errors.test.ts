import { expect, it, onTestFinished, vi } from 'vitest';
import { toApiError } from '../../src/api/errors.ts';
import { parseResponseBody } from '../../src/rules/body.ts';

function errorFor(status: number, retryAfter = '', isFromProxy = false) {
  const body = parseResponseBody(status, 'application/json', '');
  const headers = new Headers({ 'retry-after': retryAfter });
  return toApiError({ status, statusText: 'Word', headers, body, isFromProxy });
}

it.each([
  [401, 'rejected-token', "The service doesn't accept this access token."],
  [404, 'other', "The workspace doesn't exist, or this token can't see it."],
  [409, 'other', 'The service rejected the request (HTTP 409 Word).'],
  [429, 'other', 'The service is receiving too many requests.'],
  [500, 'other', 'The service returned an error (HTTP 500).'],
])('HTTP %i of the service → an error of the kind %s: %s', (status, kind, message) => {
  expect(errorFor(status)).toMatchObject({ kind, message, serviceMessage: null });
});

it.each([
  [0, /console answered\./],
  [502, /console answered \(HTTP 502\)\./],
])('HTTP %i of something in front of the console → says so', (status, message) => {
  const isTransient = status === 502;
  const error = { kind: 'proxy-in-front', message: expect.stringMatching(message), isTransient };
  expect(errorFor(status, '', true)).toMatchObject(error);
});

it('the service asks for a wait of more than 60 s → the error names the time', () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T14:02:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  expect(errorFor(429, '60').message).toMatch(/requests\.$/);
  expect(errorFor(429, '600').message).toMatch(/requests\. Try again after 14:12 UTC\.$/);
});
