import fc from 'fast-check';
import { decodeSubscriptionRecord, type SubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { endOf, type HistoryEntry, type Span } from '../../src/features/subscription/history.ts';

export const dayMs = 86_400_000;
const gridStart = Date.UTC(2024, 1, 20);
const gridDays = 24;

/** Generates histories on few days, so that touching, equal, nested and reversed records are frequent. */
export const generatedHistory: fc.Arbitrary<SubscriptionRecord[]> = fc.array(
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

/** Generates a moment at most 1 ms from the start of a day. */
export const generatedNow = fc
  .tuple(fc.integer({ min: -2, max: gridDays + 2 }), fc.constantFrom(-1, 0, 1))
  .map(([day, ms]) => gridStart + day * dayMs + ms);

/** Creates a decoded PRO record of acme without dates. The given fields replace the defaults. */
export function aRecord(fields: Record<string, unknown>): SubscriptionRecord {
  const record = decodeSubscriptionRecord({ workspace: 'acme', level: 'PRO', ...fields });
  if (record === null) throw new Error('The record could not be decoded.');
  return record;
}

/** Returns true if an entry covers a moment. */
export function covers(entry: HistoryEntry, moment: number): boolean {
  return entry.isCounted && entry.from !== null && entry.from <= moment && moment < endOf(entry);
}

/** Splits a window at every date of an entry. Returns each part with the entries that cover the part. */
export function segments(entries: readonly HistoryEntry[], window?: Span): (Span & { by: HistoryEntry[] })[] {
  const dates = entries.flatMap(({ isCounted, from, to }) => (isCounted && from !== to ? [from, to] : []));
  const moments = new Set([...dates, window?.from ?? null, window?.to ?? null]);
  const sorted = [...moments]
    .filter((moment) => moment !== null)
    .filter((moment) => window === undefined || (moment >= window.from && moment <= window.to))
    .sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, i) => ({
    from,
    to: sorted[i + 1] ?? from,
    by: entries.filter((entry) => covers(entry, from)),
  }));
}

function generateDate(...edgeCases: (string | null)[]): fc.Arbitrary<string | null> {
  const onGrid = fc
    .tuple(fc.integer({ min: 0, max: gridDays }), fc.constantFrom(0, 0, 0, 0, -1, -1000, 3_600_000))
    .map(([day, shift]) => new Date(gridStart + day * dayMs + shift).toISOString());
  const dateOnly = onGrid.map((text) => text.slice(0, 10));
  return fc.oneof(
    { weight: 12, arbitrary: onGrid },
    { weight: 2, arbitrary: dateOnly },
    { weight: 2, arbitrary: fc.constantFrom(...edgeCases) },
  );
}
