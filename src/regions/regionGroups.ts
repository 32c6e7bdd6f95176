import { parseRegion } from '../api/regions.ts';

/** A region identifier and its parts (section 2 of `service.md`). */
export type Region = {
  identifier: string;
  /** The text before the first `_`, or null if the identifier has a different format. */
  provider: string | null;
  /** Such as `us-west-2` for `CLOUDA_US_WEST_2`. Without a provider, the whole identifier. */
  name: string;
  listedCount: number;
};

export type ProviderRegions = { provider: string | null; regions: Region[] };

/** Groups identifiers by provider, in the service's order. The group of unknown formats is last. */
export function groupRegionsByProvider(identifiers: readonly string[]): ProviderRegions[] {
  const regions = new Map<string, Region>();
  for (const identifier of identifiers) {
    const region = regions.get(identifier) ?? { identifier, ...parseRegion(identifier), listedCount: 0 };
    regions.set(identifier, { ...region, listedCount: region.listedCount + 1 });
  }
  const groups = new Map<string | null, Region[]>();
  for (const region of regions.values()) {
    const members = groups.get(region.provider);
    if (members === undefined) groups.set(region.provider, [region]);
    else members.push(region);
  }
  return [...groups]
    .map(([provider, members]) => ({ provider, regions: members }))
    .sort((a, b) => Number(a.provider === null) - Number(b.provider === null));
}
