import { createLoader, createSerializer } from 'nuqs';
import { describe, expect, it } from 'vitest';
import type { SubscriptionHistory } from '../../src/subscription/history.ts';
import {
  exportHistory,
  getSelectedDays,
  historyParams,
  listRows,
} from '../../src/subscription/historyView.ts';
import { aHistory, dayMs } from './generatedHistory.ts';

const readView = createLoader(historyParams);

describe('the days', () => {
  it.each([
    ['a day inside of the record', 'from=2024-03-05&to=2024-03-05', 1],
    // https://github.com/open-learning-exchange/planet/issues/9956: the last day was cut at its beginning.
    ['the day on whose evening it began', 'from=2024-02-01&to=2024-03-01', 1],
    ['days that start on its last day', 'from=2024-03-09', 1],
    ['days before it', 'to=2024-02-29', 0],
    ['"To" before "From"', 'from=2024-03-05&to=2024-03-04', 0],
    ['a different level', 'level=TEAM', 0],
  ])('%s → %s has %i records', (_, search, count) => {
    const history = aHistory('PRO 2024-03-01T18:00:00Z 2024-03-10T00:00:00Z', { now: '2024-03-05' });
    expect(levelsOf(history, search)).toHaveLength(count);
  });

  it('a day on which the level changes → both records and the gap between them, newest first', () => {
    const history = aHistory('TEAM 2024-03-09T18:00:00Z - | PRO 2024-03-01 2024-03-09T12:00:00Z');
    expect(levelsOf(history, 'from=2024-03-09&to=2024-03-09')).toEqual(['TEAM', 'gap', 'PRO']);
    expect(listRows(history, readView('?from=2024-03-09&to=2024-03-09')).map(({ ms }) => ms)).toEqual(
      [6, 6, 12].map((hours) => hours * 3_600_000),
    );
  });

  it('one level → no gaps, because the records around them are hidden', () => {
    const history = aHistory('PRO 2026-03-01 - | FREE 2026-01-01 2026-01-31');
    expect(levelsOf(history, 'level=FREE')).toEqual(['FREE']);
    expect(levelsOf(history, '')).toEqual(['PRO', 'gap', 'FREE']);
  });

  it.each([
    ['', null],
    ['from=2026-07-01&to=2026-09-30', 92],
    ['from=2026-11-20', 5.5],
    ['to=2024-01-10', 10],
    ['from=2026-02-01&to=2026-01-01', null],
  ])('%j → %s days to count', (search, days) => {
    const span = getSelectedDays(readView(`?${search}`), aHistory('PRO 2024-01-01 -'));
    expect(span && (span.to - span.from) / dayMs).toBe(days);
  });
});

it('the URL keeps the view, and ignores what it can’t read', () => {
  const view = { level: '', from: '2024-02-29', to: null };
  const search = createSerializer(historyParams)('?other=1', view);
  expect(search).toBe('?other=1&level=&from=2024-02-29');
  expect(readView(search)).toEqual(view);
  expect(readView('?from=2024-02-30&to=1')).toEqual({ level: null, from: null, to: null });
});

it.each([
  ['scheduled', 'TEAM 2027-01-01 -', 'Scheduled'],
  ['in force', 'TEAM 2026-01-01 2027-01-01', 'Current'],
  ['without a readable end', 'TEAM 2026-01-01 soon', null],
  ['behind a newer one', 'TEAM 2026-01-01 2027-01-01 | PRO 2026-02-01 -', null],
])('a record that is %s → %s is %s', (_, rows, state) => {
  const row = listRows(aHistory(rows), readView('')).find(({ entry }) => entry.level === 'TEAM');
  expect(row?.state).toBe(state);
});

describe('the CSV', () => {
  const history = aHistory(
    'TEAM 2026-12-16 - | =1+1 2026-08-27T12:00:00Z 2026-12-15 | FREE 2026-02-01 2026-05-31',
  );

  it('all time → spreadsheet dates, days as numbers, a row per gap, and no formula', () => {
    expect(toCsv(history, '')).toEqual([
      'level,from,to,days,state,note,validFrom,validTo',
      'TEAM,2026-12-16 00:00,,,Scheduled,,2026-12-16,',
      `"'=1+1",2026-08-27 12:00,2026-12-16 00:00,110.5,Current,,2026-08-27T12:00:00Z,2026-12-15`,
      '(no subscription),2026-06-01 00:00,2026-08-27 12:00,87.5,Gap,,,',
      'FREE,2026-02-01 00:00,2026-06-01 00:00,120,,,2026-02-01,2026-05-31',
    ]);
  });

  it('an incomplete list → doesn’t claim that there was no subscription', () => {
    const part = aHistory('B 2026-02-01 - | A 2025-01-01 2025-06-01', { isComplete: false });
    expect(toCsv(part, '')[2]).toMatch(/^\(no record\)/);
  });
});

function levelsOf(history: SubscriptionHistory, search: string): string[] {
  return listRows(history, readView(`?${search}`)).map(({ entry }) =>
    entry.record === null ? 'gap' : entry.level,
  );
}

function toCsv(history: SubscriptionHistory, search: string): string[] {
  return exportHistory(history, readView(search)).text.trimEnd().split('\r\n');
}
