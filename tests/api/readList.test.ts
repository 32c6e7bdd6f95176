import { describe, expect, it } from 'vitest';
import { readList } from '../../src/api/readList.ts';
import { connectionTo, failureServer } from '../support/apiCalls.ts';
import { rawResponse } from '../support/rawResponses.ts';

describe('readList', () => {
  it('accepts an array with status 299', async () => {
    const server = await failureServer(() => [rawResponse({ status: 299, body: '["a"]' })]);
    expect(await readList(connectionTo(server.url), '/a', String)).toEqual({ items: ['a'], unreadable: [] });
  });

  it.each([
    [202, '["a"]'],
    [205, '[]'],
    [200, '{"a":1}'],
  ])('rejects a %i with the body %j', async (status, body) => {
    const headers = { 'X-Request-Id': 'r-1' };
    const server = await failureServer(() => [rawResponse({ status, body, headers })]);
    const message = `The response (HTTP ${status}) doesn’t contain a list.`;
    const wanted = { kind: 'unreadable', status, requestId: 'r-1', message };
    await expect(readList(connectionTo(server.url), '/a', String)).rejects.toMatchObject(wanted);
  });
});

describe('clockAheadMs', () => {
  it.each([
    [24 * 3_600_000, 24 * 3_600_000],
    [-24 * 3_600_000, -24 * 3_600_000],
    [4 * 60_000, undefined],
    [-4 * 60_000, undefined],
  ])('for a difference of %i ms is %s', async (ahead, told) => {
    const date = new Date(Date.now() - ahead).toUTCString();
    const server = await failureServer(() => [rawResponse({ body: '[]', headers: { Date: date } })]);
    const { clockAheadMs } = await readList(connectionTo(server.url), '/a', String);
    // The Date header has whole seconds, and the response takes some time.
    expect(clockAheadMs === undefined ? undefined : Math.round(clockAheadMs / 60_000) * 60_000).toBe(told);
  });

  it.each([{}, { Date: 'tomorrow' }])('is missing for a response with the headers %j', async (headers) => {
    const server = await failureServer(() => [rawResponse({ body: '[]', headers })]);
    expect(await readList(connectionTo(server.url), '/a', String)).toEqual({ items: [], unreadable: [] });
  });
});
