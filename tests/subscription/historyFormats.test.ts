import { describe, expect, it } from 'vitest';
import { historyFormats } from '../../src/subscription/historyFormats.ts';
import { aHistory } from './generatedHistory.ts';

const model = aHistory([
  ['TEAM', '2026-12-16T00:00:00Z', null],
  ['PRO', '2026-08-27T00:00:00Z', '2026-12-15T23:59:59Z'],
  ['=1+1', '2026-02-01', '2026-05-31'],
  ['A, "B"', '2026-01-01T12:00:00Z', '2026-02-01T00:00:00Z'],
  ['FREE', 'soon', null],
]);

describe('the CSV', () => {
  it('has spreadsheet dates, days as numbers, a row per gap, and no formula', () => {
    expect(historyFormats.csv(model.entries, model).split('\r\n')).toEqual([
      'level,from,to,days,state,change,note,validFrom,validTo',
      'TEAM,2026-12-16 00:00,,,Scheduled,from PRO,,2026-12-16T00:00:00Z,',
      'PRO,2026-08-27 00:00,2026-12-16 00:00,111.0,Current,from =1+1,,2026-08-27T00:00:00Z,2026-12-15T23:59:59Z',
      '(no record),2026-06-01 00:00,2026-08-27 00:00,87.0,,,,,',
      `"'=1+1",2026-02-01 00:00,2026-06-01 00:00,120.0,Ended,"from A, ""B""",,2026-02-01,2026-05-31`,
      '"A, ""B""",2026-01-01 12:00,2026-02-01 00:00,30.5,Ended,,,2026-01-01T12:00:00Z,2026-02-01T00:00:00Z',
      'FREE,,,,Unknown,,Invalid start date,soon,',
      '',
    ]);
  });

  it('only a complete list → claims "(no subscription)" and "first record"', () => {
    const csvOf = (isComplete: boolean) => {
      const list = aHistory('B 2026-02-01 - | A 2025-01-01 2025-06-01', { isComplete });
      return historyFormats.csv(list.entries, list);
    };
    expect(csvOf(true)).toContain('(no subscription),2025-06-02 00:00,2026-02-01 00:00,244.0');
    expect(csvOf(true)).toContain('first record');
    expect(csvOf(false)).toContain('(no record),2025-06-02 00:00,2026-02-01 00:00,244.0');
    expect(csvOf(false)).toContain('No end date, so its days are the days until now');
    expect(csvOf(false)).not.toContain('first record');
  });
});

it('the JSON has every field that the service sent', () => {
  const [team] = JSON.parse(historyFormats.json(model.entries, model));
  expect(team).toMatchObject({ to: null, state: 'Scheduled', record: { workspace: 'acme', level: 'TEAM' } });
});
