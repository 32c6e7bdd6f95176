import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComputeInstance, decodeInstance } from '../../src/api/instanceRecord.ts';
import type { InstanceRow } from '../../src/compute/instanceRow.ts';
import { mergeRows } from '../../src/compute/mergeRows.ts';
import type { AddedInstance } from '../../src/compute/storedData.ts';
import { deleteChecksOf } from '../../src/deletion/rowStatus.ts';

function instances(...raw: unknown[]): ComputeInstance[] {
  return raw.map(decodeInstance).filter((record) => record !== null);
}

type TestListing = { databaseName: string | null; instances: ComputeInstance[] };

const servedAt = Date.parse('2026-03-02T14:00:00Z');

/** Merges lists that the service sent at 14:00 UTC on 2 March 2026. */
function mergeListed(listed: readonly TestListing[], added: readonly AddedInstance[] = []) {
  return mergeRows(
    listed.map((list) => ({ ...list, servedAt })),
    added,
  );
}

function mergedRows(listed: readonly TestListing[], added?: readonly AddedInstance[]) {
  return mergeListed(listed, added).rows;
}

const checksOf = (row: InstanceRow) => deleteChecksOf(row, 'acme', null, false);

describe('mergeRows', () => {
  test('reads the database name of each record in a list of a whole workspace', () => {
    const listedInstances = instances(
      { id: 'a', databaseName: 'orders' },
      { instanceId: 'b', database: { name: 'analytics' } },
      { id: 'c' },
      { id: 'd', databaseName: 7 },
      { id: 'e', database: 'orders' },
      // `database.name` is a database name only in the public API variant, which has `instanceId`.
      { id: 'f', database: { name: 'postgres' } },
      { id: 'g', databaseName: 'orders', database: { name: 'postgres' } },
    );
    const rows = mergedRows([{ databaseName: null, instances: listedInstances }]);
    expect(rows.map(({ id, databaseName }) => [id, databaseName])).toEqual([
      ['a', 'orders'],
      ['b', 'analytics'],
      ['c', ''],
      ['d', ''],
      ['e', 'orders'],
      ['f', ''],
      ['g', 'orders'],
    ]);
    const blockedRows = rows.filter((row) => checksOf(row).blockedReason !== null);
    expect(blockedRows.map(({ id }) => id)).toEqual(['c', 'd', 'f']);
  });

  test.each([
    ['2026-03-02T13:59:00Z', 'hidden'],
    ['2026-03-02T14:04:00Z', 'hidden'],
    ['2026-03-03T14:00:00Z', 'shown'],
    ['9999-12-31T23:59:59Z', 'shown'],
    ['0001-01-01T00:00:00Z', 'shown'],
    ['1970-01-01T01:00:00+01:00', 'shown'],
    ['2001-01-01T00:00:00Z', 'shown'],
    ['yesterday', 'shown'],
    ['', 'shown'],
    [null, 'shown'],
    [true, 'shown'],
    [0, 'shown'],
  ])('in a list of 2 March 2026, 14:00 UTC, a record with `deleted` %j is %s', (deleted, expected) => {
    const listedInstances = instances({ id: 'a', deleted }, { id: 'b' });
    const { rows, deletedCount } = mergeListed([{ databaseName: 'orders', instances: listedInstances }]);
    expect(rows.map(({ id }) => id)).toEqual(expected === 'shown' ? ['a', 'b'] : ['b']);
    expect(deletedCount).toBe(expected === 'shown' ? 0 : 1);
  });

  test('labels rows by ID if their names repeat, are blank or have a line break', () => {
    const listedInstances = instances(
      { id: 'a', name: 'same' },
      { id: 'b', name: ' same ' },
      { id: 'c', name: ' ' },
      { id: 'd', name: 'two\nlines' },
      { id: 'e', name: 'one line\r\n' },
    );
    const added = [{ databaseName: 'orders', id: 'c', name: 'mine' }];
    const rows = mergedRows([{ databaseName: 'orders', instances: listedInstances }], added);
    expect(rows.map(({ label, source }) => `${label} ${source}`)).toEqual([
      'a listed',
      'b listed',
      'c both',
      'd listed',
      'one line listed',
    ]);
  });

  test('merges two records with the same ID into a row that bulk deletes skip', () => {
    const listedInstances = instances({ id: 'a', name: 'first' }, { id: 'a', name: 'second' }, { id: 'b' });
    const rows = mergedRows([{ databaseName: 'orders', instances: listedInstances }]);
    expect(rows.map(({ label, isDuplicate }) => [label, isDuplicate])).toEqual([
      ['first', true],
      ['b', false],
    ]);
    expect(rows.map((row) => checksOf(row).blockedReason)).toEqual([null, null]);
    expect(rows.map((row) => checksOf(row).bulkBlockedReason)).toEqual([
      'Several records have this ID. Delete it separately.',
      null,
    ]);
  });

  test.each([
    ['2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
  ])('shows the newest of two records with the same ID, created %s and %s', (...dates) => {
    const listedInstances = instances(...dates.map((created) => ({ id: 'a', created })));
    const rows = mergedRows([{ databaseName: 'orders', instances: listedInstances }]);
    expect(rows.map(({ record }) => record?.created)).toEqual(['2026-01-01T00:00:00Z']);
  });

  test('a record is not a duplicate if the other record with its ID is deleted', () => {
    const listedInstances = instances(
      { id: 'a', deleted: '2026-01-01T00:00:00Z' },
      { id: 'a', name: 'recent' },
    );
    const rows = mergedRows([{ databaseName: 'orders', instances: listedInstances }]);
    expect(rows.map(({ label, isDuplicate }) => [label, isDuplicate])).toEqual([['recent', false]]);
  });

  test('creates exactly one row for each key, with the right label', () => {
    const word = fc.constantFrom('a', 'b', 'c', ' a ', '', ' ', 'd');
    const record = fc.record({ id: fc.option(word), name: fc.option(word), databaseName: word });
    const list = fc.array(record, { maxLength: 6 }).map((raw) => instances(...raw));
    const lists = fc.tuple(list, list, list);
    const addition = fc.record({ databaseName: fc.constantFrom('0', '1'), id: word, name: fc.option(word) });
    const added = fc.array(addition, { maxLength: 3 });
    fc.assert(
      fc.property(lists, added, (listsOfRecords, addedInstances) => {
        const instanceLists = listsOfRecords.map((list, index) => ({
          databaseName: index === 2 ? null : String(index),
          instances: list,
        }));
        const rows = mergedRows(instanceLists, addedInstances);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        for (const row of rows) expect(row.label).toBe(expectedLabel(row, rows));
      }),
      { numRuns: 500 },
    );
  });
});

/** Returns the name of a row if no other row has the same name or ID, otherwise the ID. */
function expectedLabel(row: InstanceRow, rows: readonly InstanceRow[]): string {
  const name = row.name?.trim() ?? '';
  const isTaken = rows.some((other) => other !== row && (other.name?.trim() === name || other.id === name));
  return name === '' || isTaken ? (row.id ?? (name || 'instance without an ID')) : name;
}
