import { type Region, readRegion } from './readRegion.ts';

export type CountedRegion = Region & {
  /** How often the service listed the identifier. */
  times: number;
};

export type RegionGroup = {
  /** The provider prefix; null for the group of identifiers that have none. */
  providerPrefix: string | null;
  regions: CountedRegion[];
};

/**
 * Groups identifiers by provider prefix, in the service's order, those without one last. No identifier is ever lost:
 * a repeated one is counted.
 */
export function groupRegions(identifiers: readonly string[]): RegionGroup[] {
  const groups = new Map<string | null, Map<string, CountedRegion>>();
  for (const identifier of identifiers) {
    const region = readRegion(identifier);
    const group = groups.get(region.providerPrefix) ?? new Map<string, CountedRegion>();
    groups.set(region.providerPrefix, group);
    const known = group.get(identifier);
    group.set(identifier, { ...region, times: (known?.times ?? 0) + 1 });
  }
  return [...groups]
    .map(([providerPrefix, group]) => ({ providerPrefix, regions: [...group.values()] }))
    .sort((a, b) => Number(a.providerPrefix === null) - Number(b.providerPrefix === null));
}
