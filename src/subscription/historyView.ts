import { createParser, type inferParserType, parseAsString, useQueryStates } from 'nuqs';
import { formatNumber } from '../format/text.ts';
import { dayMs, type EpochMs, formatDay, formatTimestamp, isDateOnly, parseInstant } from '../format/time.ts';
import { toCsv } from '../rules/csv.ts';
import type { HistoryEntry, SubscriptionHistory, TimeSpan } from './history.ts';
import { clipSpans, findSpanAt, sumSpans } from './history.ts';

const parseAsDay = createParser({
  parse: (text) => (isDateOnly(text) && parseInstant(text) !== null ? text : null),
  serialize: (day: string) => day,
});

/** `level` is empty for records without one. Both days are inside, in UTC. */
export const historyParams = { level: parseAsString, from: parseAsDay, to: parseAsDay };

export type HistoryView = inferParserType<typeof historyParams>;

export function useHistoryView() {
  return useQueryStates(historyParams);
}

function toSpan({ from, to }: HistoryView): TimeSpan {
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
    to: to === null ? Number.POSITIVE_INFINITY : Date.parse(to) + dayMs,
  };
}

/** Without "From" from the first record on, without "To" until now. null without both, and if they are reversed. */
export function getSelectedDays(view: HistoryView, { periods, now }: SubscriptionHistory): TimeSpan | null {
  if (view.from === null && view.to === null) return null;
  const { from, to } = toSpan(view);
  const end = Number.isFinite(to) ? to : Math.max(now, from + dayMs);
  const start = Number.isFinite(from) ? from : Math.min(periods[0]?.from ?? now, end - dayMs);
  return start < end ? { from: start, to: end } : null;
}

export type HistoryRow = {
  entry: HistoryEntry;
  /** Null for what is over, or can't be placed in time. */
  state: 'Current' | 'Scheduled' | 'Gap' | null;
  /** How long it is in force, in the selected days if there are any. Null if that isn't known. */
  ms: number | null;
};

/** Newest first. The records that were in force in the days, or began in them. Gaps only among all levels. */
export function listRows(history: SubscriptionHistory, view: HistoryView): readonly HistoryRow[] {
  const { entries, periods, now } = history;
  const days = toSpan(view);
  const selected = getSelectedDays(view, history);
  if (days.from >= days.to) return [];
  // What has no end counts until now.
  const ended = periods.map((period) =>
    Number.isFinite(period.to) ? period : { ...period, to: Math.max(period.from, now) },
  );
  const counted = Map.groupBy(selected === null ? ended : clipSpans(periods, selected), ({ entry }) => entry);
  const current = findSpanAt(periods, now)?.entry;
  const records = entries
    .filter(({ level }) => view.level === null || level === view.level)
    .filter(
      (entry) => selected === null || counted.has(entry) || findSpanAt([days], entry.from ?? Number.NaN),
    )
    .map((entry): HistoryRow => {
      const isScheduled = entry.from !== null && entry.from > now;
      const isCurrent = entry === current && entry.problem === null;
      const state = isCurrent ? 'Current' : isScheduled ? 'Scheduled' : null;
      const time = sumSpans(counted.get(entry) ?? []);
      const isKnown = entry.problem === null && (time > 0 || !isScheduled);
      return { entry, state, ms: isKnown ? time : null };
    });
  const gaps = clipSpans(view.level === null ? history.gaps : [], days).map(
    (gap): HistoryRow => ({ entry: toGapEntry(gap), state: 'Gap', ms: sumSpans([gap]) }),
  );
  return [...records, ...gaps].sort((a, b) => (b.entry.from ?? 0) - (a.entry.from ?? 0));
}

function toGapEntry(gap: TimeSpan): HistoryEntry {
  return { ...gap, id: `gap-${gap.from}`, record: null, level: '', problem: null };
}

/** "38.5 of 91 days", or "38.5 days" of all time. */
export function formatDays(ms: number, selected: TimeSpan | null = null): string {
  const days = toDays(ms);
  if (selected !== null) return `${days} of ${formatDays(selected.to - selected.from)}`;
  if (days === 0 && ms > 0) return 'less than 0.1 days';
  return `${formatNumber(Math.floor(days))}${String(days).match(/\..*/) ?? ''} ${days === 1 ? 'day' : 'days'}`;
}

function toDays(ms: number): number {
  return Math.round((10 * ms) / dayMs) / 10;
}

/** The rows of the list as CSV, and the days that it counts, for the name of the file. */
export function exportHistory(
  history: SubscriptionHistory,
  view: HistoryView,
): { text: string; days: string } {
  const selected = getSelectedDays(view, history);
  const { from, to } = selected ?? { from: history.now, to: history.now + 1 };
  const [first, last] = [formatMinute(from)?.slice(0, 10), formatMinute(to - 1)?.slice(0, 10)];
  const header = selected === null ? 'days' : `days from ${first} to ${last}`;
  const lines = listRows(history, view).map(
    ({ entry: { record, from: start, to: end, problem }, state, ms }) => [
      record === null ? `(${nameGap(history).toLowerCase()})` : record.level,
      formatMinute(start),
      formatMinute(end),
      ms === null ? null : toDays(ms),
      state,
      problem,
      record?.validFrom ?? null,
      record?.validTo ?? null,
    ],
  );
  const text = toCsv([['level', 'from', 'to', header, 'state', 'note', 'validFrom', 'validTo'], ...lines]);
  return { text, days: selected === null ? `${first}` : `${first}-to-${last}` };
}

export function nameGap({ isCertain }: Pick<SubscriptionHistory, 'isCertain'>): string {
  return isCertain ? 'No subscription' : 'No record';
}

/** Spreadsheets read "2026-12-16 00:00" as a date. */
function formatMinute(ms: EpochMs | null): string | null {
  return ms === null ? null : formatTimestamp(ms).slice(0, 16);
}

/** Both days are inside. */
export function formatDayRange({ from, to }: TimeSpan): string {
  return `${formatDay(from)} to ${formatDay(to - 1)}`;
}
