import { describe, expect, it } from 'vitest';
import { createChartBars } from '../../src/subscription/chart.ts';
import { deriveHistory, getStateAt } from '../../src/subscription/history.ts';
import {
  changeSentence,
  describeGap,
  describeOverlap,
  formatCalendarDuration,
  formatDuration,
  problemSentences,
} from '../../src/subscription/sentences.ts';
import { summarizeHistory } from '../../src/subscription/totals.ts';
import { aRecord } from './generatedHistory.ts';

const now = Date.parse('2025-01-01T00:00:00Z');

const recordCount = 10_000;
const hourMs = 3_600_000;
const start = Date.UTC(2010, 0, 1);

describe('the end of a record', () => {
  it.each([
    ['equal to that start', '2024-04-01T00:00:00Z', '2024-04-01T00:00:00Z'],
    ['1 µs before that start', '2024-03-31T23:59:59.999999Z', '2024-04-01T00:00:00Z'],
    ['1 s before that start', '2024-04-01T10:15:29Z', '2024-04-01T10:15:30Z'],
    ['on the day before, without a time', '2024-03-31', '2024-04-01T00:00:00Z'],
    ['on the same day, without a time', '2024-03-31', '2024-03-31T15:00:00Z'],
  ])('moves to the start of the next record if it is %s', (_, validTo, validFrom) => {
    const model = createHistory(['PRO', validFrom, null], ['FREE', '2024-01-01T00:00:00Z', validTo]);
    expect(model.entries[1]?.to).toBe(Date.parse(validFrom));
    expect(model).toMatchObject({ gapCount: 0, overlapCount: 0 });
    expect(model.entries.map(changeSentence)).toEqual(['FREE → PRO', 'First record: FREE']);
  });

  it('leaves a gap if the next record starts two seconds later', () => {
    const [newer] = createHistory(
      ['PRO', '2024-04-01T10:00:02Z', null],
      ['FREE', '2024-01-01', '2024-04-01T10:00:00Z'],
    ).entries;
    expect(newer?.gap && describeGap(newer.gap)).toBe('No subscription for less than a day');
  });

  it('stays at 23:59:59 as stated, but the duration includes the whole day', () => {
    const [entry] = createHistory(['PRO', '2024-01-01T00:00:00Z', '2024-12-31T23:59:59Z']).entries;
    const statedEnd = Date.parse('2024-12-31T23:59:59Z');
    expect(entry).toMatchObject({ to: statedEnd, statedTo: statedEnd });
    expect(entry && formatDuration(entry, now)).toBe('1 year');
  });

  it('is the start of the next record if the record has no end date', () => {
    const { entries } = createHistory(
      ['TEAM', '2024-09-13', null],
      ['PRO', '2024-06-01', '2024-09-01'],
      ['FREE', '2024-01-01', null],
    );
    expect(entries.map(({ endKind }) => endKind)).toEqual(['open', 'stated', 'superseded']);
    expect(entries[2]?.to).toBe(Date.parse('2024-06-01'));
    expect(entries[0]?.gap && describeGap(entries[0].gap)).toBe('No subscription for 12 days');
  });

  it('stays open if the later record is excluded or has no duration', () => {
    const { entries } = createHistory(
      ['A', '2024-06-01T00:00:00Z', '2024-06-01T00:00:00Z'],
      ['B', '2024-07-01', '2024-05-01'],
      ['FREE', '2024-01-01', null],
    );
    expect(entries[2]).toMatchObject({ endKind: 'open', to: null });
    const withOtherWorkspace = deriveHistory(
      [aRecord({ workspace: 'other', validFrom: '2024-05-01' }), aRecord({ validFrom: '2024-01-01' })],
      'acme',
    );
    expect(withOtherWorkspace.entries[1]?.endKind).toBe('open');
  });
});

describe('a history record with', () => {
  it.each<
    [name: string, fields: Record<string, unknown>, state: string, isIncluded: boolean, problem?: string]
  >([
    ['valid dates', { from: '2024-01-01' }, 'current', true],
    ['no start', { to: '2024-02-01' }, 'ended', false, 'start-missing'],
    ['no dates', {}, 'unknown', false, 'start-missing'],
    ['a start in words', { from: 'tomorrow', to: '2026-01-01' }, 'unknown', false, 'start-invalid'],
    ['a start in year 1', { from: '0001-01-01T00:00:00Z' }, 'unknown', false, 'start-placeholder'],
    ['a start in year 0', { from: '0000-01-01' }, 'unknown', false, 'start-placeholder'],
    ['an end in words', { from: '2024-01-01', to: 'never' }, 'unknown', false, 'end-invalid'],
    ['a future start', { from: '2025-06-01', to: 'never' }, 'scheduled', false, 'end-invalid'],
    ['an end in year 9999', { from: '2024-01-01', to: '9999-12-31' }, 'current', true, 'end-placeholder'],
    ['an end in year 1', { from: '2024-01-01', to: '0001-01-01' }, 'unknown', false, 'end-placeholder'],
    ['a blank end', { from: '2024-01-01', to: ' ' }, 'current', true],
    [
      'an end before its start',
      { from: '2024-03-02', to: '2024-03-01' },
      'unknown',
      false,
      'end-before-start',
    ],
    ['an end at its start', { from: '2024-03-01', to: '2024-03-01' }, 'ended', true],
    ['no level', { from: '2024-01-01', level: null }, 'current', true, 'level-missing'],
    ['no workspace', { from: '2024-01-01', workspace: null }, 'current', true],
    ['numbers as dates', { from: 17, to: {} }, 'unknown', false, 'start-invalid end-invalid'],
  ])('%s, %j, has the state "%s"', (_, { from, to, ...others }, state, isIncluded, problem) => {
    const [entry] = deriveHistory([aRecord({ validFrom: from, validTo: to, ...others })], 'acme').entries;
    expect(entry).toMatchObject({ problems: problem?.split(' ') ?? [], isIncluded });
    expect(entry && getStateAt(entry, now)).toBe(state);
    for (const name of entry?.problems ?? []) expect(problemSentences[name]).toMatch(/\.$/);
  });

  it('a different workspace has a problem, even if no record names the open workspace', () => {
    const findDifferentWorkspaces = (...workspaces: (string | null)[]) =>
      deriveHistory(
        workspaces.map((workspace) => aRecord({ workspace, validFrom: '2024-01-01' })),
        'acme',
      ).entries.map(({ problems }) => problems.includes('different-workspace'));
    expect(findDifferentWorkspaces('acme', 'other', 'other', null)).toEqual([false, true, true, false]);
    expect(findDifferentWorkspaces('id-1', 'id-2', 'id-1', null)).toEqual([false, true, false, false]);
  });
});

it('changeSentence compares a record with the previous record, even across gaps', () => {
  const { entries } = createHistory(
    ['FREE', '2024-01-01', '2024-06-30'],
    ['PRO', '2024-03-01', '2024-04-01'],
    ['TEAM', '2024-07-01', '2024-07-31'],
    ['TEAM', '2024-08-01', '2024-08-31'],
    ['TEAM', '2024-10-01', '2024-10-31'],
    ['PRO', null, null],
  );
  expect(entries.map(changeSentence)).toEqual([
    'First record: FREE',
    'FREE → PRO',
    'FREE → TEAM',
    'TEAM continues',
    'TEAM again',
    '',
  ]);
  expect(overlapsOf(entries)).toEqual(['PRO lies within FREE for 1 month']);
});

it('describeOverlap describes partial overlaps and equal times', () => {
  const getSentences = (...rows: Row[]) => overlapsOf(createHistory(...rows).entries);
  expect(getSentences(['A', '2024-01-01', '2024-02-10T12:00:00Z'], ['B', '2024-02-01', null])).toEqual([
    'A and B overlap for 9 days',
  ]);
  expect(getSentences(['A', '2024-01-01', null], ['B', '2024-01-01', null])).toEqual([
    'B and A cover the same time, with no end date',
  ]);
});

describe('formatCalendarDuration', () => {
  it.each([
    ['2024-01-01', '2025-04-01', '1 year 3 months'],
    ['2024-01-31', '2024-02-29', '1 month'],
    ['2024-01-31', '2024-03-01', '1 month 1 day'],
    ['2024-02-29', '2025-02-28', '1 year'],
    ['2020-02-29', '2024-02-28', '3 years 11 months 30 days'],
    ['2024-12-15', '2025-01-14', '30 days'],
    ['2024-01-01T12:00:00Z', '2024-02-01T11:59:59Z', '30 days'],
    ['2024-01-01T00:00:00Z', '2024-01-01T23:59:59Z', 'less than a day'],
    ['2024-01-01', '2024-01-01', '0 days'],
    ['0050-01-01', '0150-01-01', '100 years'],
  ])('formats %s to %s as %s', (from, to, text) => {
    expect(formatCalendarDuration(Date.parse(from), Date.parse(to))).toBe(text);
  });
});

describe('a history of 10 000 records', () => {
  it('counts every overlap if each record overlaps all others', () => {
    const { entries, overlapCount } = largeHistory(recordCount * hourMs);
    expect(overlapCount).toBe((recordCount * (recordCount - 1)) / 2);
    expect(entries[17]?.overlapCount).toBe(recordCount - 1);
  });

  it('finds every gap, even if the service sent the oldest record first', () => {
    const { entries, gapCount, overlapCount, isServedNewestFirst } = largeHistory(hourMs / 2);
    expect(gapCount).toBe(recordCount - 1);
    expect(overlapCount).toBe(0);
    expect(isServedNewestFirst).toBe(false);
    expect(summarizeHistory(entries, start + recordCount * hourMs).subscribedMs).toBe(
      (recordCount * hourMs) / 2,
    );
  });

  it('shows only chart bars that are wide enough to see', () => {
    const { includedEntries, span } = largeHistory(hourMs);
    const { bars } = createChartBars(includedEntries, span ?? { from: 0, to: 1 });
    expect(bars.length).toBeGreaterThan(1000);
    expect(bars.length).toBeLessThan(2_100);
  });
});

type Row = [level: string, validFrom: string | null, validTo: string | null];

function createHistory(...rows: Row[]) {
  return deriveHistory(
    rows.map(([level, validFrom, validTo]) => aRecord({ level, validFrom, validTo })),
    'acme',
  );
}

function overlapsOf(entries: ReturnType<typeof createHistory>['entries']): string[] {
  return entries.flatMap((entry) => (entry.overlap === null ? [] : [describeOverlap(entry, entry.overlap)]));
}

/** Creates a history in which a record starts every hour. Each record lasts `durationMs`. */
function largeHistory(durationMs: number) {
  const records = Array.from({ length: recordCount }, (_, i) => {
    const from = start + i * hourMs;
    return aRecord({
      level: i % 3 === 0 ? 'FREE' : 'PRO',
      validFrom: new Date(from).toISOString(),
      validTo: new Date(from + durationMs).toISOString(),
    });
  });
  return deriveHistory(records, 'acme');
}
