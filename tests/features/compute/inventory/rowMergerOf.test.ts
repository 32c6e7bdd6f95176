import { describe, expect, test } from 'vitest';
import { decodeInstance } from '../../../../src/api/decodeInstance.ts';
import { rowMergerOf } from '../../../../src/features/compute/inventory/rowMergerOf.ts';

function listOf(id: string) {
  const record = decodeInstance({ id, name: `${id}-name` });
  return record === null ? [] : [record];
}

describe('rowMergerOf', () => {
  test('another visit to the same lists finds the very same rows', () => {
    const [orders, analytics] = [listOf('a'), listOf('b')];
    const listed = () => [
      { databaseName: 'orders', instances: orders },
      { databaseName: 'analytics', instances: analytics },
    ];
    const before = rowMergerOf([orders, analytics])(listed(), []);
    expect(before.map(({ label }) => label)).toEqual(['a-name', 'b-name']);
    expect(rowMergerOf([orders, analytics])(listed(), [])).toBe(before);
    const added = [{ databaseName: 'orders', id: 'c', name: 'a-name' }];
    expect(rowMergerOf([orders, analytics])(listed(), added).map(({ label }) => label)).toEqual([
      'a',
      'b-name',
      'c',
    ]);
    expect(rowMergerOf([orders, analytics])(listed(), [])).toEqual(before);
  });

  test('one list that stays is enough, and lists that nobody merged begin anew', () => {
    const [orders, analytics, fresh] = [listOf('a'), listOf('b'), listOf('b')];
    const merger = rowMergerOf([orders, analytics]);
    expect(rowMergerOf([orders, fresh])).toBe(merger);
    expect(rowMergerOf([fresh])).toBe(merger);
    expect(rowMergerOf([listOf('a'), listOf('b')])).not.toBe(merger);
  });
});
