/** `CLOUDA_EU_CENTRAL_1` is the region `eu-central-1` of `CLOUDA`. An identifier without a prefix is the region itself. */
export function splitRegion(identifier: string): { provider: string | null; region: string } {
  const [, provider = null, region = ''] = /^([^_]+)_(.+)$/.exec(identifier) ?? [];
  if (provider === null) return { provider, region: identifier };
  return { provider, region: region.toLowerCase().replaceAll('_', '-') };
}
