import { describe, expect, it } from 'vitest';
import { readList } from '../../src/api/readList.ts';
import { connectionTo, failureServer } from '../support/apiCalls.ts';
import { rawResponse } from '../support/rawResponses.ts';

describe('a list the admin asks for', () => {
  it('is taken from every success that brings one, up to 299', async () => {
    const server = await failureServer(() => [rawResponse({ status: 299, body: '["a"]' })]);
    expect(await readList(connectionTo(server.url), '/a', String)).toEqual({ items: ['a'], unreadable: [] });
  });

  it.each([
    [202, '["a"]'],
    [204, ''],
    [205, '[]'],
    [200, '{"a":1}'],
  ])('is said to be missing from a %i with the body %j', async (status, body) => {
    const server = await failureServer(() => [
      rawResponse({ status, body, headers: { 'X-Request-Id': 'r-1' } }),
    ]);
    await expect(readList(connectionTo(server.url), '/a', String)).rejects.toMatchObject({
      kind: 'unreadable',
      status,
      requestId: 'r-1',
      message: `The response (HTTP ${status}) doesn’t contain a list.`,
    });
  });
});

describe('the clock here', () => {
  it.each([
    [24 * 3_600_000, 24 * 3_600_000],
    [-24 * 3_600_000, -24 * 3_600_000],
    [4 * 60_000, undefined],
    [-4 * 60_000, undefined],
  ])('that is %i ms ahead of the Date of an answer is told as %s', async (ahead, told) => {
    const date = new Date(Date.now() - ahead).toUTCString();
    const server = await failureServer(() => [rawResponse({ body: '[]', headers: { Date: date } })]);
    const { clockAheadMs } = await readList(connectionTo(server.url), '/a', String);
    // A Date has no fractions of a second, and the answer takes its time.
    expect(clockAheadMs === undefined ? undefined : Math.round(clockAheadMs / 60_000) * 60_000).toBe(told);
  });

  it.each([{}, { Date: 'tomorrow' }])('is not judged by an answer with %j', async (headers) => {
    const server = await failureServer(() => [rawResponse({ body: '[]', headers })]);
    expect(await readList(connectionTo(server.url), '/a', String)).toEqual({ items: [], unreadable: [] });
  });
});

describe('a long list of records', () => {
  const records = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, name: `instance ${at}` })));

  it('is whole, in order, with what can’t be read beside it', async () => {
    const server = await failureServer(() => [rawResponse({ body: records })]);
    const even = (raw: unknown) =>
      Reflect.get(Object(raw), 'at') % 2 === 0 ? Reflect.get(Object(raw), 'at') : null;
    const list = await readList(connectionTo(server.url), '/a', even);
    expect(list.items).toEqual(Array.from({ length: 10_000 }, (_, at) => at * 2));
    expect(list.unreadable).toHaveLength(10_000);
  });

  it.each([
    [
      'breaks off',
      { body: records.slice(0, 400_000), length: records.length },
      { kind: 'unreachable', status: 200 },
    ],
    ['ends as if whole', { body: records.slice(0, 400_000) }, { kind: 'unreadable', status: 200 }],
    ['is spoilt late', { body: `${records.slice(0, -2)},]` }, { kind: 'unreadable', status: 200 }],
    ['comes as a failure', { body: records, status: 500 }, { kind: 'service-failure', status: 500 }],
  ])('is no list at all where it %s, and the next one is read', async (_, broken, error) => {
    const server = await failureServer(({ target }) =>
      target === '/broken' ? [rawResponse(broken), 'end'] : [rawResponse({ body: records })],
    );
    const read = (path: string) => readList(connectionTo(server.url), path, (raw) => raw);
    await expect(read('/broken')).rejects.toMatchObject(error);
    expect((await read('/whole')).items).toHaveLength(20_000);
  });
});
