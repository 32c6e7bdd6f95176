import { type inferParserType, parseAsString } from 'nuqs';
import type { ServiceList } from '../api/readServiceList.ts';
import type { SubscriptionRecord } from '../api/useSubscriptionHistory.ts';
import { formatCount, formatNumber } from '../format/text.ts';
import { dayMs, type EpochMs, formatCsvTime, formatDay, isDateOnly, parseInstant } from '../format/time.ts';
import type { CsvCell } from '../rules/csv.ts';

/** It includes `from` but not `to`. Without an end, `to` is Infinity. */
export type TimeSpan = { from: EpochMs; to: EpochMs };

const forever: TimeSpan = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

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

function toDays(ms: number): number {
  return Math.round((10 * ms) / dayMs) / 10;
}

/** Includes the last day: "1 Apr 2026 to 30 Jun 2026". Empty for an empty span. */
export function formatDayRange({ from, to }: TimeSpan): string {
  return from === to ? '' : `${formatDay(from)} to ${formatDay(to - 1)}`;
}

type HistoryEntry = {
  id: string;
  record: SubscriptionRecord;
  level: string;
  /** null without a usable start. Then nobody knows when the record was in force. */
  from: EpochMs | null;
  /** Exclusive. null if a date is missing or unusable. With a start, the next record ends this one. */
  to: EpochMs | null;
  problem: string | null;
};

/** `entry` is null while no record is in force, and `level` if the record's end is invalid. */
export type Period = TimeSpan & { entry: HistoryEntry | null; level: string | null };

export type SubscriptionHistory = {
  now: EpochMs;
  /** The chosen one, or null for all. */
  level: string | null;
  /** Newest start first. Entries without a usable start are last. */
  entries: readonly HistoryEntry[];
  /** Oldest first. Every moment belongs to one period, from before the first record on. */
  periods: readonly Period[];
  /** In reverse order of `entries`, so that later levels change no color. */
  levels: readonly string[];
  /** "Unknown" if records are missing or can't be placed in time. */
  gapName: 'No subscription' | 'Unknown';
  /** From and To, by default usually from the first record until now. `isChosen`: one is a limit. Empty if From is after To. */
  days: TimeSpan & { isChosen: boolean };
  /** The days, at least until the last change if none is chosen. */
  span: TimeSpan;
  /** Newest first. With From or To, only records in force then. With a level, only its records. */
  rows: readonly HistoryRow[];
};

export type HistoryRow = {
  entry: HistoryEntry | null;
  from: EpochMs | null;
  to: EpochMs | null;
  /** null for a record that is neither surely in force nor still to come. */
  state: 'Current' | 'Scheduled' | 'Gap' | null;
  /** How long its periods last within `span`. null if not at all, or if nobody knows. */
  ms: number | null;
};

type List = Pick<ServiceList<SubscriptionRecord>, 'items' | 'unreadable' | 'isComplete'>;

/** Of the records that have begun and not ended, the one that began last is in force. */
export function deriveHistory(list: List, now: EpochMs, view: HistoryView): SubscriptionHistory {
  // The service lists the newest first, and sorting keeps that order for equal starts.
  const entries = list.items.map(readEntry).sort((a, b) => (b.from ?? 0) - (a.from ?? 0));
  const periods = findPeriods(entries);
  const isCertain =
    list.isComplete && list.unreadable.length === 0 && entries.every(({ from }) => from !== null);
  const days = getDays(view, periods, now);
  const lastChange = days.isChosen ? days.to : (periods.at(-1)?.from ?? now);
  const history = {
    ...{ now, entries, periods, days, level: view.level },
    levels: [...new Set(entries.toReversed().map(({ level }) => level))],
    gapName: isCertain ? 'No subscription' : 'Unknown',
    span: { from: days.from, to: Math.max(days.to, lastChange) },
  } as const;
  return { ...history, rows: listRows(history, view) };
}

/** Dates up to 1970 are what some systems store for a missing date. */
const firstRealMs = Date.UTC(1971, 0, 1);
/** An end after 2099, such as 9999-12-31, counts as none. */
const noDateMs = Date.UTC(2100, 0, 1);

function readEntry(record: SubscriptionRecord, index: number): HistoryEntry {
  const [start = '', end = ''] = [record.validFrom?.trim(), record.validTo?.trim()];
  const level = record.level?.trim() ? record.level : '';
  const entry = { id: `record-${index}`, record, level, from: null, to: null, problem: null };
  const [from, to] = [readDate(start), toExclusive(end, readDate(end))];
  if (!Number.isFinite(from))
    return { ...entry, problem: start === '' ? 'No start date' : 'Invalid start date' };
  if (!(from <= to)) return { ...entry, from, problem: 'Invalid end date' };
  return { ...entry, from, to: to === forever.to ? null : to };
}

/** Infinity without a date, NaN for one that can't be read or trusted. */
function readDate(text: string): EpochMs {
  if (text === '' || /^infinity$/i.test(text)) return forever.to;
  const ms = parseInstant(text) ?? Number.NaN;
  if (ms >= noDateMs) return forever.to;
  return ms < firstRealMs ? Number.NaN : ms;
}

/** A date includes its whole day, and an end such as 23:59:59 includes that second. */
function toExclusive(text: string, ms: EpochMs): EpochMs {
  if (isDateOnly(text)) return ms + dayMs;
  return ms % 60_000 >= 59_000 ? Math.ceil(ms / 60_000) * 60_000 : ms;
}

/** Lays each record over the older ones. A record in which newer ones end can have several periods. */
function findPeriods(newestFirst: readonly HistoryEntry[]): readonly Period[] {
  // A record without a usable start or a duration ends no other.
  const lasting = newestFirst
    .filter(({ from, to }) => (to ?? forever.to) > (from ?? forever.to))
    .toReversed();
  const past: Period[] = [];
  /** Periods from the newest start so far on. The earliest is last. */
  const ahead: Period[] = [{ ...forever, entry: null, level: '' }];
  for (const [index, entry] of lasting.entries()) {
    const from = entry.from ?? forever.to;
    const to = entry.to ?? lasting[index + 1]?.from ?? forever.to;
    for (let older = ahead.pop(); older !== undefined; older = ahead.pop()) {
      if (older.from < from) past.push({ ...older, to: Math.min(older.to, from) });
      if (older.to <= to) continue;
      ahead.push({ ...older, from: Math.max(older.from, to) });
      break;
    }
    ahead.push({ from, to, entry, level: entry.problem === null ? entry.level : null });
  }
  return clipSpans([...past, ...ahead.toReversed()], forever);
}

export function mergeEqualLevels(periods: readonly Period[]): readonly Period[] {
  const runs: Period[] = [];
  for (const period of periods) {
    const last = runs.at(-1);
    const continues = last !== undefined && last.level === period.level && !last.entry === !period.entry;
    if (continues) runs.pop();
    runs.push(continues ? { ...period, from: last.from } : period);
  }
  return runs;
}

/** An empty `level` is that of records without one. Both days are included, in UTC. */
export const historyParams = { level: parseAsString, from: parseAsString, to: parseAsString };

type HistoryView = inferParserType<typeof historyParams>;

/** A day that can't be read is no limit. */
function readDays(view: HistoryView): TimeSpan {
  const [from, to] = [parseInstant(view.from ?? ''), parseInstant(view.to ?? '')];
  return { from: from ?? forever.from, to: to === null ? forever.to : to + dayMs };
}

function getDays(view: HistoryView, periods: readonly Period[], now: EpochMs): SubscriptionHistory['days'] {
  const { from, to } = readDays(view);
  const [isFrom, isTo] = [Number.isFinite(from), Number.isFinite(to)];
  const start = isFrom ? from : Math.min(now, periods[0]?.to ?? now, to - dayMs);
  const end = isTo ? to : Math.max(now, from + dayMs);
  return { from: start, to: Math.max(start, end), isChosen: isFrom || isTo };
}

function listRows(history: Omit<SubscriptionHistory, 'rows'>, view: HistoryView): readonly HistoryRow[] {
  const { now, entries, periods, days, span, level } = history;
  const inDays = Map.groupBy(clipSpans(periods, readDays(view)), ({ entry }) => entry);
  const current = findSpanAt(periods, now);
  const records = entries.map((entry): HistoryRow => {
    const { from, to, problem } = entry;
    const later = from !== null && from > now ? 'Scheduled' : null;
    const state = entry === current?.entry && problem === null ? 'Current' : later;
    const ms = sumSpans(clipSpans(inDays.get(entry) ?? [], span));
    return { entry, from, to, state, ms: problem === null && ms > 0 ? ms : null };
  });
  const shown = records.filter(
    ({ entry }) => (level === null || level === entry?.level) && (!days.isChosen || inDays.has(entry)),
  );
  const gaps = periods.flatMap((gap) =>
    clipSpans(gap.entry === null && level === null ? [gap] : [], span).map(
      (part): HistoryRow => ({
        entry: null,
        // Outside of all records, the span cuts it.
        from: gap.from === forever.from ? part.from : gap.from,
        to: gap.to === forever.to ? part.to : gap.to,
        state: 'Gap',
        ms: part.to - part.from,
      }),
    ),
  );
  return [...shown, ...gaps].sort((a, b) => (b.from ?? 0) - (a.from ?? 0));
}

/** "38.5 of 91 days" of chosen days, else "38.5 days". */
export function formatDurationInDays(ms: number, days: SubscriptionHistory['days']): string {
  const format = (each: number) => formatCount(toDays(each), 'day');
  return days.isChosen ? `${formatNumber(toDays(ms))} of ${format(days.to - days.from)}` : format(ms);
}

export function toHistoryCsvRows({ rows, gapName }: SubscriptionHistory): readonly (readonly CsvCell[])[] {
  // Spreadsheets read "2026-12-16 00:00" as a date.
  const toMinute = (ms: EpochMs | null) => (ms === null ? null : formatCsvTime(ms).slice(0, 16));
  const lines = rows.map(({ entry, from, to, state, ms }) => [
    entry === null ? `(${gapName.toLowerCase()})` : entry.record.level,
    toMinute(from),
    toMinute(to),
    ms === null ? null : toDays(ms),
    state,
    entry?.problem ?? null,
    entry?.record.validFrom ?? null,
    entry?.record.validTo ?? null,
  ]);
  return [['level', 'from', 'to', 'days', 'state', 'note', 'validFrom', 'validTo'], ...lines];
}
