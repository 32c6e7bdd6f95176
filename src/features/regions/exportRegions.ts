import { recordWriter } from '../../ui/exportRecords.ts';
import type { CountedRegion } from './regionGroups.ts';

/** Regions as text, in the order shown, each identifier once. Without a provider prefix, the provider is missing. */
export const exportRegions = recordWriter<CountedRegion>({
  identifier: ({ identifier }) => identifier,
  provider: ({ providerPrefix }) => providerPrefix,
  region: ({ name }) => name,
  listed: ({ times }) => times,
});
