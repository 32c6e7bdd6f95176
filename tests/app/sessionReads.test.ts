import { describe, expect, it } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { regionsQuery } from '../../src/api/regions.ts';
import { createSessionReads } from '../../src/app/queryClient.ts';

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
