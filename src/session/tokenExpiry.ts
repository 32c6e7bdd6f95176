/**
 * When a token says that it expires, where it is a readable JWT with `exp`: a hint, never proof, for the service alone
 * decides what it accepts (section 5 shows no lifetime).
 * @returns ms since the epoch, or null
 */
export function tokenExpiry(token: string): number | null {
  const parts = token.split('.');
  const [, payload] = parts;
  if (parts.length !== 3 || payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    const { exp } = claims;
    return typeof exp === 'number' && exp > 0 && exp < farthestSeconds ? exp * 1000 : null;
  } catch {
    return null;
  }
}

/** The last second that a Date can name. */
const farthestSeconds = 8.64e12;
