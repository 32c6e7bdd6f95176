import type { ServiceList } from '../api/readList.ts';
import type { SubscriptionRecord } from '../api/useSubscriptionHistory.ts';
import { dayMs, type EpochMs, isDateOnly, parseInstant } from '../format/time.ts';

/** It includes `from` but not `to`. Without an end, `to` is Infinity. */
export type TimeSpan = { from: EpochMs; to: EpochMs };

export type HistoryEntry = {
  id: string;
  /** null for a gap. */
  record: SubscriptionRecord | null;
  /** Empty for a record without a level. */
  level: string;
  /** null without a readable start. Nobody knows when such a record was in force. */
  from: EpochMs | null;
  /** Exclusive. null for a record that is in force until the next one begins. */
  to: EpochMs | null;
  /** Why its start or its end can't be trusted. */
  problem: string | null;
};

/** A time in which one record is in force. `level` is null if the record's end is unclear. */
export type Period = TimeSpan & { entry: HistoryEntry; level: string | null };

export type SubscriptionHistory = {
  now: EpochMs;
  /** Newest start first. Entries without a readable start are last. */
  entries: readonly HistoryEntry[];
  /** Oldest first, like the gaps. */
  periods: readonly Period[];
  /** Between two periods, and from the last one until now. */
  gaps: readonly TimeSpan[];
  /** In the order of their first appearance, so that a new level never changes the color of an old one. */
  levels: readonly string[];
  /** False if records are missing or can't be placed in time. Then a time without a record proves nothing. */
  isCertain: boolean;
};

type List = Pick<ServiceList<SubscriptionRecord>, 'items' | 'unreadable' | 'isComplete'>;

/** At any time, of the records that have begun and not ended, the one that began last is in force. */
export function deriveHistory({ items, unreadable, isComplete }: List, now: EpochMs): SubscriptionHistory {
  const all = items.map((record, index) => readEntry(record, now, `record-${index}`));
  // The service lists the newest record first, and sorting keeps this order of records with the same start.
  const entries = all.sort((a, b) => (b.from ?? firstRealMs) - (a.from ?? firstRealMs));
  const periods = findPeriods(entries);
  const gaps = periods.map((period, i) => ({ from: period.to, to: periods[i + 1]?.from ?? now }));
  return {
    now,
    entries,
    periods,
    gaps: gaps.filter(({ from, to }) => from < to),
    levels: [...new Set(entries.toReversed().map(({ level }) => level))],
    isCertain: isComplete && unreadable.length === 0 && entries.every(({ from }) => from !== null),
  };
}

export function readEntry(record: SubscriptionRecord, now: EpochMs, id: string): HistoryEntry {
  const [start = '', end = ''] = [record.validFrom?.trim(), record.validTo?.trim()];
  const from = readDate(start, now);
  const to = readDate(end, now);
  const entry = { id, record, level: record.level?.trim() ? record.level : '', from: null, to: null };
  if (from === null || from === 'far')
    return { ...entry, problem: start === '' ? 'No start date' : 'Invalid start date' };
  if (to === 'far' || end === '') return { ...entry, from, problem: null };
  if (to === null) return { ...entry, from, problem: 'Invalid end date' };
  const exclusiveTo = toExclusive(end, to);
  if (exclusiveTo < from) return { ...entry, from, problem: 'Ends before it starts' };
  return { ...entry, from, to: exclusiveTo, problem: null };
}

/** A date more than 50 years ahead stands for "no date", such as 9999-12-31. */
const sentinelMs = 50 * 365.25 * dayMs;
/** Dates up to 1970 are what some systems store for a missing date. */
const firstRealMs = Date.UTC(1971, 0, 1);

function readDate(text: string, now: EpochMs): EpochMs | 'far' | null {
  const ms = parseInstant(text);
  if (ms === null || ms < firstRealMs) return null;
  return ms > now + sentinelMs ? 'far' : ms;
}

/** A date includes its whole day, and an end such as 23:59:59 includes that second. */
function toExclusive(text: string, ms: EpochMs): EpochMs {
  if (isDateOnly(text)) return ms + dayMs;
  return ms % minuteMs >= 59_000 ? Math.ceil(ms / minuteMs) * minuteMs : ms;
}

const minuteMs = 60_000;

/** Oldest first. A record can have several periods, if newer ones begin and end inside of it. */
function findPeriods(newestFirst: readonly HistoryEntry[]): readonly Period[] {
  const periods: Period[] = [];
  /** The time that no newer record has taken. The earliest span is last. */
  const free: TimeSpan[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
  let nextStart = Number.POSITIVE_INFINITY;
  for (const entry of newestFirst) {
    const start = entry.from ?? Number.POSITIVE_INFINITY;
    const end = entry.to ?? nextStart;
    // A record without duration is never in force, so it ends no other record.
    if (end <= start) continue;
    const level = entry.problem === null ? entry.level : null;
    nextStart = start;
    let span = free.pop();
    while (span !== undefined && span.from < end) {
      const [from, to] = [Math.max(span.from, start), Math.min(span.to, end)];
      if (from < to) periods.push({ from, to, entry, level });
      span = to < span.to ? { from: to, to: span.to } : free.pop();
    }
    if (span !== undefined) free.push(span);
    free.push({ from: Number.NEGATIVE_INFINITY, to: start });
  }
  return periods.sort((a, b) => a.from - b.from);
}

/** Joins the periods of one level in a row. The entry is the newest of them. */
export function mergeRuns(periods: readonly Period[]): readonly Period[] {
  const runs: Period[] = [];
  for (const period of periods) {
    const last = runs.at(-1);
    const continues = last?.level === period.level && last.to === period.from;
    if (continues) runs.pop();
    runs.push(continues ? { ...period, from: last.from } : period);
  }
  return runs;
}

export function clipSpans<S extends TimeSpan>(spans: readonly S[], limits: TimeSpan): readonly S[] {
  return spans
    .map((span) => ({ ...span, from: Math.max(span.from, limits.from), to: Math.min(span.to, limits.to) }))
    .filter(({ from, to }) => from < to);
}

export function findSpanAt<S extends TimeSpan>(spans: readonly S[], moment: EpochMs): S | undefined {
  return spans.find(({ from, to }) => from <= moment && moment < to);
}

export function sumSpans(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
