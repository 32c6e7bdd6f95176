import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { ServiceError } from '../../src/api/errors.ts';
import { createRegionsQuery } from '../../src/api/regions.ts';
import { createQueryClientOwner } from '../../src/app/queryClient.ts';

/** Returns the pauses (ms) before the retries of a read that failed with an error. */
function pausesAfter(error: Error, random = 0.5): number[] {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { retry, retryDelay } = createQueryClientOwner().getQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no retry rule');
  const pauses: number[] = [];
  for (let failures = 0; retry(failures, error); failures += 1) pauses.push(retryDelay(failures, error));
  vi.restoreAllMocks();
  return pauses;
}

describe('a failed read', () => {
  it.each([
    ['is retried twice after a transient error', { isTransient: true }, [500, 1000]],
    ['is never retried after a permanent error', { isTransient: false }, []],
    ['is retried after the requested time', { isTransient: true, retryAfterMs: 5_000 }, [5_000, 5_000]],
    ['is retried immediately if the service allows it', { isTransient: true, retryAfterMs: 0 }, [0, 0]],
    ['is retried after a minute at most', { isTransient: true, retryAfterMs: 600_000 }, [60_000, 60_000]],
  ])('%s', (_, details, pauses) => {
    expect(pausesAfter(createError(details))).toEqual(pauses);
  });

  it('is never retried after an error of the console itself', () => {
    expect(pausesAfter(new Error('a mistake'))).toEqual([]);
  });

  it('is retried with jitter', () => {
    expect(pausesAfter(createError({ isTransient: true }), 0)).toEqual([250, 500]);
    expect(pausesAfter(createError({ isTransient: true }), 0.999)).toEqual([749.5, 1499]);
  });
});

const connection: Connection = { serviceUrl: '/api', token: 't0ken' };
const regions = { items: ['CLOUDA_US_WEST_2'], unreadable: [] };

it('clearCache empties the query client, and dropQueryClient replaces it', () => {
  const queryClientOwner = createQueryClientOwner();
  queryClientOwner.cacheVerifiedRegions(connection, 'acme', regions);
  const queryClient = queryClientOwner.getQueryClient();
  expect(queryClient.getQueryData(createRegionsQuery(connection, 'acme').queryKey)).toBe(regions);
  queryClientOwner.clearCache();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(queryClientOwner.getQueryClient()).toBe(queryClient);
  queryClientOwner.dropQueryClient();
  expect(queryClientOwner.getQueryClient()).not.toBe(queryClient);
});

function createError(details: { isTransient: boolean; retryAfterMs?: number }): ServiceError {
  return Object.assign(Object.create(ServiceError.prototype), details);
}
