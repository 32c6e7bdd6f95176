import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../src/api/errors.ts';
import { createSessionReads } from '../../src/app/queryClient.ts';

/** How a read is tried again: the pause before each further try, in ms, until it gives up. */
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

function failure(facts: { transient: boolean; retryAfterMs?: number }): ServiceError {
  return Object.assign(Object.create(ServiceError.prototype), facts);
}
