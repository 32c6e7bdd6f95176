/** `CLOUDA_EU_CENTRAL_1` is `eu-central-1` of `CLOUDA` (`service.md` §2). Other formats have no provider. */
export function parseRegion(identifier: string): { provider: string | null; name: string } {
  const [, provider = null, name = ''] = /^([^_]+)_(.+)$/s.exec(identifier) ?? [];
  if (provider === null) return { provider, name: identifier };
  return { provider, name: name.toLowerCase().replaceAll('_', '-') };
}

/** "eastus CLOUDB" for `CLOUDB_EASTUS`. The identifier belongs into the title beside it. */
export function formatRegion(identifier: string): string {
  const { provider, name } = parseRegion(identifier);
  return provider === null ? name : `${name} ${provider}`;
}
