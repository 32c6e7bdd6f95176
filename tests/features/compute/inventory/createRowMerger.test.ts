import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComputeInstance, decodeInstance } from '../../../../src/api/decodeInstance.ts';
import type { InstanceRow } from '../../../../src/features/compute/instances/InstanceRow.ts';
import { undeletableReason } from '../../../../src/features/compute/instances/undeletableReason.ts';
import { createRowMerger } from '../../../../src/features/compute/inventory/createRowMerger.ts';

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
    const rows = createRowMerger()([{ databaseName: null, instances: listed }], []);
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

  test('what is deleted is out; an empty date is none', () => {
    const listed = instances(
      { id: 'a', deleted: '2026-01-01T00:00:00Z' },
      { id: 'b', deleted: '' },
      { id: 'c', deleted: null },
    );
    const rows = createRowMerger()([{ databaseName: 'orders', instances: listed }], []);
    expect(rows.map(({ id }) => id)).toEqual(['b', 'c']);
  });

  test('a name that is empty or not unique gives way to the id, and added and listed become one', () => {
    const listed = instances({ id: 'a', name: 'same' }, { id: 'b', name: ' same ' }, { id: 'c', name: ' ' });
    const added = [{ databaseName: 'orders', id: 'c', name: 'mine' }];
    const rows = createRowMerger()([{ databaseName: 'orders', instances: listed }], added);
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
    const rows = createRowMerger()([{ databaseName: 'orders', instances: listed }], twice);
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
    const rows = createRowMerger()([{ databaseName: 'orders', instances: listed }], []);
    expect(rows.map(({ label }) => label)).toEqual(['a', 'prod', 'own']);
  });

  test('a list that comes later takes a name away from an earlier row, which is then another row', () => {
    const first = { databaseName: 'orders', instances: instances({ id: 'a', name: 'prod' }, { id: 'b' }) };
    const second = { databaseName: 'identity', instances: instances({ id: 'c', name: 'prod' }) };
    const merge = createRowMerger();
    const before = merge([first], []);
    const after = merge([first, second], []);
    expect(before.map(({ label }) => label)).toEqual(['prod', 'b']);
    expect(after.map(({ label }) => label)).toEqual(['a', 'b', 'c']);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(merge([second], []).map(({ label }) => label)).toEqual(['prod']);
  });

  test('in whatever order lists come and go, the rows are those of one merge, labelled by the rule', () => {
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
    const step = fc.tuple(fc.subarray([0, 1, 2]), fc.boolean());
    fc.assert(
      fc.property(lists, added, fc.array(step, { minLength: 1, maxLength: 6 }), (all, byHand, steps) => {
        const merge = createRowMerger();
        for (const [there, withAdded] of steps) {
          const listed = there.map((at) => ({
            databaseName: at === 2 ? null : String(at),
            instances: all[at] ?? [],
          }));
          const own = withAdded ? byHand : [];
          const rows = merge(listed, own);
          expect(rows).toEqual(createRowMerger()(listed, own));
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
          for (const row of rows) expect(row.label).toBe(ruledLabel(row, rows));
        }
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
