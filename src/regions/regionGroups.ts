import { parseRegion } from '../rules/regions.ts';

/** `provider` is the text before the first `_`, or null for identifiers of a different format. */
export type ProviderRegions = { provider: string | null; identifiers: readonly string[] };

/** Each identifier once, in the service's order, with unknown formats last. */
export function groupRegionsByProvider(identifiers: readonly string[]): readonly ProviderRegions[] {
  const groups = Map.groupBy(new Set(identifiers), (identifier) => parseRegion(identifier).provider);
  return Array.from(groups, ([provider, members]) => ({ provider, identifiers: members })).sort(
    (a, b) => Number(a.provider === null) - Number(b.provider === null),
  );
}
