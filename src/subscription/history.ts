import type { ServiceList } from '../api/readList.ts';
import type { SubscriptionRecord } from '../api/useSubscriptionHistory.ts';
import { dayMs, type EpochMs, isDateOnly, parseInstant } from '../format/time.ts';

/** It includes `from` but not `to`. An open end is Infinity. */
export type TimeSpan = { from: EpochMs; to: EpochMs };

export type HistoryEntry = {
  record: SubscriptionRecord;
  /** The level as the service names it. Empty for a record without a level. */
  level: string;
  /** null without a readable start. Nobody knows when such a record was in force. */
  from: EpochMs | null;
  /** The end that the record states, or null. A date without a time includes that whole day. */
  statedEnd: EpochMs | null;
  /** True for an end without a time: the next record may start on that day. */
  endsWithDay: boolean;
  isEndUnclear: boolean;
  problems: readonly string[];
  /** The exclusive end: the stated one, else the start of the next record, else Infinity. */
  to: EpochMs;
  /** What was in force before this entry, even across a gap. */
  previous: HistoryEntry | null;
  gap: TimeSpan | null;
  /** The earlier entry that lasts longest into this one, and for how long (ms). */
  overlap: { other: HistoryEntry; ms: number } | null;
};

type DatedEntry = HistoryEntry & { from: EpochMs };

type Period = TimeSpan & { entry: HistoryEntry };

/** Periods of one level in a row. `level` is null if the end of the record is unclear, so it may not be in force. */
export type LevelRun = TimeSpan & { level: string | null };

export type SubscriptionHistory = {
  workspace: string;
  now: EpochMs;
  /** Newest start first. Entries without a readable start are last. */
  entries: readonly HistoryEntry[];
  /** Oldest first, like the runs and the gaps. */
  periods: readonly Period[];
  runs: readonly LevelRun[];
  gaps: readonly TimeSpan[];
  /** In the order of their first appearance, so that a new level never changes the color of an old one. */
  levels: readonly string[];
  /** False if records are missing or can't be placed in time. Then a time without a record proves nothing. */
  isCertain: boolean;
};

/** The time (ms) that two records may be apart or overlap, because many services state 23:59:59 as the end of a day. */
const toleranceMs = 60_000;

type List = Pick<ServiceList<SubscriptionRecord>, 'items' | 'unreadable' | 'isComplete'>;

/** At any time, of the records that have begun and not ended, the one that began last is in force. Equal records count once. */
export function deriveHistory(
  { items, unreadable, isComplete }: List,
  workspace: string,
  now: EpochMs,
): SubscriptionHistory {
  const records = new Map(
    items.map((record) => [JSON.stringify(Object.entries(record.raw ?? {}).sort()), record]),
  );
  const entries = [...records.values()].map((record) => toHistoryEntry(record, now));
  // The service lists the newest record first, and sorting keeps this order of records with the same start.
  const newestFirst = entries.filter(isDated).sort((a, b) => b.from - a.from);
  const undated = entries.filter((entry) => !isDated(entry));
  const oldestFirst = newestFirst.toReversed();
  const periods = linkEntries(newestFirst);
  noteOverlaps(oldestFirst);
  return {
    workspace,
    now,
    entries: [...newestFirst, ...undated],
    periods,
    runs: mergePeriods(periods),
    gaps: oldestFirst.flatMap(({ gap }) => gap ?? []),
    levels: [...new Set([...oldestFirst, ...undated].map(({ level }) => level))],
    isCertain: isComplete && undated.length + unreadable.length === 0,
  };
}

export function toHistoryEntry(record: SubscriptionRecord, now: EpochMs): HistoryEntry {
  const start = record.validFrom?.trim() ?? '';
  const end = record.validTo?.trim() ?? '';
  const startMs = parseInstant(start);
  const from = startMs === null || startMs < firstRealMs || startMs > now + sentinelMs ? null : startMs;
  const endMs = parseInstant(end);
  const isOpen = end === '' || noEnd.test(end) || (endMs !== null && endMs > now + sentinelMs);
  const isEndReadable = isOpen || (endMs !== null && endMs >= firstRealMs);
  const endsWithDay = isDateOnly(end);
  const statedEnd = isOpen || endMs === null ? null : endMs + (endsWithDay ? dayMs - 1 : 0);
  const endsBeforeStart = isEndReadable && from !== null && statedEnd !== null && statedEnd < from;
  return {
    record,
    level: record.level?.trim() ? record.level : '',
    from,
    statedEnd: isEndReadable && !endsBeforeStart ? statedEnd : null,
    endsWithDay,
    isEndUnclear: !isEndReadable || endsBeforeStart,
    problems: [
      from === null && (start === '' ? 'No start date' : 'Invalid start date'),
      !isEndReadable && 'Invalid end date',
      endsBeforeStart && 'Ends before it starts',
    ].filter((problem) => problem !== false),
    to: Number.POSITIVE_INFINITY,
    previous: null,
    gap: null,
    overlap: null,
  };
}

/** Databases and runtimes write these for "no end": the word of PostgreSQL, and years above 9999. */
const noEnd = /^\+?(?:infinity$|\d{5,}-\d\d-\d\d)/i;
/** A date more than 50 years ahead stands for "no date", such as 2999-12-31. */
const sentinelMs = 50 * 365.25 * dayMs;
/** Years 0 and 1 are what some systems store for a missing date. */
const firstRealMs = Date.parse('0002-01-01T00:00:00Z');

function isDated(entry: HistoryEntry): entry is DatedEntry {
  return entry.from !== null;
}

/** Sets the end of each entry and what precedes it, and returns the time in which each is in force, oldest first. */
function linkEntries(newestFirst: readonly DatedEntry[]): Period[] {
  const periods: Period[] = [];
  /** The time that no newer entry has taken. The earliest span is last. */
  const free: TimeSpan[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
  let nextStart = Number.POSITIVE_INFINITY;
  for (const entry of newestFirst) {
    entry.to = entry.statedEnd ?? nextStart;
    // A record without duration is never in force, so it ends no other record.
    if (entry.to === entry.from) continue;
    nextStart = entry.from;
    let span = free.pop();
    while (span !== undefined && span.from < entry.to) {
      const period = { from: Math.max(span.from, entry.from), to: Math.min(span.to, entry.to), entry };
      if (period.from < period.to) periods.push(period);
      span = period.to < span.to ? { from: period.to, to: span.to } : free.pop();
    }
    if (span !== undefined) free.push(span);
    free.push({ from: Number.NEGATIVE_INFINITY, to: entry.from });
  }
  periods.sort((a, b) => a.from - b.from);
  for (const [position, { from, entry }] of periods.entries()) {
    const before = periods[position - 1];
    if (before === undefined || from !== entry.from) continue;
    entry.previous = before.entry;
    if (from - before.to > toleranceMs) entry.gap = { from: before.to, to: from };
    else before.to = from;
  }
  return periods;
}

function noteOverlaps(oldestFirst: readonly DatedEntry[]): void {
  let longest: DatedEntry | null = null;
  for (const entry of oldestFirst) {
    const ms = longest === null ? 0 : Math.min(longest.to, entry.to) - entry.from;
    // After an end without a time, the next record may start on that day.
    if (longest !== null && ms > (longest.endsWithDay ? dayMs : toleranceMs))
      entry.overlap = { other: longest, ms };
    if (longest === null || entry.to > longest.to) longest = entry;
  }
}

function mergePeriods(periods: readonly Period[]): LevelRun[] {
  const runs: LevelRun[] = [];
  for (const { from, to, entry } of periods) {
    const level = entry.isEndUnclear ? null : entry.level;
    const last = runs.at(-1);
    if (last?.level === level && last.to === from) last.to = to;
    else runs.push({ from, to, level });
  }
  return runs;
}

export function findSpanAt<S extends TimeSpan>(spans: readonly S[], moment: EpochMs): S | null {
  return spans.find(({ from, to }) => from <= moment && moment < to) ?? null;
}

export function clipSpans<S extends TimeSpan>(spans: readonly S[], limits: TimeSpan): S[] {
  return spans
    .map((span) => ({ ...span, from: Math.max(span.from, limits.from), to: Math.min(span.to, limits.to) }))
    .filter(({ from, to }) => from < to);
}

export function sumSpans(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

export function getCountedSpan({ now }: SubscriptionHistory, selected: TimeSpan | null): TimeSpan {
  return selected ?? { from: Number.NEGATIVE_INFINITY, to: now };
}

/** The time (ms) of each level, longest first. Each moment counts once, for the level in force. */
export function sumPerLevel(history: SubscriptionHistory, selected: TimeSpan | null) {
  const totals = new Map<string, number>();
  for (const { level, from, to } of clipSpans(history.runs, getCountedSpan(history, selected)))
    if (level !== null) totals.set(level, (totals.get(level) ?? 0) + to - from);
  return [...totals].map(([level, ms]) => ({ level, ms })).sort((a, b) => b.ms - a.ms);
}

/** The next time at which the level changes, or null. A renewal isn't a change. */
export function findNextChange({ runs, now }: SubscriptionHistory): EpochMs | null {
  const at = findSpanAt(runs, now)?.to ?? runs.find(({ from }) => from > now)?.from;
  return at === undefined || at === Number.POSITIVE_INFINITY ? null : at;
}

export const entryStateLabels = {
  current: 'Current',
  /** Covers now too, but a record that began later is in force. */
  overlapped: 'Overlapped',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Unknown',
} as const;

export function getEntryState(
  entry: HistoryEntry,
  { periods, now }: SubscriptionHistory,
): keyof typeof entryStateLabels {
  if (entry.from === null) return 'unknown';
  if (entry.from > now) return 'scheduled';
  if (entry.to <= now) return 'ended';
  if (findSpanAt(periods, now)?.entry !== entry) return 'overlapped';
  return entry.isEndUnclear ? 'unknown' : 'current';
}
