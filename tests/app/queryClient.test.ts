import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { createQueryClient } from '../../src/app/queryClient.ts';

/** The pauses (ms) before the retries of a read that failed with an error. */
function pausesAfter(error: Error, random = 0.5): number[] {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no retry rule');
  const pauses: number[] = [];
  for (let failures = 0; retry(failures, error); failures += 1) pauses.push(retryDelay(failures, error));
  vi.restoreAllMocks();
  return pauses;
}

function failure(isTransient: boolean, retryAfterMs: number | null = null): ApiError {
  return new ApiError({ kind: 'other', message: 'HTTP 503', isTransient, retryAfterMs });
}

describe('a read that fails', () => {
  it.each([
    ['with a transient error → two retries', failure(true), [500, 1000]],
    ['with a permanent error → no retry', failure(false), []],
    ['with Retry-After → retries after that time', failure(true, 5_000), [5_000, 5_000]],
    ['with Retry-After: 0 → retries at once', failure(true, 0), [0, 0]],
    ['with Retry-After: 60 → retries after that time', failure(true, 60_000), [60_000, 60_000]],
    ['with a longer Retry-After than a minute → no retry', failure(true, 60_001), []],
    ['with an error of the console itself → no retry', new Error('a mistake'), []],
  ])('%s', (_, error, pauses) => {
    expect(pausesAfter(error)).toEqual(pauses);
  });

  it('several times at once → the retries are spread by chance', () => {
    expect(pausesAfter(failure(true), 0)).toEqual([250, 500]);
    expect(pausesAfter(failure(true), 0.999)).toEqual([749.5, 1499]);
  });
});
