import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clipSpans,
  deriveHistory,
  findNextChange,
  findSpanAt,
  getEntryState,
  type SubscriptionHistory,
  sumPerLevel,
} from '../../src/subscription/history.ts';
import {
  describeChange,
  describeLevelAt,
  formatNote,
  listEntryNotes,
} from '../../src/subscription/sentences.tsx';
import { aHistory, anyHistory, anyMoment, aRecord, dayMs } from './generatedHistory.ts';

it('any history has one record in force, periods in order, real gaps, and totals of each moment', () => {
  const property = fc.property(anyHistory, anyMoment, (items, moment) => {
    const history = deriveHistory({ items, unreadable: [], isComplete: true }, 'acme', moment);
    const { periods, gaps, entries } = history;
    // Of the records that have begun and not ended, it is the one that began last.
    const covering = findCovering(history, moment);
    const inForce = findSpanAt(periods, moment)?.entry;
    // Up to a minute before the next record, the previous one stays in force.
    if (covering !== undefined || findCovering(history, moment + 60_000) === undefined)
      expect(inForce).toBe(covering);
    const hasEnded = inForce === undefined || inForce.isEndUnclear || inForce.to <= moment;
    const current = entries.filter((entry) => getEntryState(entry, history) === 'current');
    expect(current).toEqual(hasEnded ? [] : [inForce]);

    for (const [i, { from, to }] of periods.entries()) {
      expect(from).toBeLessThan(to);
      expect(periods[i + 1]?.from ?? to).toBeGreaterThanOrEqual(to);
    }
    for (const { from, to } of gaps) {
      expect(to - from).toBeGreaterThan(60_000);
      for (const edge of [from, to - 1]) expect(findCovering(history, edge)).toBeUndefined();
    }

    const span = { from: moment - 5 * dayMs, to: moment };
    const clear = periods.filter(({ entry }) => !entry.isEndUnclear);
    const ms = clipSpans(clear, span).reduce((sum, { from, to }) => sum + to - from, 0);
    expect(sumPerLevel(history, span).reduce((sum, level) => sum + level.ms, 0)).toBe(ms);
  });
  fc.assert(property, { numRuns: 600 });
});

describe('the end of a record', () => {
  it.each([
    ['is 60 s before the next start', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:59:00Z', []],
    ['is 61 s before the next start', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:58:59Z', [61_000]],
    ['is the day before', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31', []],
    ['is missing', 'PRO 2024-04-01 - | FREE 2024-01-01 -', []],
    ['is a leap second', 'PRO 2017-01-01T00:00:00Z - | FREE 2016-01-01 2016-12-31T23:59:60Z', []],
  ])('%s → the gaps (ms) are right', (_, rows, expected) => {
    expect(aHistory(rows).gaps.map(({ from, to }) => to - from)).toEqual(expected);
  });

  const placeholders = '2999-12-31T23:59:59Z|9999-12-31|+292278994-08-17T07:12:55.807Z|infinity|'.split('|');
  it.each(placeholders)('%j → no end date', (validTo) => {
    const history = aHistory([aRecord({ validFrom: '2026-01-01', validTo })]);
    expect(history.entries[0]).toMatchObject({ to: Number.POSITIVE_INFINITY, problems: [] });
  });
});

describe('the level now', () => {
  it.each<[string, string, string]>([
    ['an ended record', 'No subscription', 'PRO 2026-01-01 2026-02-01'],
    ['an end in 1970', 'Unknown', 'PRO 2026-01-01 1970-01-01'],
    ['an end in words, before the next record', 'TEAM', 'TEAM 2026-02-01 - | PRO 2026-01-01 never'],
    ['a start in 2999', 'Unknown', 'PRO 2999-01-01 -'],
    ['a short record inside a long one', 'PRO', 'FREE 2026-03-01 2026-04-01 | PRO 2026-01-01 2027-01-01'],
    ['two with one start, the newer first', 'NEW', 'NEW 2026-01-01 - | OLD 2026-01-01 -'],
    ['two within a second', 'NEW', 'OLD 2026-01-01T00:00:00.000100Z - | NEW 2026-01-01T00:00:00.000900Z -'],
  ])('%s → %s', (_, expected, rows) => {
    expect(levelAt(aHistory(rows))).toBe(expected);
  });

  it('records are missing or malformed → the absence of a record proves nothing', () => {
    const rows = 'PRO 2026-01-01 2026-02-01';
    for (const options of [{ isComplete: false }, { unreadable: ['malformed'] }]) {
      expect(levelAt(aHistory(rows, options))).toBe('Unknown');
      expect(changesOf(aHistory(rows, options))).toEqual([null]);
    }
  });
});

it.each<[string, string | null, string]>([
  ['a different level', 'TEAM 2027', 'TEAM 2027-01-01 - | PRO 2026-12-01 - | PRO 2026-01-01 2026-12-01'],
  ['the end', 'No subscription 2026', 'PRO 2026-01-01 2026-12-16T00:00:00Z'],
  ['a start after a gap', 'PRO 2027', 'PRO 2027-01-01 - | FREE 2026-01-01 2026-02-01'],
  ['nothing', null, 'PRO 2026-01-01 -'],
])('the next change is %s', (_, expected, rows) => {
  const history = aHistory(rows);
  const at = findNextChange(history);
  const iso = at === null ? '' : new Date(at).toISOString();
  expect(at && `${levelAt(history, iso)} ${iso.slice(0, 4)}`).toBe(expected);
});

it('a change compares with the record in force before, and an overlap is a note', () => {
  const history = aHistory(
    'TEAM 2024-10-01 2024-10-31 | TEAM 2024-08-01 2024-08-31 | TEAM 2024-07-01 2024-07-31 | PRO 2024-03-01 2024-03-31 | FREE 2024-01-01 2024-06-30',
  );
  expect(changesOf(history)).toEqual(['again', 'renewed', 'from FREE', 'from FREE', 'first record']);
  expect(notesOf(history)).toEqual([[], [], [], ['31 days overlap with FREE'], []]);
});

it('overlaps of a minute, or of the last day of a record, are none', () => {
  for (const end of ['2024-04-01T00:01:00Z', '2024-04-01'])
    expect(notesOf(aHistory(`PRO 2024-04-01T00:00:00Z - | FREE 2024-01-01 ${end}`))).toEqual([[], []]);
});

it('equal records count once, and one that names a different workspace counts too', () => {
  const twin = { validFrom: '2026-01-01', validTo: '2026-03-01' };
  const history = aHistory([
    aRecord({ workspace: 'id-1', validFrom: '2026-03-02', level: 'TEAM' }),
    aRecord({ workspace: 'ACME', ...twin }),
    aRecord({ workspace: 'ACME', ...twin }),
  ]);
  expect(levelAt(history)).toBe('TEAM');
  expect(notesOf(history)).toEqual([['names the workspace id-1'], []]);
  const record = aRecord(twin);
  const reversed = { ...record, raw: Object.fromEntries(Object.entries(record.raw ?? {}).reverse()) };
  expect(notesOf(aHistory([record, reversed]))).toEqual([[]]);
});

/** The entries have the newest first. */
function findCovering({ entries }: SubscriptionHistory, moment: number) {
  return entries.find(({ from, to }) => from !== null && from <= moment && moment < to);
}

function levelAt(history: SubscriptionHistory, iso?: string): string {
  const { level, word } = describeLevelAt(history, iso === undefined ? history.now : Date.parse(iso));
  return level ?? word;
}

function changesOf(history: SubscriptionHistory): (string | null)[] {
  return history.entries.map((entry) => {
    const change = describeChange(entry, history);
    return change && formatNote(change);
  });
}

function notesOf(history: SubscriptionHistory): string[][] {
  return history.entries.map((entry) => listEntryNotes(entry, history).map(formatNote));
}
