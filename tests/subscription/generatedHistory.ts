import fc from 'fast-check';
import { decodeSubscriptionRecord, type SubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { endOf, type HistoryEntry, type Span } from '../../src/features/subscription/history.ts';

export const dayMs = 86_400_000;
const gridStart = Date.UTC(2024, 1, 20);
const gridDays = 24;

/** Histories on a small grid of days, so that touching, equal, nested and reversed records are all frequent. */
export const generatedHistory: fc.Arbitrary<SubscriptionRecord[]> = fc.array(
  fc
    .record({
      workspace: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('acme', null) }, fc.constant('other')),
      level: fc.constantFrom('FREE', 'PRO', 'TEAM', null),
      validFrom: moment(null, 'yesterday', '0001-01-01T00:00:00Z', '2024-02-30'),
      validTo: moment(null, null, null, '', '9999-12-31T23:59:59Z', 'never'),
    })
    .map(aRecord),
  { maxLength: 9 },
);

/** A moment on the grid or 1 ms beside it. */
export const generatedNow = fc
  .tuple(fc.integer({ min: -2, max: gridDays + 2 }), fc.constantFrom(-1, 0, 1))
  .map(([day, ms]) => gridStart + day * dayMs + ms);

/** Returns a PRO record of acme without dates, decoded like a response of the service, with some fields replaced. */
export function aRecord(fields: Record<string, unknown>): SubscriptionRecord {
  const record = decodeSubscriptionRecord({ workspace: 'acme', level: 'PRO', ...fields });
  if (record === null) throw new Error('The record could not be decoded.');
  return record;
}

/** Returns true if an entry covers a moment, directly from the definition. */
export function covers(entry: HistoryEntry, moment: number): boolean {
  return entry.counted && entry.from !== null && entry.from <= moment && moment < endOf(entry);
}

/** Returns the spans between neighbouring dates of a window with the entries that cover them, by brute force. */
export function segments(entries: readonly HistoryEntry[], window?: Span): (Span & { by: HistoryEntry[] })[] {
  const dates = entries.flatMap(({ counted, from, to }) => (counted && from !== to ? [from, to] : []));
  const moments = new Set([...dates, window?.from ?? null, window?.to ?? null]);
  const sorted = [...moments]
    .filter((at) => at !== null)
    .filter((at) => window === undefined || (at >= window.from && at <= window.to))
    .sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, i) => ({
    from,
    to: sorted[i + 1] ?? from,
    by: entries.filter((entry) => covers(entry, from)),
  }));
}

function moment(...edgeCases: (string | null)[]): fc.Arbitrary<string | null> {
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
