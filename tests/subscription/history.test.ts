import fc from 'fast-check';
import { createLoader } from 'nuqs';
import { expect, it } from 'vitest';
import { decodeSubscriptionRecord } from '../../src/api/useSubscriptionHistory.ts';
import {
  deriveHistory,
  findSpanAt,
  historyParams,
  type SubscriptionHistory,
  toHistoryCsv,
} from '../../src/subscription/history.ts';
import { toRecords } from './records.ts';

const dayMs = 86_400_000;
const readView = createLoader(historyParams);

type Options = { search?: string; now?: number; isComplete?: boolean };

/** The history of records in the order of the service. "Now" is 25 November 2026, 12:00 UTC. */
function toHistory(records: readonly object[], options: Options = {}): SubscriptionHistory {
  const { search = '', now = Date.UTC(2026, 10, 25, 12), isComplete = true } = options;
  const items = records.flatMap((record) => decodeSubscriptionRecord(record) ?? []);
  return deriveHistory({ items, unreadable: [], isComplete }, now, readView(`?${search}`));
}

const read = (rows: string, options?: Options) => toHistory(toRecords(rows), options);
const gapsOf = ({ rows }: SubscriptionHistory) => rows.filter(({ entry }) => entry === null);
const namesOf = ({ rows }: SubscriptionHistory) => rows.map(({ entry }) => entry?.level ?? 'gap');
const periodNow = ({ periods, now }: SubscriptionHistory) => findSpanAt(periods, now);

/** Only 24 days, so that many records touch, overlap, are equal or end before they start. */
const firstDay = Date.UTC(2024, 1, 20);
const anyDay = fc.integer({ min: 0, max: 24 }).map((day) => firstDay + day * dayMs);
const anyShift = fc.constantFrom(0, 0, 0, -1, 1, -60_000, 3_600_000);
const anyMoment = fc.tuple(anyDay, anyShift).map(([day, shiftMs]) => day + shiftMs);
const anyTime = anyMoment.map((ms) => new Date(ms).toISOString());
const anyDate = fc.oneof(
  { weight: 6, arbitrary: anyTime },
  { arbitrary: anyTime.map((text) => text.slice(0, 10)), weight: 1 },
);
const anyHistory = fc.array(
  fc.record({
    level: fc.constantFrom('FREE', 'PRO', 'TEAM', null),
    validFrom: fc.oneof({ weight: 9, arbitrary: anyDate }, fc.constantFrom(null, 'soon', '2024-02-30')),
    validTo: fc.oneof(
      { weight: 6, arbitrary: anyDate },
      fc.constantFrom(null, 'infinity', '9999-12-31', 'never'),
    ),
  }),
  { maxLength: 9 },
);

it('at any time, of the records that have begun and not ended, the one that began last is in force', () => {
  const property = fc.property(anyHistory, anyMoment, (records, now) => {
    const history = toHistory(records, { now });
    expect(periodNow(history)?.entry).toBe(findCovering(history));
    for (const [i, { from, to }] of history.periods.entries()) {
      expect(from).toBeLessThan(to);
      expect(history.periods[i + 1]?.from ?? Number.POSITIVE_INFINITY).toBe(to);
    }
  });
  fc.assert(property, { numRuns: 500 });
});

/** The entries have the newest first. A record without an end lasts until the next one that has a duration. */
function findCovering({ entries, now }: SubscriptionHistory) {
  let nextStart = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const from = entry.from ?? Number.POSITIVE_INFINITY;
    const end = entry.to ?? nextStart;
    if (from <= now && now < end) return entry;
    if (from < end) nextStart = from;
  }
  return null;
}

it.each([
  ['a short record inside a long one is over', 'PRO', 'B 2026-03-01 2026-04-01 | PRO 2026-01-01 2027-01-01'],
  ['a newer one is over, an older one has no end', '', 'B 2026-03-01 2026-04-01 | A 2026-01-01 -'],
  ['two have one start → the first of the list', 'NEW', 'NEW 2026-01-01 - | OLD 2026-01-01 -'],
  ['two begin within a second', 'NEW', 'OLD 2026-01-01T00:00:00.1Z - | NEW 2026-01-01T00:00:00.9Z -'],
  ['the end is in words', null, 'PRO 2026-01-01 never'],
  // https://github.com/bryntum/support/issues/3269: events without duration.
  ['a record ends when it begins', 'A', 'B 2026-03-01T00:00:00Z 2026-03-01T00:00:00Z | A 2026-01-01 -'],
])('%s → the level now is %j', (_, level, rows) => {
  expect(periodNow(read(rows))?.level).toBe(level);
});

it.each([
  ['is a date: its whole day counts', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31', []],
  ['is the last second of a day', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:59:59Z', []],
  ['is missing', 'PRO 2024-04-01 - | FREE 2024-01-01 -', []],
  ['is a minute early', 'PRO 2024-04-01 - | FREE 2024-01-01 2024-03-31T23:59:00Z', [60_000]],
  ['is before now, in the last record', 'FREE 2024-01-01 2026-11-24T12:00:00Z', [dayMs]],
])('the end of a record %s → the gaps (ms) are right', (_, rows, expected) => {
  expect(gapsOf(read(rows)).map(({ ms }) => ms)).toEqual(expected);
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
])('from %s to %s → no end, and the note %j', (from, to, problem) => {
  const { entries, gapName } = read(`PRO ${from} ${to}`);
  expect(entries[0]).toMatchObject({ to: null, problem });
  expect(gapName).toBe(problem?.includes('start') ? 'Unknown' : 'No subscription');
});

it.each([
  ['a day inside of the record', 'from=2024-03-05&to=2024-03-05', ['PRO']],
  // https://github.com/open-learning-exchange/planet/issues/9956: the last day was cut at its beginning.
  ['the day on whose evening it began', 'from=2024-02-01&to=2024-03-01', ['PRO', 'gap']],
  ['a day on which the level changes', 'from=2024-03-09&to=2024-03-09', ['TEAM', 'gap', 'PRO']],
  ['days that start on its last day', 'from=2024-03-09', ['TEAM', 'gap', 'PRO']],
  ['days before it', 'from=2024-01-01&to=2024-02-29', ['gap']],
  ['"To" before "From"', 'from=2024-03-05&to=2024-03-04', []],
  ['one level: no gaps, because the records around them are hidden', 'level=PRO', ['PRO']],
  ['days that nobody can read', 'from=2024-02-30&to=1', ['TEAM', 'gap', 'PRO']],
])('%s → the rows of %s', (_, search, names) => {
  const rows = 'TEAM 2024-03-09T18:00:00Z - | PRO 2024-03-01T18:00:00Z 2024-03-09T12:00:00Z';
  expect(namesOf(read(rows, { search }))).toEqual(names);
});

it.each([
  ['from=2026-07-01&to=2026-09-30', 92],
  ['from=2026-11-20', 5.5],
  ['to=2024-01-10', 10],
])('%s → %s days to count', (search, count) => {
  const { days, rows } = read('PRO 2024-01-01 -', { search });
  expect([(days.to - days.from) / dayMs, (rows[0]?.ms ?? 0) / dayMs]).toEqual([count, count]);
});

it.each([
  ['scheduled', 'TEAM 2027-01-01 -', 'Scheduled'],
  ['in force', 'TEAM 2026-01-01 2027-01-01', 'Current'],
  ['without a readable end', 'TEAM 2026-01-01 soon', null],
  ['behind a newer one', 'TEAM 2026-01-01 2027-01-01 | PRO 2026-02-01 -', null],
])('a record that is %s → %s is %s', (_, rows, state) => {
  expect(read(rows).rows.find(({ entry }) => entry?.level === 'TEAM')?.state).toBe(state);
});

it('the CSV → spreadsheet dates, days as numbers, a row per gap, and no formula', () => {
  const rows = 'TEAM 2026-12-16 - | =1+1 2026-08-27T12:00:00Z 2026-12-15 | FREE 2026-02-01 2026-05-31';
  expect(toHistoryCsv(read(rows)).trimEnd().split('\r\n')).toEqual([
    'level,from,to,days,state,note,validFrom,validTo',
    'TEAM,2026-12-16 00:00,,,Scheduled,,2026-12-16,',
    `"'=1+1",2026-08-27 12:00,2026-12-16 00:00,110.5,Current,,2026-08-27T12:00:00Z,2026-12-15`,
    '(no subscription),2026-06-01 00:00,2026-08-27 12:00,87.5,Gap,,,',
    'FREE,2026-02-01 00:00,2026-06-01 00:00,120,,,2026-02-01,2026-05-31',
  ]);
  // An incomplete list doesn't prove that there was no subscription.
  expect(toHistoryCsv(read(rows, { isComplete: false }))).toContain('(unknown)');
});
