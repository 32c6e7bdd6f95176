import { parseRegion } from '../api/regions.ts';

/** A region identifier and its parts (`service.md` §2). */
export type Region = {
  identifier: string;
  /** The text before the first `_`, or null if the identifier has a different format. */
  provider: string | null;
  /** Such as `us-west-2` for `CLOUDA_US_WEST_2`. Without a provider, the whole identifier. */
  name: string;
  listedCount: number;
};

export type ProviderRegions = { provider: string | null; regions: Region[] };

/**
 * Groups identifiers by provider, in the service's order. The group of unknown formats is last. In a group, the region with
 * the most instances is first.
 */
export function groupRegionsByProvider(
  identifiers: readonly string[],
  instanceCounts: ReadonlyMap<string, number> = new Map(),
): ProviderRegions[] {
  const regions = new Map<string, Region>();
  for (const identifier of identifiers) {
    const region = regions.get(identifier) ?? { identifier, ...parseRegion(identifier), listedCount: 0 };
    regions.set(identifier, { ...region, listedCount: region.listedCount + 1 });
  }
  const countOf = ({ identifier }: Region) => instanceCounts.get(identifier) ?? 0;
  const groups = new Map<string | null, Region[]>();
  for (const region of regions.values()) {
    const members = groups.get(region.provider);
    if (members === undefined) groups.set(region.provider, [region]);
    else members.push(region);
  }
  return [...groups]
    .map(([provider, members]) => ({ provider, regions: members.sort((a, b) => countOf(b) - countOf(a)) }))
    .sort((a, b) => Number(a.provider === null) - Number(b.provider === null));
}
