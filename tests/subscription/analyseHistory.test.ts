import { describe, expect, it } from 'vitest';
import type { SubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { analyseHistory, groupByYear, newestFirst } from '../../src/features/subscription/historyEntries.ts';
import {
  changeSentence,
  gapSentence,
  overlapSentence,
  problemSentence,
} from '../../src/features/subscription/sentences.ts';
import { findGaps, findOverlaps } from '../../src/features/subscription/spans.ts';
import { stateAt } from '../../src/features/subscription/states.ts';
import { levelTotals } from '../../src/features/subscription/totals.ts';
import { aRecord, dayMs } from './generatedHistory.ts';

const now = Date.parse('2025-01-01T00:00:00Z');

describe('ends', () => {
  it.each([
    ['the same moment', '2024-04-01T00:00:00Z'],
    ['the last ms', '2024-03-31T23:59:59.999Z'],
    ['the last µs', '2024-03-31T23:59:59.999999Z'],
    ['the last second', '2024-03-31T23:59:59Z'],
    ['the last day', '2024-03-31'],
    ['the next day as a date', '2024-04-01'],
    ['another zone', '2024-04-01T02:00:00+02:00'],
  ])('%s before a start is neither a gap nor an overlap', (_, validTo) => {
    const entries = history(['PRO', '2024-04-01T00:00:00Z', null], ['FREE', '2024-01-01T00:00:00Z', validTo]);
    expect(entries[1]?.to).toBe(Date.parse('2024-04-01T00:00:00Z'));
    expect(findGaps(entries)).toEqual([]);
    expect(findOverlaps(entries).total).toBe(0);
    expect(entries.map(changeSentence)).toEqual(['FREE → PRO', 'First record: FREE']);
  });

  it('a second before a start is none at any time of day', () => {
    const entries = history(
      ['PRO', '2024-04-01T10:15:30Z', null],
      ['FREE', '2024-01-01T00:00:00Z', '2024-04-01T10:15:29Z'],
    );
    expect(entries[1]?.to).toBe(entries[0]?.from);
    expect(findGaps(entries)).toEqual([]);
  });

  it('two seconds are a gap, and an end inside the day of a date-only end is that start', () => {
    const apart = history(
      ['PRO', '2024-04-01T10:00:02Z', null],
      ['FREE', '2024-01-01', '2024-04-01T10:00:00Z'],
    );
    expect(findGaps(apart).map(gapSentence)).toEqual(['No subscription for less than a day']);
    const inside = history(['PRO', '2024-03-31T15:00:00Z', null], ['FREE', '2024-01-01', '2024-03-31']);
    expect(inside[1]?.to).toBe(Date.parse('2024-03-31T15:00:00Z'));
  });

  it('a last second runs to midnight also where nothing follows', () => {
    const [entry] = history(['PRO', '2024-03-01T00:00:00Z', '2024-03-31T23:59:59Z']);
    expect(entry).toMatchObject({
      to: Date.parse('2024-04-01'),
      statedTo: Date.parse('2024-03-31T23:59:59Z'),
    });
  });

  it('an open end lasts until a later record starts, and a gap after that one is doubtful', () => {
    const entries = history(
      ['TEAM', '2024-09-13', null],
      ['PRO', '2024-06-01', '2024-08-31'],
      ['FREE', '2024-01-01', null],
    );
    expect(entries.map((entry) => entry.ending)).toEqual(['open', 'given', 'superseded']);
    expect(entries[2]?.to).toBe(Date.parse('2024-06-01'));
    expect(findGaps(entries).map(gapSentence)).toEqual([
      'No subscription for 12 days, unless an earlier record without an end went on',
    ]);
  });

  it('neither a record without length, nor a foreign or reversed one, closes an open end', () => {
    const entries = history(
      ['A', '2024-06-01T00:00:00Z', '2024-06-01T00:00:00Z'],
      ['B', '2024-07-01', '2024-05-01'],
      ['FREE', '2024-01-01', null],
    );
    expect(entries[2]).toMatchObject({ ending: 'open', to: null });
    const foreign = analyseHistory(
      [aRecord({ workspace: 'other', validFrom: '2024-05-01' }), aRecord({ validFrom: '2024-01-01' })],
      'acme',
    );
    expect(foreign[1]?.ending).toBe('open');
  });
});

describe('what is wrong with a record', () => {
  it.each<[string, Partial<SubscriptionRecord>, string[], string, boolean]>([
    ['nothing', { validFrom: '2024-01-01' }, [], 'current', true],
    ['no start', { validTo: '2024-02-01' }, ['start-missing'], 'ended', false],
    ['no dates', {}, ['start-missing'], 'unknown', false],
    ['start in words', { validFrom: 'tomorrow', validTo: '2026-01-01' }, ['start-invalid'], 'unknown', false],
    ['start in year 1', { validFrom: '0001-01-01T00:00:00Z' }, ['start-placeholder'], 'unknown', false],
    ['start in year 0', { validFrom: '0000-01-01' }, ['start-placeholder'], 'unknown', false],
    ['end in words', { validFrom: '2024-01-01', validTo: 'never' }, ['end-invalid'], 'unknown', false],
    [
      'end in words, to come',
      { validFrom: '2025-06-01', validTo: 'never' },
      ['end-invalid'],
      'scheduled',
      false,
    ],
    ['end in 9999', { validFrom: '2024-01-01', validTo: '9999-12-31' }, ['end-placeholder'], 'current', true],
    [
      'end in year 1',
      { validFrom: '2024-01-01', validTo: '0001-01-01' },
      ['end-placeholder'],
      'unknown',
      false,
    ],
    ['blank end', { validFrom: '2024-01-01', validTo: ' ' }, [], 'current', true],
    ['reversed', { validFrom: '2024-03-01', validTo: '2024-02-01' }, ['end-before-start'], 'unknown', false],
    [
      'the day before',
      { validFrom: '2024-03-02', validTo: '2024-03-01' },
      ['end-before-start'],
      'unknown',
      false,
    ],
    ['one day', { validFrom: '2024-03-01', validTo: '2024-03-01' }, [], 'ended', true],
    ['no level', { validFrom: '2024-01-01', level: null }, ['level-missing'], 'current', true],
    ['no workspace', { validFrom: '2024-01-01', workspace: null }, [], 'current', true],
  ])('%s', (_, fields, problems, state, counted) => {
    const [entry] = analyseHistory([aRecord(fields)], 'acme');
    expect(entry).toMatchObject({ problems, counted });
    expect(entry && stateAt(entry, now)).toBe(state);
    for (const problem of entry?.problems ?? []) expect(problemSentence(problem)).toMatch(/\.$/);
  });

  it('a number in place of a date is invalid, not missing or open', () => {
    const raw = { workspace: 'acme', level: 'PRO', validFrom: 17, validTo: 18 };
    const [entry] = analyseHistory([{ ...aRecord({}), raw }], 'acme');
    expect(entry?.problems).toEqual(['start-invalid', 'end-invalid']);
  });

  it('a foreign workspace is marked; where the slug never occurs the commonest value is its own', () => {
    const of = (...workspaces: (string | null)[]) =>
      analyseHistory(
        workspaces.map((workspace) => aRecord({ workspace, validFrom: '2024-01-01' })),
        'acme',
      ).map((entry) => entry.problems.includes('foreign-workspace'));
    expect(of('acme', 'other', 'other', null)).toEqual([false, true, true, false]);
    expect(of('id-1', 'id-2', 'id-1', null)).toEqual([false, true, false, false]);
  });
});

describe('changes', () => {
  it('come from dates, over gaps and out of contained records', () => {
    const entries = history(
      ['FREE', '2024-01-01', '2024-06-30'],
      ['PRO', '2024-03-01', '2024-03-31'],
      ['TEAM', '2024-07-01', '2024-07-31'],
      ['TEAM', '2024-08-01', '2024-08-31'],
      ['TEAM', '2024-10-01', '2024-10-31'],
    );
    expect(entries.map(changeSentence)).toEqual([
      'First record: FREE',
      'FREE → PRO',
      'FREE → TEAM',
      'TEAM continues',
      'TEAM again',
    ]);
    expect(findOverlaps(entries).pairs.map(overlapSentence)).toEqual(['PRO lies within FREE for 1 month']);
  });

  it('has no sentence for a record that is not counted', () => {
    expect(history(['PRO', null, null]).map(changeSentence)).toEqual([null]);
  });

  it('tells a partial, an open and an equal overlap apart', () => {
    const of = (...rows: Row[]) => findOverlaps(history(...rows)).pairs.map(overlapSentence);
    expect(of(['A', '2024-01-01', '2024-02-10'], ['B', '2024-02-01', null])).toEqual([
      'A and B overlap for 10 days',
    ]);
    expect(of(['A', '2024-01-01', null], ['B', '2024-01-01', null])).toEqual([
      'B and A cover the same time, until further notice',
    ]);
  });
});

describe('lists made of entries', () => {
  const entries = history(
    ['PRO', '2024-12-31T23:59:59.999Z', '2025-01-10T00:00:00Z'],
    ['FREE', '2023-03-01', '2024-01-31'],
    ['FREE', '2023-01-01', '2023-01-31'],
    ['TEAM', 'soon', null],
  );

  it('years are runs by start, the undated last; the zone may move a start into another year', () => {
    const sorted = newestFirst(entries).entries;
    const years = (...rest: [((moment: number) => number)?]) =>
      groupByYear(sorted, ...rest).map(({ year, entries: { length } }) => [year, length]);
    expect(years()).toEqual([
      [2024, 1],
      [2023, 2],
      [null, 1],
    ]);
    expect(years((moment) => new Date(moment + 3_600_000).getUTCFullYear())[0]).toEqual([2025, 1]);
  });

  it('totals come longest first, and name levels without counted time too', () => {
    const window = { from: Date.parse('2023-01-01'), to: Date.parse('2026-01-01') };
    expect(levelTotals([...entries].reverse(), window)).toEqual([
      { level: 'FREE', ms: (31 + 337) * dayMs, records: 2 },
      { level: 'PRO', ms: 9 * dayMs + 1, records: 1 },
      { level: 'TEAM', ms: 0, records: 1 },
    ]);
  });
});

type Row = [level: string, validFrom: string | null, validTo: string | null];

function history(...rows: Row[]) {
  return analyseHistory(
    rows.map(([level, validFrom, validTo]) => aRecord({ level, validFrom, validTo })),
    'acme',
  );
}
