/** A region identifier taken apart (section 2): nothing is invented, what does not fit stays whole. */
export type Region = {
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
