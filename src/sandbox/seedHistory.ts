/**
 * The subscription records of a workspace as wire text, most recent first (section 4.2): a scheduled one with an
 * open end, the current one, then the past with one gap. The same for the same numbers.
 * @param count how many; a single record is the current one, without an end
 * @param now ms since 1970 UTC
 */
export function seedHistory(workspaceSlug: string, count: number, now: number): string[] {
  const length = Math.min(90 * day, Math.floor((20 * 365 * day) / Math.max(count, 1)));
  const today = Math.floor(now / day) * day;
  const records: string[] = [];
  // The newest starts in the future, unless it is the only one.
  let validFrom = count > 1 ? today + 21 * day : today - length;
  let validTo: number | null = null;
  for (let place = 0; place < count; place += 1) {
    const level = levels[(count - 1 - place) % levels.length];
    records.push(
      JSON.stringify({ workspace: workspaceSlug, level, validFrom: utc(validFrom), validTo: utc(validTo) }),
    );
    validTo = place === gapAfter ? validFrom - Math.ceil(length / 4) : validFrom;
    // The current record must hold today, however short the others are.
    validFrom = place === 0 && count > 1 ? today - length : validTo - length;
  }
  return records;
}

const day = 24 * 60 * 60_000;
const gapAfter = 2;
// The document doesn't show which levels there are: these are the sandbox's.
const levels = ['FREE', 'STARTER', 'PRO', 'PRO', 'TEAM', 'ENTERPRISE', 'PRO'];

function utc(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
