import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupRegionsByProvider } from '../../src/regions/regionGroups.ts';
import { formatRegion, parseRegion } from '../../src/rules/regions.ts';

const namePart = fc.stringMatching(/^[A-Za-z0-9-]{0,5}$/);
const nameParts = fc.array(namePart, { maxLength: 4 }).map((parts) => parts.join('_'));

it('any list of regions → every identifier once', () => {
  const lists = fc.array(fc.oneof(nameParts, fc.string()));
  fc.assert(
    fc.property(lists, (given) => {
      const listed = groupRegionsByProvider(given).flatMap(({ identifiers }) => identifiers);
      expect(listed.toSorted()).toEqual([...new Set(given)].sort());
    }),
  );
});

it('prefixes → a group each, in the order of the list, and unknown formats last', () => {
  const groups = groupRegionsByProvider(['ALONE', 'CLOUDB_X', '_X', 'CLOUDA_X', 'clouda_X', 'CLOUDA_']);
  expect(groups.map(({ provider }) => provider)).toEqual(['CLOUDB', 'CLOUDA', 'clouda', null]);
  expect(groups.at(-1)?.identifiers).toEqual(['ALONE', '_X', 'CLOUDA_']);
});

it.each([
  ['CLOUDA_US_WEST_2', 'CLOUDA', 'us-west-2', 'us-west-2 CLOUDA'],
  ['CLOUDB_EASTUS', 'CLOUDB', 'eastus', 'eastus CLOUDB'],
  ['CLOUDA_A\nB', 'CLOUDA', 'a\nb', 'a\nb CLOUDA'],
  ['CLOUDB_', null, 'CLOUDB_', 'CLOUDB_'],
])('%j → provider %j, name %j, shown as %j', (identifier, provider, name, text) => {
  expect(parseRegion(identifier)).toEqual({ provider, name });
  expect(formatRegion(identifier)).toBe(text);
});
