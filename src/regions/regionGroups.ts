import { parseRegion } from '../api/regions.ts';

export type Region = {
  identifier: string;
  /** The text before the first `_`, or null if the identifier has a different format. */
  provider: string | null;
  /** Such as `us-west-2` for `CLOUDA_US_WEST_2`. Without a provider, the whole identifier. */
  name: string;
  listedCount: number;
};

export type ProviderRegions = { provider: string | null; regions: Region[] };

/** In the service's order, with unknown formats last. In a group, the region with the most instances is first. */
export function groupRegionsByProvider(
  identifiers: readonly string[],
  instanceCounts: ReadonlyMap<string, number> = new Map(),
): ProviderRegions[] {
  const countOf = ({ identifier }: Region) => instanceCounts.get(identifier) ?? 0;
  const regions = [...Map.groupBy(identifiers, (identifier) => identifier)].map(
    ([identifier, copies]): Region => ({
      identifier,
      ...parseRegion(identifier),
      listedCount: copies.length,
    }),
  );
  return [...Map.groupBy(regions, ({ provider }) => provider)]
    .map(([provider, members]) => ({ provider, regions: members.sort((a, b) => countOf(b) - countOf(a)) }))
    .sort((a, b) => Number(a.provider === null) - Number(b.provider === null));
}
