import { expect, it } from 'vitest';
import { historyExporters } from '../../src/subscription/exportHistory.ts';
import type { SubscriptionHistory, TimeSpan } from '../../src/subscription/history.ts';
import { aHistory, aRecord } from './generatedHistory.ts';

const history = aHistory([
  aRecord({ level: 'TEAM', validFrom: '2026-12-16T00:00:00Z', seats: 5 }),
  aRecord({ validFrom: '2026-08-27T00:00:00Z', validTo: '2026-12-15T23:59:59Z' }),
  aRecord({ level: '=1+1', validFrom: '2026-02-01', validTo: '2026-05-31' }),
  aRecord({ level: 'A, "B"', validFrom: '2026-01-01T12:00:00Z', validTo: '2026-02-01T00:00:00Z' }),
  aRecord({ level: 'FREE', validFrom: 'soon' }),
]);

it('the CSV has spreadsheet dates, days as numbers, a row per gap, and no formula', () => {
  expect(toCsv(history).split('\r\n')).toEqual([
    'level,from,to,days,state,change,note,validFrom,validTo',
    'TEAM,2026-12-16 00:00,,,Scheduled,from PRO,,2026-12-16T00:00:00Z,',
    'PRO,2026-08-27 00:00,2026-12-15 23:59,111,Current,from =1+1,,2026-08-27T00:00:00Z,2026-12-15T23:59:59Z',
    '(no record),2026-05-31 23:59,2026-08-27 00:00,87,,,,,',
    `"'=1+1",2026-02-01 00:00,2026-05-31 23:59,120,Ended,"from A, ""B""",,2026-02-01,2026-05-31`,
    '"A, ""B""",2026-01-01 12:00,2026-02-01 00:00,30.5,Ended,,,2026-01-01T12:00:00Z,2026-02-01T00:00:00Z',
    'FREE,,,,Unknown,,Invalid start date,soon,',
    '',
  ]);
});

it('only a complete list → the CSV claims "(no subscription)" and "first record"', () => {
  const rows = 'B 2026-02-01 - | A 2025-01-01 2025-06-01';
  const [whole, part] = [aHistory(rows), aHistory(rows, { isComplete: false })];
  expect(toCsv(whole)).toMatch(/\(no subscription\).*first record/s);
  expect(toCsv(part)).not.toMatch(/\(no subscription\)|first record/);
  expect(toCsv(part)).toContain('No end date, so its days are those until now');
});

it('with dates, the last column has the days inside, each one for the record in force', () => {
  const rows = 'B 2026-06-01 - | A 2026-01-01 2026-03-01 | C 2025-01-01 2026-02-01 | D 2024-01-01 soon';
  const history = aHistory(rows);
  const selected = { from: Date.parse('2026-01-22'), to: Date.parse('2026-07-01') };
  const lines = toCsv(history, selected).trimEnd().split('\r\n');
  const firstAndLast = lines.map((line) => `${line.split(',')[0]}: ${line.split(',').at(-1)}`);
  const header = 'level: days from 2026-01-22 to 2026-06-30';
  expect(firstAndLast).toEqual([header, 'B: 30', '(no subscription): 91', 'A: 39', 'C: 0', 'D: ']);
  const [first] = JSON.parse(historyExporters.json(history.entries, history, selected));
  expect(first['days from 2026-01-22 to 2026-06-30']).toBe(30);
});

it('the JSON has every field that the service sent', () => {
  const [team] = JSON.parse(historyExporters.json(history.entries, history, null));
  expect(team).toMatchObject({ to: null, state: 'Scheduled', record: { workspace: 'acme', seats: 5 } });
});

function toCsv(of: SubscriptionHistory, selected: TimeSpan | null = null): string {
  return historyExporters.csv(of.entries, of, selected);
}
