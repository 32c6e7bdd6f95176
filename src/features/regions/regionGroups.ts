import { hasEveryWord } from '../../ui/words.ts';

/** A region identifier taken apart (section 2): nothing is invented, what does not fit stays whole. */
type Region = {
  /** The identifier, verbatim. */
  identifier: string;
  /** Text before the first `_`; null where the identifier does not have the documented shape. */
  providerPrefix: string | null;
  /** The region's name within its provider: `US_WEST_2` → `us-west-2`; the identifier where there is no prefix. */
  name: string;
};

/** Reads one identifier: a prefix that names the provider, an underscore, a region name. */
export function readRegion(identifier: string): Region {
  const cut = identifier.indexOf('_');
  if (cut <= 0 || cut === identifier.length - 1)
    return { identifier, providerPrefix: null, name: identifier };
  return {
    identifier,
    providerPrefix: identifier.slice(0, cut),
    name: identifier
      .slice(cut + 1)
      .toLowerCase()
      .replaceAll('_', '-'),
  };
}

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

/**
 * Whether a region is meant by a search: every word of it stands in the identifier, the region's name or the provider
 * prefix, in any case. A search without words means every region.
 */
export function regionMatches({ identifier, name, providerPrefix }: Region, search: string): boolean {
  return hasEveryWord(`${identifier}\n${name}\n${providerPrefix ?? 'other'}`, search);
}
