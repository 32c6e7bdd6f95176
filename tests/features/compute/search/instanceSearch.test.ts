import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instanceSearch } from '../../../../src/features/compute/search/instanceSearch.ts';
import { aRow, manyRows } from '../generatedRows.ts';

const rows = [
  aRow({ name: 'Orders-Primary', id: 'a1', databaseName: 'orders' }, { apiHost: 'api.west.example' }),
  aRow({ name: null, id: 'b2', databaseName: 'analytics' }, { dbHost: 'DB.east.example' }),
  aRow({ name: 'Café', id: null, databaseName: 'identity' }),
];

describe('a search', () => {
  it.each([
    ['primary', [0]],
    ['ORDERS a1', [0]],
    ['west orders', [0]],
    ['db.EAST', [1]],
    ['b2', [1]],
    ['example', [0, 1]],
    ['example analytics', [1]],
    ['cafe\u0301', [2]],
    ['a1orders', []],
    ['null', []],
    ['orders b2', []],
  ])('for %j', (query, places) => {
    expect(instanceSearch(rows, query)).toEqual(places.map((place) => rows[place]));
  });

  it('without a word gives the very list', () => {
    expect(instanceSearch(rows, ' \n')).toBe(rows);
  });

  it('finds what a plain look through every row finds, whatever was asked before', () => {
    const many = manyRows(300);
    const text = fc.string({ unit: fc.constantFrom(...'ordes-primay 019. '), maxLength: 6 });
    const change = fc.record({ query: text, without: fc.nat(400) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        let list = many;
        for (const { query, without } of changes) {
          if (without < 300) list = list.filter((_, place) => place !== without).map((row) => ({ ...row }));
          const words = query.split(/\s+/).filter(Boolean);
          const wanted = list.filter(({ name, id, databaseName, record }) =>
            words.every((word) =>
              [name, id, databaseName, record?.apiHost, record?.dbHost].some((field) =>
                field?.includes(word),
              ),
            ),
          );
          expect(instanceSearch(list, query)).toEqual(wanted);
        }
      }),
      { numRuns: 500 },
    );
  });
});
