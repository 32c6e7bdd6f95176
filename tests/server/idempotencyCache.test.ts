import { describe, expect, it } from 'vitest';
import type { DeleteResult } from '../../src/server/forwardCall.ts';
import { createIdempotencyCache } from '../../src/server/idempotencyCache.ts';
import { type Limits, limits } from '../../src/server/settings.ts';
import { deferred } from '../support/deferred.ts';

const resultOf = (status = 200, size = 10, isSent = true): DeleteResult => ({
  status,
  headers: {},
  body: new Uint8Array(size),
  isSent,
});
const requestOf = (key: string) => ({ key, authorization: 'Bearer t', target: '/x' });

/** Creates a cache with a fake clock. */
function createTestCache(changedLimits: Partial<Limits> = {}) {
  const state = { now: 1, sentKeys: [] as string[] };
  const deleteOnce = createIdempotencyCache({ ...limits, ...changedLimits }, { now: () => state.now });
  const sendDelete = async (key: string, result: DeleteResult | Promise<DeleteResult> = resultOf()) => {
    const deletion = deleteOnce(requestOf(key), async () => {
      state.sentKeys.push(key);
      return result;
    });
    if (typeof deletion === 'string') throw new Error(deletion);
    return { ...(await deletion.result), isFromCache: deletion.isFromCache };
  };
  return { state, deleteOnce, sendDelete };
}

describe('createIdempotencyCache', () => {
  it('returns the stored response to a repeated DELETE until the response expires', async () => {
    const { state, sendDelete } = createTestCache({ cachedResponseMs: 600 });
    expect(await sendDelete('a')).toMatchObject({ status: 200, isFromCache: false });
    state.now = 601;
    expect(await sendDelete('a')).toMatchObject({ status: 200, isFromCache: true });
    state.now = 602;
    expect(await sendDelete('a')).toMatchObject({ isFromCache: false });
  });

  it('drops the oldest results if their number or size exceeds a limit', async () => {
    const { state, sendDelete } = createTestCache({ cachedResponses: 2, cachedResponseBytes: 100 });
    const removeAll = async (...deletes: [key: string, size: number][]) => {
      for (const [key, size] of deletes) await sendDelete(key, resultOf(200, size));
      return state.sentKeys.join(' ');
    };
    expect(await removeAll(['a', 50], ['b', 50], ['a', 50], ['b', 50])).toBe('a b');
    expect(await removeAll(['c', 1], ['b', 50], ['c', 1])).toBe('a b c');
    expect(await removeAll(['d', 1], ['e', 90], ['d', 1])).toBe('a b c d e');
  });

  it('stores no result if the DELETE was not sent or an internal error occurred', async () => {
    const { sendDelete } = createTestCache();
    await sendDelete('a', resultOf(502, 10, false));
    await expect(sendDelete('b', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    for (const key of ['a', 'b']) expect(await sendDelete(key)).toMatchObject({ isFromCache: false });
  });

  it('returns the result of a running DELETE even if the cache is full', async () => {
    const { deleteOnce, sendDelete } = createTestCache({ cachedResponses: 1 });
    const { promise, resolve } = deferred<DeleteResult>();
    deleteOnce(requestOf('a'), () => promise);
    for (const key of ['b', 'c', 'd']) await sendDelete(key);
    const repeatedDelete = sendDelete('a');
    resolve(resultOf(202));
    expect(await repeatedDelete).toMatchObject({ status: 202, isFromCache: true });
  });

  it('rejects a key that was used with another token or target', async () => {
    const { deleteOnce, sendDelete } = createTestCache();
    await sendDelete('a');
    const send = () => expect.fail('The DELETE was sent.');
    expect(deleteOnce({ ...requestOf('a'), authorization: 'Bearer other' }, send)).toBe('mismatch');
    expect(deleteOnce({ ...requestOf('a'), target: '/y' }, send)).toBe('mismatch');
  });
});
