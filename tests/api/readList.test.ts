import { describe, expect, it } from 'vitest';
import { readList } from '../../src/api/readList.ts';
import { connectionTo, startService } from '../support/apiCalls.ts';
import { rawResponse } from '../support/rawResponses.ts';

type Parts = Parameters<typeof rawResponse>[0];

async function readListFrom(parts: Parts) {
  const server = await startService(() => [rawResponse(parts)]);
  return readList(connectionTo(server.url), '/a', String);
}

describe('readList', () => {
  it('reads an array, also with status 299, and the date of the response', async () => {
    const headers = { Date: 'Mon, 02 Mar 2026 14:02:00 GMT' };
    const servedAt = Date.parse('2026-03-02T14:02:00Z');
    const list = { items: ['a'], unreadable: [], isComplete: true, servedAt };
    expect(await readListFrom({ status: 299, body: '["a"]', headers })).toEqual(list);
  });

  it.each([
    [202, '["a"]'],
    [205, '[]'],
    [200, '{"a":1}'],
    [200, '{"items":[],"next":null}'],
  ])('rejects a response with status %i and the body %s', async (status, body) => {
    const message = `The response (HTTP ${status}) doesn't contain a list.`;
    const expectedError = { kind: 'unreadable', status, requestId: 'r-1', message };
    await expect(readListFrom({ status, body, headers: { 'X-Request-Id': 'r-1' } })).rejects.toMatchObject(
      expectedError,
    );
  });
});
