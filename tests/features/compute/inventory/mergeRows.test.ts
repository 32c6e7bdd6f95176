import { describe, expect, test } from 'vitest';
import { type ComputeInstance, decodeInstance } from '../../../../src/api/decodeInstance.ts';
import { undeletableReason } from '../../../../src/features/compute/instances/undeletableReason.ts';
import { mergeRows } from '../../../../src/features/compute/inventory/mergeRows.ts';

const nothingLeft = () => false;

function instances(...raw: unknown[]): ComputeInstance[] {
  return raw.map(decodeInstance).filter((record) => record !== null);
}

describe('the rows of both sources', () => {
  test('a listing of the whole workspace takes the database from the record, and only from a text', () => {
    const listed = instances(
      { id: 'a', databaseName: 'orders' },
      { instanceId: 'b', database: { name: 'analytics' } },
      { id: 'c' },
      { id: 'd', databaseName: 7 },
      { id: 'e', database: 'orders' },
    );
    const rows = mergeRows([{ databaseName: null, instances: listed }], [], nothingLeft);
    expect(rows.map(({ id, databaseName }) => [id, databaseName])).toEqual([
      ['a', 'orders'],
      ['b', 'analytics'],
      ['c', ''],
      ['d', ''],
      ['e', ''],
    ]);
    const free = { mark: null, isProtected: false, isSelected: false };
    expect(rows.map((row) => undeletableReason(row, free) === null)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('what is deleted or has left is out; an empty date is none', () => {
    const listed = instances(
      { id: 'a', deleted: '2026-01-01T00:00:00Z' },
      { id: 'b', deleted: '' },
      { id: 'c' },
    );
    const rows = mergeRows(
      [{ databaseName: 'orders', instances: listed }],
      [{ databaseName: 'orders', id: 'd', name: null }],
      (_, id) => id === 'c' || id === 'd',
    );
    expect(rows.map(({ id }) => id)).toEqual(['b']);
  });

  test('a name that is empty or not unique gives way to the id, and added and listed become one', () => {
    const listed = instances({ id: 'a', name: 'same' }, { id: 'b', name: ' same ' }, { id: 'c', name: ' ' });
    const added = [{ databaseName: 'orders', id: 'c', name: 'mine' }];
    const rows = mergeRows([{ databaseName: 'orders', instances: listed }], added, nothingLeft);
    expect(rows.map(({ label, source }) => [label, source])).toEqual([
      ['a', 'listed'],
      ['b', 'listed'],
      ['c', 'both'],
    ]);
  });

  test('what was added twice, or is listed twice, stands once, as it came first', () => {
    const listed = instances({ id: 'a', name: 'first' }, { id: 'a', name: 'second' });
    const twice = [
      { databaseName: 'orders', id: 'd', name: 'one' },
      { databaseName: 'orders', id: 'd', name: 'two' },
    ];
    const rows = mergeRows([{ databaseName: 'orders', instances: listed }], twice, nothingLeft);
    expect(rows.map(({ label, source }) => [label, source])).toEqual([
      ['first', 'listed'],
      ['one', 'added'],
    ]);
  });

  test('no two rows of a database are confirmed alike, also where one has the other’s id for a name', () => {
    const listed = instances(
      { id: 'a', name: 'prod' },
      { id: 'prod', name: null },
      { id: 'own', name: 'own' },
    );
    const rows = mergeRows([{ databaseName: 'orders', instances: listed }], [], nothingLeft);
    expect(rows.map(({ label }) => label)).toEqual(['a', 'prod', 'own']);
  });
});
