import { toCsv } from '../../ui/csv.ts';
import type { RegionGroup } from './regionGroups.ts';

/**
 * Regions as texts to save, in the order shown, each identifier once. In JSON the provider is null where the
 * identifier has none; in CSV (RFC 4180 with a header, safe to open in a spreadsheet) the cell is empty.
 */
export const exportRegions = {
  json(groups: readonly RegionGroup[]): string {
    return `${JSON.stringify(entriesOf(groups), null, 2)}\n`;
  },
  csv(groups: readonly RegionGroup[]): string {
    const rows = entriesOf(groups).map(({ identifier, provider, region, listed }) => [
      identifier,
      provider ?? '',
      region,
      String(listed),
    ]);
    return toCsv([['identifier', 'provider', 'region', 'listed'], ...rows]);
  },
};

function entriesOf(groups: readonly RegionGroup[]) {
  return groups.flatMap(({ regions }) =>
    regions.map(({ identifier, providerPrefix, name, times }) => ({
      identifier,
      provider: providerPrefix,
      region: name,
      listed: times,
    })),
  );
}
