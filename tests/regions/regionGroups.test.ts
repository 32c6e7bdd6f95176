import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRegion } from '../../src/api/regions.ts';
import { groupRegionsByProvider } from '../../src/regions/regionGroups.ts';

const namePart = fc.stringMatching(/^[A-Za-z0-9-]{0,5}$/);
const nameParts = fc.array(namePart, { maxLength: 4 }).map((parts) => parts.join('_'));
const identifiers = fc.array(fc.oneof(nameParts, fc.string()));

it('any list of regions → every identifier once, with the number of its repeats', () => {
  fc.assert(
    fc.property(identifiers, (given) => {
      const regions = groupRegionsByProvider(given).flatMap((group) => group.regions);
      const listed = regions.flatMap(({ identifier, listedCount }) => Array(listedCount).fill(identifier));
      expect(listed.sort()).toEqual([...given].sort());
      expect(new Set(regions.map(({ identifier }) => identifier)).size).toBe(regions.length);
    }),
  );
});

it('regions have a group per prefix, case counts, and a last one for unknown formats', () => {
  const groups = groupRegionsByProvider(['ALONE', 'CLOUDB_X', '_X', 'CLOUDA_X', 'clouda_X', 'CLOUDA_']);
  expect(groups.map(({ provider }) => provider)).toEqual(['CLOUDB', 'CLOUDA', 'clouda', null]);
  expect(groups.at(-1)?.regions.map(({ identifier }) => identifier)).toEqual(['ALONE', '_X', 'CLOUDA_']);
});

it('the region with most instances is first in its group; without numbers, the order stays', () => {
  const order = (counts?: Map<string, number>) =>
    groupRegionsByProvider(['P_A', 'P_B', 'P_C'], counts)[0]?.regions.map(({ identifier }) => identifier);
  expect(order(new Map(Object.entries({ P_B: 2, P_C: 5 })))).toEqual(['P_C', 'P_B', 'P_A']);
  expect(order()).toEqual(['P_A', 'P_B', 'P_C']);
});

it.each([
  ['CLOUDA_US_WEST_2', 'CLOUDA', 'us-west-2'],
  ['CLOUDB_EASTUS', 'CLOUDB', 'eastus'],
  ['CLOUDA_A\nB', 'CLOUDA', 'a\nb'],
  ['CLOUDB_', null, 'CLOUDB_'],
])('parseRegion(%j) → provider %j, name %j', (identifier, provider, name) => {
  expect(parseRegion(identifier)).toEqual({ provider, name });
});
