import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstanceRow } from '../../../../src/features/compute/instances/InstanceRow.ts';
import { columnOrders } from '../../../../src/features/compute/search/columnOrders.ts';
import { comparedOrder } from '../../../../src/features/compute/search/comparedOrder.ts';
import { instanceSort } from '../../../../src/features/compute/search/instanceSort.ts';
import { keptPlaces } from '../../../../src/features/compute/search/keptPlaces.ts';
import { naturalKey } from '../../../../src/features/compute/search/naturalKey.ts';
import { prepareRows } from '../../../../src/features/compute/search/prepareRows.ts';
import { sortedOrder } from '../../../../src/features/compute/search/sortedOrder.ts';
import { aRow, hostileText, manyRows } from '../generatedRows.ts';

describe('natural order', () => {
  it.each([
    ['numbers by value', ['node-1', 'node-2', 'node-9', 'node-10', 'node-011', 'node-100']],
    ['case and accents aside', ['Alpha', 'beta', 'Café', 'cafz', 'Delta']],
    ['shorter first', ['a', 'a-1', 'a1', 'a1b', 'a10', 'ab']],
    ['long numbers', ['v9007199254740993', 'v9007199254740994', 'v10000000000000000000']],
    ['UUIDs as text', ['10000000-0000-4000-8000-000000000000', '9fffffff-0000-4000-8000-000000000000']],
  ])('%s', (_, ordered) => {
    const keyed = ordered.map((text) => ({ text, key: naturalKey(text) })).reverse();
    keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
    expect(keyed.map(({ text }) => text)).toEqual(ordered);
  });
});

describe('sortedOrder', () => {
  it('is what a stable comparing sort gives', () => {
    const word = fc.oneof(
      fc.constantFrom('', 'a', 'orders-', 'orders-primary', 'orders-primary-replica'),
      hostileText,
      fc.string({ unit: fc.constantFrom('a', 'b', '\u007e', '\u007f', '\u0000'), maxLength: 14 }),
    );
    const text = fc.tuple(word, word).map((words) => words.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 120, size: 'max' }), (texts) => {
        const wanted = texts.map((one, place) => ({ one, place }));
        wanted.sort((left, right) => (left.one < right.one ? -1 : left.one > right.one ? 1 : 0));
        const places = wanted.map(({ place }) => place);
        expect([...resultOf(sortedOrder(texts))]).toEqual(places);
        expect(comparedOrder(texts)).toEqual(places);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the last character of ASCII apart from what would come next', () => {
    const texts = Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? 'b' : 'a\u007f'));
    expect(resultOf(sortedOrder(texts))[0]).toBe(1);
  });
});

describe('keptPlaces', () => {
  const rows = manyRows(4);

  it('finds what is left, also in new objects', () => {
    const left = rows.filter((_, place) => place % 2 === 1).map((row) => ({ ...row }));
    expect(keptPlaces(rows, left)).toEqual(new Uint32Array([1, 3]));
    expect(keptPlaces(rows, [])).toEqual(new Uint32Array());
  });

  it.each<Partial<InstanceRow>>([
    { key: 'x' },
    { name: 'x' },
    { label: 'x' },
    { record: null },
    { source: 'both' },
  ])('takes a row that changed in %o for another one', (change) => {
    expect(
      keptPlaces(
        rows,
        rows.map((row, place) => (place === 2 ? { ...row, ...change } : row)),
      ),
    ).toBeNull();
  });

  it('knows nothing of rows added or moved', () => {
    expect(keptPlaces(rows, [...rows, aRow()])).toBeNull();
    expect(keptPlaces(rows, rows.toReversed())).toBeNull();
  });
});

describe('sorting rows', () => {
  const created = [
    aRow({ id: 'late' }, { created: '2025-03-01T00:00:00+02:00' }),
    aRow({ id: 'none' }, {}),
    aRow({ id: 'zoneless' }, { created: '2025-02-28T23:00:00' }),
    aRow({ id: 'broken' }, { created: 'yesterday' }),
    aRow({ id: 'old' }, { created: '0000-01-01T00:00:00Z' }),
    aRow({ id: 'last' }, { created: '9999-12-31T00:00:00Z' }),
  ];

  it('puts dates by their moment and what has none last, both ways', () => {
    expect(idsOf(instanceSort(created, 'created', 'ascending'))).toBe('old late zoneless last none broken');
    expect(idsOf(instanceSort(created, 'created', 'descending'))).toBe('last zoneless late old none broken');
  });

  it('puts false before true and keeps the order of equals, both ways', () => {
    const rows = [true, null, false, true, false].map((sharded, at) => aRow({ id: `${at}` }, { sharded }));
    expect(idsOf(instanceSort(rows, 'sharded', 'ascending'))).toBe('2 4 0 3 1');
    expect(idsOf(instanceSort(rows, 'sharded', 'descending'))).toBe('0 3 2 4 1');
  });

  it('gives the same order whether it was prepared or not', () => {
    const columns = ['name', 'created', 'apiHost', 'sharded', 'databaseName'] as const;
    const rows = [...manyRows(300), ...created];
    const fresh = columns.map((column) => instanceSort([...rows], column, 'ascending'));
    resultOf(prepareRows(rows));
    expect([...columnOrders(rows).byColumn.keys()]).toEqual(expect.arrayContaining([...columns]));
    expect(columns.map((column) => instanceSort(rows, column, 'ascending'))).toEqual(fresh);
  });

  it('sorts what is left after rows were taken out as it would sort it afresh', () => {
    const kept = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
    const column = fc.constantFrom('name', 'apiHost', 'sharded', 'databaseName', 'created');
    const direction = fc.constantFrom('ascending', 'descending');
    const source = manyRows(60);
    fc.assert(
      fc.property(kept, kept, column, direction, (first, second, by, way) => {
        instanceSort(source, by, way);
        const some = source.filter((_, at) => first[at]).map((row) => ({ ...row }));
        instanceSort(some, by, way);
        const fewer = some.filter((_, at) => second[at]);
        const sorted = instanceSort(fewer, by, way);
        instanceSort([aRow()], 'name', 'ascending');
        expect(sorted).toEqual(instanceSort([...fewer], by, way));
        expect(new Set(sorted)).toEqual(new Set(fewer));
      }),
      { numRuns: 500 },
    );
  });
});

function resultOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function idsOf(rows: readonly InstanceRow[]): string {
  return rows.map(({ id }) => id).join(' ');
}
