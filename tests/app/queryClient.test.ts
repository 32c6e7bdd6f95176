import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { ServiceError } from '../../src/api/errors.ts';
import { regionsQuery } from '../../src/api/regions.ts';
import { createSessionReads } from '../../src/app/queryClient.ts';

/** Returns the pauses (ms) before the retries of a read that failed with an error. */
function pausesAfter(error: Error, random = 0.5): number[] {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { retry, retryDelay } = createSessionReads().get().getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no rule of retry');
  const pauses: number[] = [];
  for (let failures = 0; retry(failures, error); failures += 1) pauses.push(retryDelay(failures, error));
  vi.restoreAllMocks();
  return pauses;
}

describe('a read that failed', () => {
  it('is retried twice, after half a second and a second', () => {
    expect(pausesAfter(failure({ transient: true }))).toEqual([500, 1000]);
  });

  it('is retried with jitter', () => {
    expect(pausesAfter(failure({ transient: true }), 0)).toEqual([250, 500]);
    expect(pausesAfter(failure({ transient: true }), 0.999)).toEqual([749.5, 1499]);
  });

  it('is not retried after a permanent error', () => {
    expect(pausesAfter(failure({ transient: false }))).toEqual([]);
    expect(pausesAfter(new Error('a mistake of our own'))).toEqual([]);
  });

  it('waits as long as the service asks', () => {
    expect(pausesAfter(failure({ transient: true, retryAfterMs: 5_000 }))).toEqual([5_000, 5_000]);
    expect(pausesAfter(failure({ transient: true, retryAfterMs: 0 }))).toEqual([0, 0]);
  });

  it('waits a minute at most', () => {
    expect(pausesAfter(failure({ transient: true, retryAfterMs: 600_000 }))).toEqual([60_000, 60_000]);
  });
});

it('never retries or pauses a deletion', () => {
  expect(createSessionReads().get().getDefaultOptions().mutations).toMatchObject({
    retry: false,
    networkMode: 'always',
  });
});

const connection: Connection = { serviceUrl: '/api', token: 't0ken' };
const regions = { items: ['CLOUDA_US_WEST_2'], unreadable: [] };

describe('the cached reads of a token', () => {
  it('start with the verification and last for the session', () => {
    const reads = createSessionReads();
    const { keepVerified } = reads;
    keepVerified(connection, 'acme', regions);
    const { queryKey } = regionsQuery(connection, 'acme');
    expect(reads.get().getQueryData(queryKey)).toBe(regions);
    expect(reads.get()).toBe(reads.get());
  });

  it('are removed with the token', () => {
    const reads = createSessionReads();
    reads.keepVerified(connection, 'acme', regions);
    const kept = reads.get();
    reads.clear();
    expect(kept.getQueryCache().getAll()).toEqual([]);
    expect(reads.get()).toBe(kept);
  });

  it('are not in the cache of the next session', () => {
    const reads = createSessionReads();
    const first = reads.get();
    reads.drop();
    expect(reads.get()).not.toBe(first);
  });
});

function failure(facts: { transient: boolean; retryAfterMs?: number }): ServiceError {
  return Object.assign(Object.create(ServiceError.prototype), facts);
}
