import type { Region } from './readRegion.ts';

/**
 * Whether a region is meant by a search: every word of it stands in the identifier, the region's name or the provider
 * prefix, in any case. A search without words means every region.
 */
export function regionMatches({ identifier, name, providerPrefix }: Region, search: string): boolean {
  const text = `${identifier}\n${name}\n${providerPrefix ?? 'other'}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
