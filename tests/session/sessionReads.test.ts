// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { regionsQuery } from '../../src/api/regionsQuery.ts';
import { createSessionStore } from '../../src/session/createSessionStore.ts';

const regions = { items: ['CLOUDA_US_WEST_2'], unreadable: [] };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('what was read with a token', () => {
  it('waits for the cache, is in it from the first, and leaves it with the token', () => {
    const store = open();
    const connection = store.connect('t0ken');
    store.enter(connection, 'acme', false, regions);
    const cache = store.reads(() => new QueryClient());
    const { queryKey } = regionsQuery(connection, 'acme');
    expect(cache.getQueryData(queryKey)).toBe(regions);
    expect(store.reads(() => new QueryClient())).toBe(cache);
    const others = { items: ['CLOUDB_EASTUS'], unreadable: [] };
    store.enter(store.connect('other'), 'beta', false, others);
    expect(
      cache
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ).toEqual([others]);
    store.end(null, false);
    expect(cache.getQueryCache().getAll()).toEqual([]);
    expect(
      store
        .reads(() => new QueryClient())
        .getQueryCache()
        .getAll(),
    ).toEqual([]);
  });

  it('does not reach a cache that comes after the sign-out', () => {
    const store = open();
    store.enter(store.connect('t0ken'), 'acme', false, regions);
    store.end(null, false);
    expect(
      store
        .reads(() => new QueryClient())
        .getQueryCache()
        .getAll(),
    ).toEqual([]);
  });

  it('tries again where it failed, and only there', async () => {
    const store = open();
    const cache = store.reads(() => new QueryClient());
    const asked: string[] = [];
    const ask = (name: string, answer: () => string) =>
      cache.prefetchQuery({
        queryKey: [name],
        retry: false,
        queryFn: () => {
          asked.push(name);
          return answer();
        },
      });
    await ask('read', () => 'instances');
    await ask('refused', () => {
      throw new Error('401');
    });
    store.resumeReads();
    await vi.waitFor(() => expect(asked).toEqual(['read', 'refused', 'refused']));
  });

  it('need not be there yet to be tried again', () => {
    expect(open().resumeReads).not.toThrow();
  });
});

function open() {
  return createSessionStore({ serviceUrl: '/api', idleMs: 900_000, prepare: () => {} });
}
