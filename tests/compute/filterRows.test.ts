import { expect, it } from 'vitest';
import { filterRows, sortRows, toFacetSegments } from '../../src/compute/filterRows.ts';
import { findRange } from '../../src/compute/useInstanceTable.ts';
import { aRow } from './fixtures.ts';

const now = Date.parse('2026-11-25T12:00:00Z');
const none = { search: '', databases: [], status: [], region: [], age: [] };

function row(id: string, databaseName: string, status: string, region: string, created = '2026-01-01') {
  return aRow({ id, databaseName, name: `${databaseName}-${id}` }, { id, status, region, created });
}
const rows = [
  row('a', 'orders', 'READY', 'CLOUDA_EU_CENTRAL_1', '2024-11-25'),
  row('b', 'orders', 'BUILT', 'CLOUDA_EU_CENTRAL_1', '2024-11-26'),
  row('c', 'analytics', 'READY', 'CLOUDB_EASTUS'),
  row('d', 'analytics', 'READY', 'CLOUDA_EASTUS'),
];
function filter(changes: object, onlyKeys: ReadonlySet<string> | null = null) {
  const { matching, counts } = filterRows(rows, { ...none, ...changes }, onlyKeys, now);
  return { ids: matching.map(({ id }) => id).join(''), counts };
}

it.each([
  [{}, 'abcd'],
  [{ search: 'BUILT orders' }, 'b'],
  [{ search: 'eu-central-1' }, 'ab'],
  [{ search: 'ord\u200bers' }, 'ab'],
  [{ search: 'orders\u2013a' }, 'a'],
  [{ search: 'ordersanalytics' }, ''],
  [{ databases: ['orders', 'analytics'], status: ['READY'] }, 'acd'],
  [{ age: ['old'] }, 'a'],
])('filterRows by %j → %s', (changes, ids) => expect(filter(changes).ids).toBe(ids));

it('filterRows counts for each facet the rows that match everything else', () => {
  const { counts } = filter({ databases: ['orders'], status: ['READY'] });
  expect(Object.fromEntries(counts.databases)).toEqual({ orders: 1, analytics: 2 });
  expect(Object.fromEntries(counts.status)).toEqual({ READY: 1, BUILT: 1 });
  expect(Object.fromEntries(counts.region)).toEqual({ CLOUDA_EU_CENTRAL_1: 1 });
  expect(counts.age.get('old')).toBe(1);
});

it.each([
  [null, 'b10 a10 - b9'],
  [{ column: 'name', descending: false }, 'a10 b9 b10 -'],
  [{ column: 'name', descending: true }, 'b10 b9 a10 -'],
  [{ column: 'database', descending: false }, 'b10 a10 - b9'],
] as const)('by %j → %s', (sort, labels) => {
  const listed = ['b10', 'a10', '', 'b9'].map((label) => aRow({ label }));
  const sorted = sortRows(listed, sort).map(({ label }) => label || '-');
  expect(sorted.join(' ')).toBe(labels);
});

it('toFacetSegments keeps the order of databases, and a value without matches with 0', () => {
  const { counts } = filter({ search: 'analytics' });
  const segments = toFacetSegments(rows, 'databases', counts.databases);
  expect(segments.map(({ label, value }) => `${label} ${value}`)).toEqual(['orders 0', 'analytics 2']);
});

it('toFacetSegments names regions by identifiers if two providers have one of that name', () => {
  const labels = toFacetSegments(rows, 'region', filter({}).counts.region).map(({ label }) => label);
  expect(labels).toEqual(['eu-central-1', 'CLOUDB_EASTUS', 'CLOUDA_EASTUS']);
});

it('toFacetSegments keeps the color of each value, whatever the order of the rows', () => {
  const colorsIn = (some: typeof rows) =>
    Object.fromEntries(toFacetSegments(some, 'region', new Map()).map(({ key, color }) => [key, color]));
  expect(colorsIn(rows.toReversed())).toEqual(colorsIn(rows));
});

it.each([
  ['a', 'c', 'abc'],
  ['c', 'a', 'abc'],
  [null, 'b', 'b'],
  ['on a different page', 'b', 'b'],
])('a range of the page from %s to %s → %s', (from, to, keys) => {
  const pageRows = ['a', 'b', 'c', 'd'].map((key) => aRow({ key }));
  expect(findRange(pageRows, from, aRow({ key: to })).map(({ key }) => key)).toEqual([...keys]);
});
