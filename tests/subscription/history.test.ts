import { describe, expect, it } from 'vitest';
import { chartPieces } from '../../src/features/subscription/chart.ts';
import { deriveHistory, stateAt } from '../../src/features/subscription/history.ts';
import {
  calendarDuration,
  changeSentence,
  durationText,
  gapSentence,
  overlapSentence,
  problemSentences,
} from '../../src/features/subscription/sentences.ts';
import { levelTotals, summaryAt } from '../../src/features/subscription/totals.ts';
import { aRecord, dayMs } from './generatedHistory.ts';

const now = Date.parse('2025-01-01T00:00:00Z');

/** A large history has one record per hour. */
const count = 10_000;
const hourMs = 3_600_000;
const start = Date.UTC(2010, 0, 1);

describe('the end of a record', () => {
  it.each([
    ['at the same moment', '2024-04-01T00:00:00Z'],
    ['1 µs earlier', '2024-03-31T23:59:59.999999Z'],
    ['1 s earlier', '2024-03-31T23:59:59Z'],
    ['on the day before, without a time', '2024-03-31'],
    ['on the same day, without a time', '2024-04-01'],
  ])('leaves neither a gap nor an overlap if it is %s', (_, validTo) => {
    const model = history(['PRO', '2024-04-01T00:00:00Z', null], ['FREE', '2024-01-01T00:00:00Z', validTo]);
    expect(model.entries[1]?.to).toBe(Date.parse('2024-04-01T00:00:00Z'));
    expect(model).toMatchObject({ gaps: 0, overlaps: 0 });
    expect(model.entries.map(changeSentence)).toEqual(['FREE → PRO', 'First record: FREE']);
  });

  it.each([
    ['one second earlier at any time of day', '2024-04-01T10:15:29Z', '2024-04-01T10:15:30Z'],
    ['on the same day, without a time', '2024-03-31', '2024-03-31T15:00:00Z'],
  ])('moves to the next start if it is %s', (_, validTo, validFrom) => {
    const { entries, gaps } = history(['PRO', validFrom, null], ['FREE', '2024-01-01', validTo]);
    expect(entries[1]?.to).toBe(Date.parse(validFrom));
    expect(gaps).toBe(0);
  });

  it('leaves a gap of two seconds', () => {
    const [newer] = history(
      ['PRO', '2024-04-01T10:00:02Z', null],
      ['FREE', '2024-01-01', '2024-04-01T10:00:00Z'],
    ).entries;
    expect(newer?.gap && gapSentence(newer.gap)).toBe('No subscription for less than a day');
  });

  it('is kept as stated, and a last second completes its day in the duration', () => {
    const [entry] = history(['PRO', '2024-01-01T00:00:00Z', '2024-12-31T23:59:59Z']).entries;
    const stated = Date.parse('2024-12-31T23:59:59Z');
    expect(entry).toMatchObject({ to: stated, statedTo: stated });
    expect(entry && durationText(entry, now)).toBe('1 year');
  });

  it('is the next start if the record is open', () => {
    const { entries } = history(
      ['TEAM', '2024-09-13', null],
      ['PRO', '2024-06-01', '2024-09-01'],
      ['FREE', '2024-01-01', null],
    );
    expect(entries.map(({ ending }) => ending)).toEqual(['open', 'given', 'superseded']);
    expect(entries[2]?.to).toBe(Date.parse('2024-06-01'));
    expect(entries[0]?.gap && gapSentence(entries[0].gap)).toBe('No subscription for 12 days');
  });

  it('stays open if the later record has no duration, is reversed or is foreign', () => {
    const { entries } = history(
      ['A', '2024-06-01T00:00:00Z', '2024-06-01T00:00:00Z'],
      ['B', '2024-07-01', '2024-05-01'],
      ['FREE', '2024-01-01', null],
    );
    expect(entries[2]).toMatchObject({ ending: 'open', to: null });
    const foreign = deriveHistory(
      [aRecord({ workspace: 'other', validFrom: '2024-05-01' }), aRecord({ validFrom: '2024-01-01' })],
      'acme',
    );
    expect(foreign.entries[1]?.ending).toBe('open');
  });
});

describe('a record with', () => {
  it.each<[name: string, fields: Record<string, unknown>, state: string, counted: boolean, problem?: string]>(
    [
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
    ],
  )('%s has the right problems and state', (_, { from, to, ...others }, state, counted, problem) => {
    const [entry] = deriveHistory([aRecord({ validFrom: from, validTo: to, ...others })], 'acme').entries;
    expect(entry).toMatchObject({ problems: problem?.split(' ') ?? [], counted });
    expect(entry && stateAt(entry, now)).toBe(state);
    for (const each of entry?.problems ?? []) expect(problemSentences[each]).toMatch(/\.$/);
  });

  it('a different workspace is foreign, unless no record names the requested one', () => {
    const areForeign = (...workspaces: (string | null)[]) =>
      deriveHistory(
        workspaces.map((workspace) => aRecord({ workspace, validFrom: '2024-01-01' })),
        'acme',
      ).entries.map(({ problems }) => problems.includes('foreign-workspace'));
    expect(areForeign('acme', 'other', 'other', null)).toEqual([false, true, true, false]);
    expect(areForeign('id-1', 'id-2', 'id-1', null)).toEqual([false, true, false, false]);
  });
});

describe('the change of a record', () => {
  it('follows from the dates, across gaps and contained records', () => {
    const { entries } = history(
      ['FREE', '2024-01-01', '2024-06-30'],
      ['PRO', '2024-03-01', '2024-04-01'],
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
    expect(overlapsOf(entries)).toEqual(['PRO lies within FREE for 1 month']);
  });

  it('is empty for a record that is not counted', () => {
    expect(history(['PRO', null, null]).entries.map(changeSentence)).toEqual(['']);
  });
});

it('an overlap is partial, contained or the same time', () => {
  const sentences = (...rows: Row[]) => overlapsOf(history(...rows).entries);
  expect(sentences(['A', '2024-01-01', '2024-02-10T12:00:00Z'], ['B', '2024-02-01', null])).toEqual([
    'A and B overlap for 9 days',
  ]);
  expect(sentences(['A', '2024-01-01', null], ['B', '2024-01-01', null])).toEqual([
    'B and A cover the same time, with no end date',
  ]);
});

it('levelTotals sorts levels by time and includes levels without counted time', () => {
  const { entries } = history(
    ['PRO', '2024-12-31T23:59:59.999Z', '2025-01-10T00:00:00Z'],
    ['FREE', '2023-03-01', '2024-02-01'],
    ['FREE', '2023-01-01', '2023-02-01'],
    ['TEAM', 'soon', null],
  );
  const window = { from: Date.parse('2023-01-01'), to: Date.parse('2026-01-01') };
  expect(levelTotals([...entries].reverse(), window)).toEqual([
    { level: 'FREE', ms: (31 + 337) * dayMs, records: 2 },
    { level: 'PRO', ms: 9 * dayMs + 1, records: 1 },
    { level: 'TEAM', ms: 0, records: 1 },
  ]);
});

describe('calendarDuration', () => {
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
  ])('%s to %s is %s', (from, to, text) => {
    expect(calendarDuration(Date.parse(from), Date.parse(to))).toBe(text);
  });
});

describe('a history of 10 000 records', () => {
  it('counts every overlap if all records share time', () => {
    const { entries, overlaps } = largeHistory(count * hourMs);
    expect(overlaps).toBe((count * (count - 1)) / 2);
    expect(entries[17]?.sharedWith).toBe(count - 1);
  });

  it('finds every gap and sorts records that the service sent oldest first', () => {
    const { entries, gaps, overlaps, servedNewestFirst } = largeHistory(hourMs / 2);
    expect(gaps).toBe(count - 1);
    expect(overlaps).toBe(0);
    expect(servedNewestFirst).toBe(false);
    expect(summaryAt(entries, start + count * hourMs).coveredMs).toBe((count * hourMs) / 2);
  });

  it('draws no more pieces than the chart has room for', () => {
    const { oldest, span } = largeHistory(hourMs);
    const { pieces } = chartPieces(oldest, span ?? { from: 0, to: 1 });
    expect(pieces.length).toBeGreaterThan(1000);
    expect(pieces.length).toBeLessThan(2_100);
  });
});

type Row = [level: string, validFrom: string | null, validTo: string | null];

function history(...rows: Row[]) {
  return deriveHistory(
    rows.map(([level, validFrom, validTo]) => aRecord({ level, validFrom, validTo })),
    'acme',
  );
}

function overlapsOf(entries: ReturnType<typeof history>['entries']): string[] {
  return entries.flatMap((entry) => (entry.overlap === null ? [] : [overlapSentence(entry, entry.overlap)]));
}

function largeHistory(lengthMs: number) {
  const records = Array.from({ length: count }, (_, i) => {
    const from = start + i * hourMs;
    return aRecord({
      level: i % 3 === 0 ? 'FREE' : 'PRO',
      validFrom: new Date(from).toISOString(),
      validTo: new Date(from + lengthMs).toISOString(),
    });
  });
  return deriveHistory(records, 'acme');
}
