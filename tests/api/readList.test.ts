import { describe, expect, it } from 'vitest';
import { readList } from '../../src/api/readList.ts';
import { connectionTo, startService } from '../support/apiCalls.ts';
import { rawResponse } from '../support/rawResponses.ts';

describe('readList', () => {
  it('returns the items of an array, also with status 299', async () => {
    const server = await startService(() => [rawResponse({ status: 299, body: '["a"]' })]);
    expect(await readList(connectionTo(server.url), '/a', String)).toEqual({ items: ['a'], unreadable: [] });
  });

  it.each([
    [202, '["a"]'],
    [205, '[]'],
    [200, '{"a":1}'],
  ])('rejects a response with status %i and the body %s', async (status, body) => {
    const headers = { 'X-Request-Id': 'r-1' };
    const server = await startService(() => [rawResponse({ status, body, headers })]);
    const message = `The response (HTTP ${status}) doesn’t contain a list.`;
    const expectedError = { kind: 'unreadable', status, requestId: 'r-1', message };
    await expect(readList(connectionTo(server.url), '/a', String)).rejects.toMatchObject(expectedError);
  });
});

it.each([
  [24 * 3_600_000, 24 * 3_600_000],
  [-24 * 3_600_000, -24 * 3_600_000],
  [4 * 60_000, undefined],
  [-4 * 60_000, undefined],
])('if the clock of the browser is %i ms ahead, clockAheadMs is %s', async (differenceMs, expectedMs) => {
  const date = new Date(Date.now() - differenceMs).toUTCString();
  const server = await startService(() => [rawResponse({ body: '[]', headers: { Date: date } })]);
  const { clockAheadMs } = await readList(connectionTo(server.url), '/a', String);
  // Round to minutes, because the Date header has whole seconds and the response takes some time.
  const roundedMs = clockAheadMs === undefined ? undefined : Math.round(clockAheadMs / 60_000) * 60_000;
  expect(roundedMs).toBe(expectedMs);
});

it.each([{}, { Date: 'tomorrow' }])(
  'clockAheadMs is missing for a response with the headers %j',
  async (headers) => {
    const server = await startService(() => [rawResponse({ body: '[]', headers })]);
    expect(await readList(connectionTo(server.url), '/a', String)).toEqual({ items: [], unreadable: [] });
  },
);
