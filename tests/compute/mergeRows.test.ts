import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComputeInstance, decodeInstance } from '../../src/api/instanceRecord.ts';
import { type InstanceRow, undeletableReason } from '../../src/features/compute/instanceRow.ts';
import { mergeRows } from '../../src/features/compute/mergeRows.ts';

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
      // Of what is not the known variant nobody knows what the nested name means.
      { id: 'f', database: { name: 'postgres' } },
      { id: 'g', databaseName: 'orders', database: { name: 'postgres' } },
    );
    const rows = mergeRows([{ databaseName: null, instances: listed }], []);
    expect(rows.map(({ id, databaseName }) => [id, databaseName])).toEqual([
      ['a', 'orders'],
      ['b', 'analytics'],
      ['c', ''],
      ['d', ''],
      ['e', 'orders'],
      ['f', ''],
      ['g', 'orders'],
    ]);
    const free = { mark: null, isProtected: false, isSelected: false, names: null };
    expect(rows.map((row) => undeletableReason(row, free) === null)).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  test('what is deleted is out; an empty date is none', () => {
    const listed = instances(
      { id: 'a', deleted: '2026-01-01T00:00:00Z' },
      { id: 'b', deleted: '' },
      { id: 'c', deleted: null },
    );
    const rows = mergeRows([{ databaseName: 'orders', instances: listed }], []);
    expect(rows.map(({ id }) => id)).toEqual(['b', 'c']);
  });

  test('a name that is empty or not unique gives way to the id, and added and listed become one', () => {
    const listed = instances({ id: 'a', name: 'same' }, { id: 'b', name: ' same ' }, { id: 'c', name: ' ' });
    const added = [{ databaseName: 'orders', id: 'c', name: 'mine' }];
    const rows = mergeRows([{ databaseName: 'orders', instances: listed }], added);
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
    const rows = mergeRows([{ databaseName: 'orders', instances: listed }], twice);
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
    const rows = mergeRows([{ databaseName: 'orders', instances: listed }], []);
    expect(rows.map(({ label }) => label)).toEqual(['a', 'prod', 'own']);
  });

  test('a list that comes later takes a name away from an earlier row', () => {
    const first = { databaseName: 'orders', instances: instances({ id: 'a', name: 'prod' }, { id: 'b' }) };
    const second = { databaseName: 'identity', instances: instances({ id: 'c', name: 'prod' }) };
    expect(mergeRows([first], []).map(({ label }) => label)).toEqual(['prod', 'b']);
    expect(mergeRows([first, second], []).map(({ label }) => label)).toEqual(['a', 'b', 'c']);
    expect(mergeRows([second], []).map(({ label }) => label)).toEqual(['prod']);
  });

  test('whatever is listed and added, every key stands once and every row is labelled by the rule', () => {
    const word = fc.constantFrom('a', 'b', 'c', ' a ', '', ' ', 'd');
    const record = fc.record({ id: fc.option(word), name: fc.option(word), databaseName: word });
    const list = fc.array(record, { maxLength: 6 }).map((raw) => instances(...raw));
    const lists = fc.tuple(list, list, list);
    const added = fc.array(
      fc.record({ databaseName: fc.constantFrom('0', '1'), id: word, name: fc.option(word) }),
      {
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(lists, added, (all, byHand) => {
        const listed = all.map((list, at) => ({
          databaseName: at === 2 ? null : String(at),
          instances: list,
        }));
        const before = structuredClone({ listed, byHand });
        const rows = mergeRows(listed, byHand);
        expect({ listed, byHand }).toEqual(before);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        for (const row of rows) expect(row.label).toBe(ruledLabel(row, rows));
      }),
      { numRuns: 2000 },
    );
  });
});

/** The name where no other row has it as name or id, else the id. */
function ruledLabel(row: InstanceRow, rows: readonly InstanceRow[]): string {
  const name = row.name?.trim() ?? '';
  const isTaken = rows.some((other) => other !== row && (other.name?.trim() === name || other.id === name));
  return name === '' || isTaken ? (row.id ?? (name || 'instance without an id')) : name;
}
