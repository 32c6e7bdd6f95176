import { expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api/http.ts';
import { createQueryClient } from '../../src/app/queryClient.ts';

function pausesAfter(error: Error, random = 0.5): number[] {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no retry rule');
  const pauses: number[] = [];
  for (let failures = 0; retry(failures, error); failures += 1) pauses.push(retryDelay(failures, error));
  return pauses;
}

function failure(isTransient: boolean, retryAfterMs: number | null = null): ApiError {
  return new ApiError('HTTP 503', { isTransient, retryAfterMs });
}

it.each<[situation: string, error: Error, pauses: number[], random?: number]>([
  ['a transient error → two retries', failure(true), [500, 1000]],
  ['many errors at once → the retries are spread by chance', failure(true), [250, 500], 0],
  ['many errors at once → the retries are spread by chance', failure(true), [749.5, 1499], 0.999],
  ['a permanent error → no retry', failure(false), []],
  ['Retry-After: 0 → retries at once', failure(true, 0), [0, 0]],
  ['Retry-After: 60 → retries after that time', failure(true, 60_000), [60_000, 60_000]],
  ['a longer Retry-After than a minute → no retry', failure(true, 60_001), []],
  ['an error of the console itself → no retry', new Error('a mistake'), []],
])('a read fails with %s', (_, error, pauses, random) => expect(pausesAfter(error, random)).toEqual(pauses));
