import fc from 'fast-check';
import { decodeSubscriptionRecord, type SubscriptionRecord } from '../../src/api/useSubscriptionHistory.ts';
import { deriveHistory, type SubscriptionHistory } from '../../src/subscription/history.ts';

export const dayMs = 86_400_000;
const firstDay = Date.UTC(2024, 1, 20);
const dayCount = 24;

/** Histories of only 24 days, so that many records touch, overlap, are equal or end before they start. */
export const anyHistory: fc.Arbitrary<SubscriptionRecord[]> = fc.array(
  fc
    .record({
      level: fc.constantFrom('FREE', 'PRO', 'TEAM', null),
      validFrom: anyDate(null, 'yesterday', '0001-01-01T00:00:00Z', '2024-02-30'),
      validTo: anyDate(null, null, null, '', '9999-12-31T23:59:59Z', 'infinity', 'never'),
    })
    .map(aRecord),
  { maxLength: 9 },
);

/** The start of a day, or a moment 1 ms before or after it. */
export const anyMoment = fc
  .tuple(fc.integer({ min: -2, max: dayCount + 2 }), fc.constantFrom(-1, 0, 1))
  .map(([day, ms]) => firstDay + day * dayMs + ms);

/** A decoded PRO record of acme without dates. The given fields replace the defaults. */
export function aRecord(fields: Record<string, unknown>): SubscriptionRecord {
  const record = decodeSubscriptionRecord({ workspace: 'acme', level: 'PRO', ...fields });
  if (record === null) throw new Error('The record could not be decoded.');
  return record;
}

type ListOptions = { now?: string; isComplete?: boolean; unreadable?: unknown[] };

/** Reads rows such as "PRO 2026-01-01 - | FREE 2025-01-01 2025-12-31", in which "-" is null. */
export function toFields(rows: string): Record<string, string | null>[] {
  return rows.split('|').map((row) => {
    const [level, validFrom, validTo] = row.trim().split(' ');
    const orNull = (text = '-') => (text === '-' ? null : text);
    const dates = { validFrom: orNull(validFrom), validTo: orNull(validTo) };
    return { workspace: 'acme', level: orNull(level), ...dates };
  });
}

/** The history of records in the order of the service. "Now" is 25 November 2026, 12:00 UTC. */
export function aHistory(rows: string, options: ListOptions = {}): SubscriptionHistory {
  const { now = '2026-11-25T12:00:00Z', isComplete = true, unreadable = [] } = options;
  const items = rows === '' ? [] : toFields(rows).map(aRecord);
  return deriveHistory({ items, unreadable, isComplete }, Date.parse(now));
}

function anyDate(...edgeCases: (string | null)[]): fc.Arbitrary<string | null> {
  const dateTime = fc
    .tuple(fc.integer({ min: 0, max: dayCount }), fc.constantFrom(0, 0, 0, -1, -60_000, -61_000, 3_600_000))
    .map(([day, shiftMs]) => new Date(firstDay + day * dayMs + shiftMs).toISOString());
  const dateOnly = dateTime.map((text) => text.slice(0, 10));
  return fc.oneof(
    { weight: 12, arbitrary: dateTime },
    { weight: 2, arbitrary: dateOnly },
    { weight: 2, arbitrary: fc.constantFrom(...edgeCases) },
  );
}
