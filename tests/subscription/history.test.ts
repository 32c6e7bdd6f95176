import { createLoader } from 'nuqs';
import { expect, it } from 'vitest';
import { decodeSubscriptionRecord } from '../../src/api/useSubscriptionHistory.ts';
import { toCsv } from '../../src/rules/csv.ts';
import {
  deriveHistory,
  findSpanAt,
  historyParams,
  toHistoryCsvRows,
} from '../../src/subscription/history.ts';
import { toRecords } from './records.ts';

const readView = createLoader(historyParams);
/** The history of records in the order of the service. "Now" is 25 November 2026, 12:00 UTC. */
function read(rows: string, search = '', isComplete = true) {
  const items = toRecords(rows).flatMap((record) => decodeSubscriptionRecord(record) ?? []);
  const now = Date.UTC(2026, 10, 25, 12);
  return deriveHistory({ items, unreadable: [], isComplete }, now, readView(`?${search}`));
}

it.each([
  ['a short record inside a long one is over', 'PRO', 'B 2026-03-01 2026-04-01 | PRO 2026-01-01 2027-01-01'],
  ['one inside two is over', 'B', 'C 2026-06-01 2026-07-01 | B 2026-03-01 2027-01-01 | A 2026-01-01 -'],
  ['a newer one is over, an older one has no end', '', 'B 2026-03-01 2026-04-01 | A 2026-01-01 -'],
  ['two have one start → the first of the list', 'NEW', 'NEW 2026-01-01 - | OLD 2026-01-01 -'],
  ['two begin within a second', 'NEW', 'OLD 2026-01-01T00:00:00.1Z - | NEW 2026-01-01T00:00:00.9Z -'],
  ['one begins at this moment', 'NEW', 'NEW 2026-11-25T12:00:00Z - | OLD 2026-01-01 -'],
  ['the end is in words', null, 'PRO 2026-01-01 never'],
  // https://github.com/bryntum/support/issues/3269: events without duration.
  ['a record ends when it begins', 'A', 'B 2026-03-01T00:00:00Z 2026-03-01T00:00:00Z | A 2026-01-01 -'],
])('%s → the level now is %j', (_, level, rows) => {
  const { periods, now } = read(rows);
  expect(findSpanAt(periods, now)?.level).toBe(level);
});

it.each([
  ['is a date: its whole day counts', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31', []],
  ['is the last second of a day', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:59:59Z', []],
  ['is missing', 'PRO 2024-04-01 - | FREE 2024-01-01 -', []],
  ['is a minute early', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:59:00Z', [60_000]],
  ['is before now, in the last record', 'FREE 2024-01-01 2026-11-24T12:00:00Z', [86_400_000]],
])('the end of a record %s → the gaps (ms) are right', (_, rows, expected) => {
  expect(read(rows).rows.flatMap(({ entry, ms }) => (entry === null ? [ms] : []))).toEqual(expected);
});

it.each([
  ['2026-01-01', '-', null],
  ['2026-01-01', 'infinity', null],
  ['2026-01-01', '2100-01-01', null],
  ['2026-01-01', '1970-01-01T00:00:00Z', 'Invalid end date'],
  ['2026-01-01', 'soon', 'Invalid end date'],
  ['2026-01-01', '2025-12-01', 'Invalid end date'],
  ['-', '-', 'No start date'],
  ['soon', '-', 'Invalid start date'],
  ['1970-01-01', '-', 'Invalid start date'],
  ['2999-01-01', '-', 'Invalid start date'],
])('from %s to %s → no end, the note %j, and no claim with one', (from, to, problem) => {
  const { entries, rows, gapName } = read(`PRO ${from} ${to}`);
  expect(entries[0]).toMatchObject({ to: null, problem });
  expect(rows.find(({ entry }) => entry !== null)?.state).toBe(problem === null ? 'Current' : null);
  expect(gapName).toBe(problem?.includes('start') ? 'Unknown' : 'No subscription');
});

it.each([
  ['a day inside of the record', 'from=2024-03-05&to=2024-03-05', ['PRO']],
  // https://github.com/open-learning-exchange/planet/issues/9956: the last day was cut at its beginning.
  ['the day on whose evening it began', 'from=2024-02-01&to=2024-03-01', ['PRO', 'gap']],
  ['a day on which the level changes', 'from=2024-03-09&to=2024-03-09', ['TEAM', 'gap', 'PRO']],
  ['days that start on its last day', 'from=2024-03-09', ['TEAM', 'gap', 'PRO']],
  ['"To" before "From"', 'from=2024-03-05&to=2024-03-04', []],
  ['one level: no gaps, because the records around them are hidden', 'level=PRO', ['PRO']],
  ['days that nobody can read', 'from=2024-02-30&to=1', ['TEAM', 'gap', 'PRO']],
])('%s → the rows of %s', (_, search, names) => {
  const rows = 'TEAM 2024-03-09T18:00:00Z - | PRO 2024-03-01T18:00:00Z 2024-03-09T12:00:00Z';
  expect(read(rows, search).rows.map(({ entry }) => entry?.level ?? 'gap')).toEqual(names);
});

it('the CSV → spreadsheet dates, days as numbers, a row per gap, and no formula', () => {
  const rows = 'TEAM 2026-12-16 - | =1+1 2026-08-27T12:00:00Z 2026-12-15 | FREE 2026-02-01 2026-05-31';
  const csv = toCsv(toHistoryCsvRows(read(rows)));
  expect(csv.trimEnd().split('\r\n')).toEqual([
    'level,from,to,days,state,note,validFrom,validTo',
    'TEAM,2026-12-16 00:00,,,Scheduled,,2026-12-16,',
    `"'=1+1",2026-08-27 12:00,2026-12-16 00:00,110.5,Current,,2026-08-27T12:00:00Z,2026-12-15`,
    '(no subscription),2026-06-01 00:00,2026-08-27 12:00,87.5,Gap,,,',
    'FREE,2026-02-01 00:00,2026-06-01 00:00,120,,,2026-02-01,2026-05-31',
  ]);
  // An incomplete list doesn't prove that there was no subscription.
  expect(toCsv(toHistoryCsvRows(read(rows, '', false)))).toContain('(unknown)');
});
