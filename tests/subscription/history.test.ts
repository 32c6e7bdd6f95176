import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deriveHistory,
  findSpanAt,
  mergeRuns,
  type SubscriptionHistory,
} from '../../src/subscription/history.ts';
import { aHistory, anyHistory, anyMoment, dayMs } from './generatedHistory.ts';

describe('any history', () => {
  function check(property: (history: SubscriptionHistory, moment: number) => void) {
    const histories = fc.property(anyHistory, anyMoment, (items, moment) =>
      property(deriveHistory({ items, unreadable: [], isComplete: true }, moment), moment),
    );
    fc.assert(histories, { numRuns: 500 });
  }

  it('at any time, of the records that have begun and not ended, the one that began last is in force', () => {
    check((history, moment) => {
      expect(findSpanAt(history.periods, moment)?.entry).toBe(findCovering(history, moment));
    });
  });

  it('periods and gaps → in order, without overlap, and without holes until now', () => {
    check(({ periods, gaps, now }) => {
      const spans = [...periods, ...gaps].sort((a, b) => a.from - b.from);
      for (const [i, { from, to }] of spans.entries()) {
        expect(from).toBeLessThan(to);
        expect(spans[i + 1]?.from ?? to).toBe(to);
      }
      if (spans.length > 0) expect(spans.at(-1)?.to).toBeGreaterThanOrEqual(now);
    });
  });
});

describe('the end of a record', () => {
  it.each([
    ['is a date: its whole day counts', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31', []],
    ['is the last second of a day', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:59:59Z', []],
    ['is missing', 'PRO 2024-04-01 - | FREE 2024-01-01 -', []],
    ['is a minute early', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:59:00Z', [60_000]],
    ['is before now, in the last record', 'FREE 2024-01-01 2026-11-24T12:00:00Z', [dayMs]],
  ])('%s → the gaps (ms) are right', (_, rows, expected) => {
    expect(aHistory(rows).gaps.map(({ from, to }) => to - from)).toEqual(expected);
  });

  it.each(['2999-12-31T23:59:59Z', '9999-12-31', '-'])('%s → no end', (validTo) => {
    expect(aHistory(`PRO 2026-01-01 ${validTo}`).entries[0]).toMatchObject({ to: null, problem: null });
  });

  it.each([
    ['1970-01-01T00:00:00Z', 'Invalid end date'],
    ['infinity', 'Invalid end date'],
    ['2025-12-01', 'Ends before it starts'],
  ])('%s → unclear, with the reason', (validTo, problem) => {
    expect(aHistory(`PRO 2026-01-01 ${validTo}`).entries[0]).toMatchObject({ to: null, problem });
  });
});

it.each([
  ['-', 'No start date'],
  ['soon', 'Invalid start date'],
  ['1970-01-01', 'Invalid start date'],
  ['2999-01-01', 'Invalid start date'],
])('the start %s → never in force, and nothing is certain', (validFrom, problem) => {
  const { entries, periods, isCertain } = aHistory(`PRO ${validFrom} -`);
  expect(entries[0]).toMatchObject({ from: null, problem });
  expect({ periods, isCertain }).toEqual({ periods: [], isCertain: false });
});

it.each([
  ['after a short record inside a long one', 'PRO', 'B 2026-03-01 2026-04-01 | PRO 2026-01-01 2027-01-01'],
  ['a newer one ended, an older one has no end', undefined, 'B 2026-03-01 2026-04-01 | A 2026-01-01 -'],
  ['two with one start → the first of the list', 'NEW', 'NEW 2026-01-01 - | OLD 2026-01-01 -'],
  ['two within a second', 'NEW', 'OLD 2026-01-01T00:00:00.1Z - | NEW 2026-01-01T00:00:00.9Z -'],
  ['an end in words', null, 'PRO 2026-01-01 never'],
  // https://github.com/bryntum/support/issues/3269: events without duration.
  ['a record that ends when it begins', 'A', 'B 2026-03-01T00:00:00Z 2026-03-01T00:00:00Z | A 2026-01-01 -'],
])('%s → the level now is %s', (_, level, rows) => {
  const { periods, now } = aHistory(rows);
  expect(findSpanAt(mergeRuns(periods), now)?.level).toBe(level);
});

/** The entries have the newest first. A record without a readable end lasts until the next one that has a duration. */
function findCovering({ entries }: SubscriptionHistory, moment: number) {
  let nextStart = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const from = entry.from ?? Number.POSITIVE_INFINITY;
    const end = entry.to ?? nextStart;
    if (from <= moment && moment < end) return entry;
    if (from < end) nextStart = from;
  }
  return undefined;
}
