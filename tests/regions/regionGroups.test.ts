import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exportedRegionFields,
  groupRegions,
  matchesSearch,
  parseRegion,
} from '../../src/regions/regionGroups.ts';
import { createRecordWriter } from '../../src/ui/exportRecords.ts';

const namePart = fc.stringMatching(/^[A-Za-z0-9-]{0,5}$/);
const identifiers = fc.array(
  fc.oneof(
    namePart,
    fc.array(namePart, { maxLength: 4 }).map((nameParts) => nameParts.join('_')),
    fc.string(),
  ),
);

describe('groupRegions', () => {
  it('keeps every identifier and counts repeats', () => {
    fc.assert(
      fc.property(identifiers, (given) => {
        const regions = groupRegions(given).flatMap((group) => group.regions);
        expect(
          regions.flatMap(({ identifier, listedCount }) => Array(listedCount).fill(identifier)).sort(),
        ).toEqual([...given].sort());
        expect(new Set(regions.map(({ identifier }) => identifier)).size).toBe(regions.length);
      }),
    );
  });

  it('puts identifiers without a provider prefix into one last group', () => {
    const groups = groupRegions(['ALONE', 'CLOUDB_EASTUS', '_X', 'CLOUDA_US_WEST_2', 'CLOUDA_']);
    expect(groups.map(({ providerPrefix }) => providerPrefix)).toEqual(['CLOUDB', 'CLOUDA', null]);
    expect(groups.at(-1)?.regions.map(({ identifier }) => identifier)).toEqual(['ALONE', '_X', 'CLOUDA_']);
  });

  it('separates prefixes that differ only in case', () => {
    expect(groupRegions(['CLOUDA_X', 'clouda_X'])).toHaveLength(2);
  });
});

describe('matchesSearch', () => {
  const westRegion = parseRegion('CLOUDA_US_WEST_2');
  it.each(['', '  ', 'us-west', 'US_WEST', 'clouda', 'west clouda', 'CLOUDA_US_WEST_2', ' 2 '])(
    'finds us-west-2 of CLOUDA by %j',
    (search) => expect(matchesSearch(westRegion, search)).toBe(true),
  );
  it.each(['cloudb', 'us-west-3', 'west east', 'us--west'])(
    'does not find us-west-2 of CLOUDA by %j',
    (search) => expect(matchesSearch(westRegion, search)).toBe(false),
  );
  it('finds an identifier without a provider prefix by "other"', () => {
    expect(matchesSearch(parseRegion('ALONE'), 'other')).toBe(true);
  });
});

it('exports contain every region identifier once and unchanged', () => {
  const groups = groupRegions(['CLOUDA_US_WEST_2', '=CMD()', 'CLOUDA_US_WEST_2', 'a,"b']);
  expect(
    JSON.parse(createRecordWriter(exportedRegionFields).json(groups.flatMap(({ regions }) => regions))),
  ).toEqual([
    { identifier: 'CLOUDA_US_WEST_2', provider: 'CLOUDA', region: 'us-west-2', listed: 2 },
    { identifier: '=CMD()', provider: null, region: '=CMD()', listed: 1 },
    { identifier: 'a,"b', provider: null, region: 'a,"b', listed: 1 },
  ]);
});
