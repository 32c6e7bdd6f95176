import { expect, it } from 'vitest';
import { toFacetBarSegments } from '../../src/compute/Filters.tsx';
import { findRange } from '../../src/compute/InstanceTable.tsx';
import { type FacetId, filterRows, sortRows } from '../../src/compute/useInstanceTable.ts';
import { aRow } from './fixtures.ts';

const none = { search: '', databases: [], status: [], region: [] };

function row(id: string, databaseName: string, status: string, region: string) {
  return aRow({ id, databaseName, name: `${databaseName}-${id}` }, { id, status, region });
}
const rows = [
  row('a', 'orders', 'READY', 'CLOUDA_EU_CENTRAL_1'),
  row('b', 'orders', 'BUILT', 'CLOUDA_EU_CENTRAL_1'),
  row('c', 'analytics', 'ready', 'CLOUDB_EASTUS'),
  row('d', 'analytics', 'READY', 'CLOUDA_EASTUS'),
];

it.each([
  [{ search: 'BUILT orders' }, 'b'],
  [{ search: 'eu-central-1' }, 'ab'],
  [{ search: 'ord\u200bers' }, 'ab'],
  [{ search: 'aorders' }, ''],
  [{ databases: ['orders', 'analytics'], status: ['READY'] }, 'acd'],
])('filterRows by %j → %s', (changes, ids) => {
  const matching = filterRows(rows, { ...none, ...changes });
  expect(matching.map(({ id }) => id).join('')).toBe(ids);
});

const regions = 'CLOUDA_US_WEST_2 us-west-2 US-WEST-2 us_west_2 clouda_us_west_2 CLOUDB_US_WEST_2 us-west-20';
it.each([
  ['CLOUDA_US_WEST_2', '01234'],
  ['us-west-2', '123'],
])('the region %s → also the instances that have only its name, in any spelling', (region, ids) => {
  const spelled = regions.split(' ').map((each, index) => row(`${index}`, 'a_b', 'READY', each));
  const matching = filterRows(spelled, { ...none, region: [region] });
  expect(matching.map(({ id }) => id).join('')).toBe(ids);
  expect(filterRows(spelled, { ...none, databases: ['a-b'] })).toEqual([]);
  expect(toFacetBarSegments(spelled, 'region').map(({ value }) => value)).toEqual([3, 2, 1, 1]);
});

it.each([
  [null, 'b10 a10 - b9'],
  ['name', 'a10 b9 b10 -'],
  ['-name', 'b10 b9 a10 -'],
] as const)('by %j → %s', (sort, labels) => {
  const listed = ['b10', 'a10', '', 'b9'].map((label) => aRow({ label }));
  const sorted = sortRows(listed, sort).map(({ label }) => label || '-');
  expect(sorted.join(' ')).toBe(labels);
});

// Values that differ only in case are one entry, and two regions of one name keep their identifiers.
it.each<[FacetId, string]>([
  ['status', 'READY 3, BUILT 1'],
  ['region', 'eu-central-1 2, CLOUDB_EASTUS 1, CLOUDA_EASTUS 1'],
])('the facet %s → %s', (facet, entries) => {
  const segments = toFacetBarSegments(rows, facet);
  expect(segments.map(({ label, value }) => `${label} ${value}`).join(', ')).toBe(entries);
});

it('six databases differ in their hue', () => {
  const names = 'analytics orders billing identity search audit'.split(' ');
  const rows = names.map((databaseName) => aRow({ databaseName }));
  expect(new Set(toFacetBarSegments(rows, 'databases').map(({ color }) => color)).size).toBe(6);
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
