import { expect, it, onTestFinished, vi } from 'vitest';
import { type ApiResponse, toApiError } from '../../src/api/errors.ts';
import { parseResponseBody } from '../../src/rules/body.ts';

function errorFor(fields: Partial<ApiResponse> & { status: number }) {
  const body = parseResponseBody(fields.status, 'application/json', '');
  return toApiError({ statusText: 'Word', headers: new Headers(), body, isFromProxy: false, ...fields });
}

const proxySentence =
  'A login page or proxy in front of the console answered. Sign in there in a new tab, then try again.';

it('an error is transient only for 408, 409, 423, 429 and 5xx', () => {
  for (let status = 100; status < 600; status++) {
    const isTransient = [408, 409, 423, 429].includes(status) || status >= 500;
    expect(errorFor({ status })).toMatchObject({ status, isTransient });
  }
});

it.each([
  [401, 'Word', 'rejected-token', "The service doesn't accept this access token."],
  [404, 'Word', 'other', "The workspace doesn't exist, or this token can't see it."],
  [409, 'Conflict', 'other', 'The service rejected the request (HTTP 409 Conflict).'],
  [429, 'Word', 'other', 'The service is receiving too many requests.'],
  [500, 'Word', 'other', 'The service returned an error (HTTP 500).'],
])(
  'toApiError the error for HTTP %i %s has the kind %s and the message %j',
  (status, statusText, kind, message) => {
    const error = { name: 'ApiError', kind, message, serviceMessage: null };
    expect(errorFor({ status, statusText })).toMatchObject(error);
  },
);

it.each([
  [0, proxySentence],
  [405, "Something in front of the console doesn't allow this request (HTTP 405)."],
  [502, "The console can't be reached at the moment. A proxy in front of it answered (HTTP 502)."],
])('HTTP %i from something in front of the console → says so', (status, message) => {
  const error = { kind: 'proxy-in-front', message, isTransient: status === 502 };
  expect(errorFor({ status, isFromProxy: true })).toMatchObject(error);
});

it('an error names the time if the service asks for a wait of more than 60 s', () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T14:02:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const messageFor = (seconds: string) =>
    errorFor({ status: 429, headers: new Headers({ 'retry-after': seconds }) }).message;
  expect(messageFor('60')).toBe('The service is receiving too many requests.');
  expect(messageFor('600')).toMatch(/requests\. Try again after 14:12 UTC\.$/);
});
