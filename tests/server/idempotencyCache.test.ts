import { describe, expect, it } from 'vitest';
import type { DeleteResult } from '../../src/server/forwardCall.ts';
import { createIdempotencyCache } from '../../src/server/idempotencyCache.ts';
import { type Limits, limits } from '../../src/server/settings.ts';

const resultOf = (status = 200, size = 10, isSent = true): DeleteResult => ({
  status,
  headers: {},
  body: new Uint8Array(size),
  isSent,
});
const requestOf = (key: string, disconnected = new AbortController().signal) => ({
  key,
  authorization: 'Bearer t',
  target: '/x',
  disconnected,
});

/** Creates a cache with a clock and a list of sent keys. */
function startCache(changed: Partial<Limits> = {}) {
  const state = { now: 1, sent: [] as string[] };
  const deleteOnce = createIdempotencyCache({ ...limits, ...changed }, { now: () => state.now });
  const remove = async (key: string, result: DeleteResult | Promise<DeleteResult> = resultOf()) => {
    const deletion = deleteOnce(requestOf(key), async () => {
      state.sent.push(key);
      return result;
    });
    if (typeof deletion === 'string') throw new Error(deletion);
    return { ...(await deletion.result), fromCache: deletion.fromCache };
  };
  return { state, deleteOnce, remove };
}

describe('createIdempotencyCache', () => {
  it('repeats a response until its time is over', async () => {
    const { state, remove } = startCache({ keptDeleteMs: 600 });
    expect(await remove('a')).toMatchObject({ status: 200, fromCache: false });
    state.now = 601;
    expect(await remove('a')).toMatchObject({ status: 200, fromCache: true });
    state.now = 602;
    expect(await remove('a')).toMatchObject({ fromCache: false });
  });

  it('drops the oldest deletes beyond its limits of number and size', async () => {
    const { state, remove } = startCache({ keptDeletes: 2, keptDeleteBytes: 100 });
    const removeAll = async (...deletes: [key: string, size: number][]) => {
      for (const [key, size] of deletes) await remove(key, resultOf(200, size));
      return state.sent.join(' ');
    };
    expect(await removeAll(['a', 50], ['b', 50], ['a', 50], ['b', 50])).toBe('a b');
    expect(await removeAll(['c', 1], ['b', 50], ['c', 1])).toBe('a b c');
    expect(await removeAll(['d', 1], ['e', 90], ['d', 1])).toBe('a b c d e');
  });

  it('keeps successes and unknown results however many deletes are refused', async () => {
    const { state, remove } = startCache({ keptDeletes: 20 });
    await remove('done');
    await remove('lost', resultOf(504));
    await remove('late', resultOf(408));
    for (let index = 0; index < 100; index += 1) await remove(`refused-${index}`, resultOf(401));
    const before = state.sent.length;
    for (const key of ['done', 'lost', 'late', 'refused-99'])
      expect(await remove(key)).toMatchObject({ fromCache: true });
    expect(state.sent).toHaveLength(before);
  });

  it('forgets a DELETE that was not sent or failed inside this server', async () => {
    const { remove } = startCache();
    await remove('a', resultOf(502, 10, false));
    await expect(remove('b', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    for (const key of ['a', 'b']) expect(await remove(key)).toMatchObject({ fromCache: false });
  });

  it('keeps running deletes even if the cache is full', async () => {
    const { deleteOnce, remove } = startCache({ keptDeletes: 1 });
    let finish = (_: DeleteResult): void => {};
    const first = deleteOnce(requestOf('a'), () => new Promise((resolve) => (finish = resolve)));
    for (const key of ['b', 'c', 'd']) await remove(key);
    const again = remove('a');
    finish(resultOf(202));
    expect(await again).toMatchObject({ status: 202, fromCache: true });
    expect(first).toMatchObject({ fromCache: false });
  });

  it('rejects a key of another token or target', async () => {
    const { deleteOnce, remove } = startCache();
    await remove('a');
    const send = () => expect.fail('It was sent.');
    expect(deleteOnce({ ...requestOf('a'), authorization: 'Bearer other' }, send)).toBe('mismatch');
    expect(deleteOnce({ ...requestOf('a'), target: '/y' }, send)).toBe('mismatch');
  });

  it('limits running deletes, in total and per token', () => {
    const { deleteOnce } = startCache({ concurrentDeletes: 3, concurrentDeletesPerToken: 2 });
    const never = () => new Promise<never>(() => {});
    const other = { authorization: 'Bearer other' };
    expect(deleteOnce(requestOf('a'), never)).toMatchObject({ fromCache: false });
    expect(deleteOnce(requestOf('b'), never)).toMatchObject({ fromCache: false });
    expect(deleteOnce(requestOf('c'), never)).toBe('full');
    expect(deleteOnce({ ...requestOf('d'), ...other }, never)).toMatchObject({ fromCache: false });
    expect(deleteOnce({ ...requestOf('e'), ...other }, never)).toBe('full');
    expect(deleteOnce(requestOf('a'), never)).toMatchObject({ fromCache: true });
  });

  it('abandons a DELETE when its last client disconnects', () => {
    const { deleteOnce } = startCache();
    const clients = [new AbortController(), new AbortController()];
    let abandoned: AbortSignal | null = null;
    for (const client of clients)
      deleteOnce(requestOf('a', client.signal), (signal) => {
        abandoned = signal;
        return new Promise(() => {});
      });
    clients[0]?.abort();
    expect(abandoned).toMatchObject({ aborted: false });
    clients[1]?.abort();
    expect(abandoned).toMatchObject({ aborted: true });
  });
});
