/** A region identifier and its parts (section 2 of `service.md`). */
type Region = {
  identifier: string;
  /** The text before the first `_`. null if there is no `_`, or no text before or after it. */
  providerPrefix: string | null;
  /** The name of the region, such as `us-west-2` for `CLOUDA_US_WEST_2`. Without a prefix, the whole identifier. */
  name: string;
};

export function parseRegion(identifier: string): Region {
  const separatorIndex = identifier.indexOf('_');
  if (separatorIndex <= 0 || separatorIndex === identifier.length - 1)
    return { identifier, providerPrefix: null, name: identifier };
  const name = identifier
    .slice(separatorIndex + 1)
    .toLowerCase()
    .replaceAll('_', '-');
  return { identifier, providerPrefix: identifier.slice(0, separatorIndex), name };
}

export type CountedRegion = Region & {
  /** Number of times that the service lists the identifier. */
  listedCount: number;
};

export type RegionGroup = Pick<Region, 'providerPrefix'> & { regions: CountedRegion[] };

/** Groups identifiers by provider prefix, in the service's order. The group without a prefix is last. */
export function groupRegions(identifiers: readonly string[]): RegionGroup[] {
  const groups = new Map<string | null, Map<string, CountedRegion>>();
  for (const identifier of identifiers) {
    const region = parseRegion(identifier);
    const group = groups.get(region.providerPrefix) ?? new Map<string, CountedRegion>();
    groups.set(region.providerPrefix, group);
    group.set(identifier, { ...region, listedCount: (group.get(identifier)?.listedCount ?? 0) + 1 });
  }
  return [...groups]
    .map(([providerPrefix, group]) => ({ providerPrefix, regions: [...group.values()] }))
    .sort((a, b) => Number(a.providerPrefix === null) - Number(b.providerPrefix === null));
}

/**
 * Returns true if each word of the search occurs in the identifier, the name or the provider prefix. Ignores case. The word
 * "other" finds the regions without a prefix.
 */
export function matchesSearch({ identifier, name, providerPrefix }: Region, search: string): boolean {
  const text = `${identifier}\n${name}\n${providerPrefix ?? 'other'}`.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

export const exportedRegionFields: Record<string, (region: CountedRegion) => unknown> = {
  identifier: ({ identifier }) => identifier,
  provider: ({ providerPrefix }) => providerPrefix,
  region: ({ name }) => name,
  listed: ({ listedCount }) => listedCount,
};
