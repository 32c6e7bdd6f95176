import fc from 'fast-check';
import { createLoader, createSerializer } from 'nuqs';
import { expect, test } from 'vitest';
import { dataColumns } from '../../src/compute/columns.tsx';
import { type TableView, viewParsers, viewUrlKeys } from '../../src/compute/tableView.ts';

const readView = createLoader(viewParsers, { urlKeys: viewUrlKeys });
const writeView = createSerializer(viewParsers, { urlKeys: viewUrlKeys });

const defaultView: TableView = {
  search: '',
  sort: null,
  databases: [],
  status: null,
  hidden: ['hosts', 'scaling'],
  details: null,
  panel: null,
};

test.each([
  ['', defaultView],
  [
    '?q=a+b&sort=-created&database=orders&status=READY',
    {
      ...defaultView,
      search: 'a b',
      sort: { column: 'created', descending: true },
      databases: ['orders'],
      status: 'READY',
    },
  ],
  ['?hide=', { ...defaultView, hidden: [] }],
  ['?database=orders&database=a%2Cb', { ...defaultView, databases: ['orders', 'a,b'] }],
  // Links of earlier versions can name two columns that are now the Scaling column.
  ['?hide=expandable,region', { ...defaultView, hidden: ['region', 'scaling'] }],
  ['?sort=-sharded', { ...defaultView, sort: { column: 'scaling', descending: true } }],
  ['?hide=hosts,region,name,nothing', { ...defaultView, hidden: ['region', 'hosts'] }],
  ['?sort=nothing&panel=everything&database=', defaultView],
  [
    '?panel=bulk&show=%5B%22orders%22%2C%22i-1%22%5D',
    { ...defaultView, panel: 'bulk', details: '["orders","i-1"]' },
  ],
])('the URL %j is read as a table view', (url, view) => {
  expect(readView(url)).toEqual(view);
});

test('any URL is read as a valid table view', () => {
  const name = fc.constantFrom('q', 'sort', 'database', 'status', 'hide', 'show', 'panel', 'other');
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('-name', '--name', 'name,', 'bulk', '-'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (params) => {
      const { sort, hidden, panel, databases, ...texts } = readView(new URLSearchParams(params));
      const ids = dataColumns.map(({ id }) => id);
      if (sort !== null) expect(ids).toContain(sort.column);
      for (const id of hidden) expect(ids.slice(1)).toContain(id);
      expect([null, 'activity', 'bulk']).toContain(panel);
      for (const database of databases) expect(database).toMatch(/./s);
      for (const text of Object.values(texts)) expect(text === null || typeof text === 'string').toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a table view is unchanged after it is written to the URL and read again', () => {
  const id = fc.constantFrom(...dataColumns.map((column) => column.id));
  const text = fc.string({ unit: 'grapheme' }).map((generated) => generated || null);
  const view = fc.record({
    search: fc.string({ unit: 'grapheme' }),
    sort: fc.option(fc.record({ column: id, descending: fc.boolean() })),
    databases: fc.array(fc.string({ unit: 'grapheme', minLength: 1 })),
    status: text,
    hidden: fc.subarray(dataColumns.slice(1).map((column) => column.id)),
    details: text,
    panel: fc.option(fc.constantFrom('activity' as const, 'bulk' as const)),
  });
  fc.assert(
    fc.property(view, (tableView) => {
      expect(readView(writeView(tableView))).toEqual(tableView);
    }),
    { numRuns: 300 },
  );
});
