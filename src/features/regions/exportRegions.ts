import { recordWriter } from '../../ui/exportRecords.ts';
import type { RegionGroup } from './regionGroups.ts';

/** Regions as texts to save, in the order shown, each identifier once; the provider is not known where it has none. */
export const exportRegions = {
  json: (groups: readonly RegionGroup[]): string => writer.json(regionsOf(groups)),
  csv: (groups: readonly RegionGroup[]): string => writer.csv(regionsOf(groups)),
};

const regionsOf = (groups: readonly RegionGroup[]) => groups.flatMap(({ regions }) => regions);

const writer = recordWriter<RegionGroup['regions'][number]>({
  identifier: ({ identifier }) => identifier,
  provider: ({ providerPrefix }) => providerPrefix,
  region: ({ name }) => name,
  listed: ({ times }) => times,
});
