import fc from 'fast-check';
import { decodeSubscriptionRecord, type SubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { endOf, type HistoryEntry, type Span } from '../../src/subscription/history.ts';

export const dayMs = 86_400_000;
const firstDay = Date.UTC(2024, 1, 20);
const dayCount = 24;

/** Generates histories of only 24 days, so that many records touch, overlap, are equal or end before they start. */
export const anyHistory: fc.Arbitrary<SubscriptionRecord[]> = fc.array(
  fc
    .record({
      workspace: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('acme', null) }, fc.constant('other')),
      level: fc.constantFrom('FREE', 'PRO', 'TEAM', null),
      validFrom: generateDate(null, 'yesterday', '0001-01-01T00:00:00Z', '2024-02-30'),
      validTo: generateDate(null, null, null, '', '9999-12-31T23:59:59Z', 'never'),
    })
    .map(aRecord),
  { maxLength: 9 },
);

/** Generates the start of a day, or a moment 1 ms before or after the start. */
export const anyNow = fc
  .tuple(fc.integer({ min: -2, max: dayCount + 2 }), fc.constantFrom(-1, 0, 1))
  .map(([day, ms]) => firstDay + day * dayMs + ms);

/** Creates a decoded PRO record of acme without dates. The given fields replace the defaults. */
export function aRecord(fields: Record<string, unknown>): SubscriptionRecord {
  const record = decodeSubscriptionRecord({ workspace: 'acme', level: 'PRO', ...fields });
  if (record === null) throw new Error('The record could not be decoded.');
  return record;
}

/** Returns true if an entry is included and covers a moment. */
export function covers(entry: HistoryEntry, moment: number): boolean {
  return entry.isIncluded && entry.from !== null && entry.from <= moment && moment < endOf(entry);
}

/** Splits a time range at the start and end of each included entry. Returns each part with the entries that cover the part. */
export function splitTime(entries: readonly HistoryEntry[], range?: Span) {
  const dates = entries.flatMap(({ isIncluded, from, to }) => (isIncluded && from !== to ? [from, to] : []));
  const moments = new Set([...dates, range?.from ?? null, range?.to ?? null]);
  const sortedMoments = [...moments]
    .filter((moment) => moment !== null)
    .filter((moment) => range === undefined || (moment >= range.from && moment <= range.to))
    .sort((a, b) => a - b);
  return sortedMoments.slice(0, -1).map((from, i) => ({
    from,
    to: sortedMoments[i + 1] ?? from,
    covering: entries.filter((entry) => covers(entry, from)),
  }));
}

function generateDate(...edgeCases: (string | null)[]): fc.Arbitrary<string | null> {
  const dateTime = fc
    .tuple(fc.integer({ min: 0, max: dayCount }), fc.constantFrom(0, 0, 0, 0, -1, -1000, 3_600_000))
    .map(([day, shiftMs]) => new Date(firstDay + day * dayMs + shiftMs).toISOString());
  const dateOnly = dateTime.map((text) => text.slice(0, 10));
  return fc.oneof(
    { weight: 12, arbitrary: dateTime },
    { weight: 2, arbitrary: dateOnly },
    { weight: 2, arbitrary: fc.constantFrom(...edgeCases) },
  );
}
