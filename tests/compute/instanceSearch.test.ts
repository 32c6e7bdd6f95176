import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstanceRow } from '../../src/compute/instanceRow.ts';
import { findInstances, hasAllWords, searchText, searchWords } from '../../src/compute/instanceSearch.ts';
import { aRow, manyRows } from './rowFixtures.ts';

const rows = [
  aRow({ name: 'Orders-Primary', id: 'a1', databaseName: 'orders' }, { apiHost: 'api.west.example' }),
  aRow({ name: null, id: 'b2', databaseName: 'analytics' }, { dbHost: 'DB.east.example' }),
  aRow({ name: 'Café', id: null, databaseName: 'identity' }),
];

describe('the instance search', () => {
  it.each([
    ['primary', [0]],
    ['ORDERS a1', [0]],
    ['db.EAST', [1]],
    ['example', [0, 1]],
    ['example analytics', [1]],
    ['cafe\u0301', [2]],
    ['a1orders', []],
    ['null', []],
  ])('finds the matching rows for %j', (query, indexes) => {
    expect(search(rows, query)).toEqual(indexes.map((index) => rows[index]));
  });

  it('ignores case and Unicode form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const rows = [aRow({ name: name.normalize('NFD') })];
        for (const query of [name.normalize('NFC'), name.normalize('NFD'), name.toLowerCase()])
          expect(search(rows, query)).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same rows as a plain search of every searched field', () => {
    const generatedRows = manyRows(300);
    const text = fc.string({ unit: fc.constantFrom(...'ordes-primay 019. '), maxLength: 6 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), (query, limit) => {
        const words = query.split(/\s+/).filter(Boolean);
        const expectedRows = generatedRows.filter(({ name, id, databaseName, record }) =>
          words.every((word) =>
            [name, id, databaseName, record?.apiHost, record?.dbHost].some((field) => field?.includes(word)),
          ),
        );
        expect(search(generatedRows, query)).toEqual(expectedRows);
        // The command palette finds the same rows up to a limit. Without a search word, it finds no rows.
        expect(findInstances(generatedRows, query, limit)).toEqual(
          words.length === 0 ? [] : expectedRows.slice(0, limit),
        );
      }),
      { numRuns: 500 },
    );
  });
});

function search(rows: readonly InstanceRow[], query: string): readonly InstanceRow[] {
  return rows.filter((row) => hasAllWords(searchText(row), searchWords(query)));
}
