import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRegion } from '../../src/api/regions.ts';
import { groupRegionsByProvider } from '../../src/regions/regionGroups.ts';

const namePart = fc.stringMatching(/^[A-Za-z0-9-]{0,5}$/);
const identifiers = fc.array(
  fc.oneof(
    namePart,
    fc.array(namePart, { maxLength: 4 }).map((nameParts) => nameParts.join('_')),
    fc.string(),
  ),
);

describe('groupRegionsByProvider', () => {
  it('any list → every identifier once, with the number of its repeats', () => {
    fc.assert(
      fc.property(identifiers, (given) => {
        const regions = groupRegionsByProvider(given).flatMap((group) => group.regions);
        expect(
          regions.flatMap(({ identifier, listedCount }) => Array(listedCount).fill(identifier)).sort(),
        ).toEqual([...given].sort());
        expect(new Set(regions.map(({ identifier }) => identifier)).size).toBe(regions.length);
      }),
    );
  });

  it('a group per prefix, case counts, and a last one for unknown formats', () => {
    const groups = groupRegionsByProvider(['ALONE', 'CLOUDB_X', '_X', 'CLOUDA_X', 'clouda_X', 'CLOUDA_']);
    expect(groups.map(({ provider }) => provider)).toEqual(['CLOUDB', 'CLOUDA', 'clouda', null]);
    expect(groups.at(-1)?.regions.map(({ identifier }) => identifier)).toEqual(['ALONE', '_X', 'CLOUDA_']);
  });
});

it('the region with most instances is first in its group; without numbers, the order stays', () => {
  const given = ['P_A', 'P_B', 'P_C'];
  const [group] = groupRegionsByProvider(
    given,
    new Map([
      ['P_B', 2],
      ['P_C', 5],
    ]),
  );
  expect(group?.regions.map(({ identifier }) => identifier)).toEqual(['P_C', 'P_B', 'P_A']);
  const [unchanged] = groupRegionsByProvider(given);
  expect(unchanged?.regions.map(({ identifier }) => identifier)).toEqual(given);
});

it.each([
  ['CLOUDA_US_WEST_2', 'CLOUDA', 'us-west-2'],
  ['CLOUDB_EASTUS', 'CLOUDB', 'eastus'],
  ['CLOUDA_A\nB', 'CLOUDA', 'a\nb'],
  ['CLOUDB_', null, 'CLOUDB_'],
])('parseRegion(%j) → provider %j, name %j', (identifier, provider, name) => {
  expect(parseRegion(identifier)).toEqual({ provider, name });
});
