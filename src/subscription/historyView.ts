import {
  createParser,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { toSafeText } from '../ui/confusables.ts';
import { parseInstant, type Zone } from '../ui/time.ts';
import { getStateAt, type HistoryEntry, historyStates, type Span } from './history.ts';
import { getLevelKey, getLevelName } from './levels.tsx';
import { stateLabels } from './sentences.ts';

/** Returns the text if it is a day in the form YYYY-MM-DD, otherwise null. */
export function parseDay(text: string): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) !== null ? text : null;
}

/** Returns the first or last day of a year such as 2026, a month such as 2026-05 or a day. Returns null for other text. */
export function parsePartialDate(text: string, isLast: boolean): string | null {
  const [, year, month, day] = /^(\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?$/.exec(text.trim()) ?? [];
  const firstDay = parseDay(`${year}-${month ?? (isLast ? '12' : '01')}-${day ?? '01'}`);
  if (firstDay === null || day !== undefined || !isLast) return firstDay;
  const lastDate = new Date(firstDay);
  lastDate.setUTCMonth(lastDate.getUTCMonth() + 1, 0);
  return lastDate.toISOString().slice(0, 10);
}

const parseAsDay = createParser({ parse: parseDay, serialize: (day: string) => day });

/**
 * The filters as search params. `level` is a level key, which is empty for records without a level. `from` and `to` are the
 * first and the last day in the displayed time zone.
 */
export const historyParams = {
  level: parseAsString,
  state: parseAsStringLiteral(historyStates),
  from: parseAsDay,
  to: parseAsDay,
};

export type HistoryView = inferParserType<typeof historyParams>;

export function useHistoryView() {
  return useQueryStates(historyParams);
}

export function isFiltered(view: HistoryView): boolean {
  return Object.values(view).some((value) => value !== null);
}

export function getSelectedSpan({ from, to }: HistoryView, zone: Zone): Span {
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : getDayStart(from, zone),
    to: to === null ? Number.POSITIVE_INFINITY : getDayStart(to, zone, 1),
  };
}

/**
 * Returns the start (ms UTC) of a day. The start is after midnight if daylight saving time skips midnight.
 * @param daysLater number of days to add; the result for 1 is the exclusive end of the day
 */
export function getDayStart(day: string, zone: Zone, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(0);
  if (zone === 'UTC') return moment.setUTCFullYear(year, month - 1, date + daysLater);
  moment.setHours(0, 0, 0, 0);
  moment.setFullYear(year, month - 1, date + daysLater);
  return moment.setHours(0, 0, 0, 0);
}

/** Returns the matching entries, and the number of entries that a date filter excludes because they have no date. */
export function filterHistory(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): { entries: readonly HistoryEntry[]; undatedCount: number } {
  const { level, state } = view;
  const matchingEntries = entries.filter(
    (entry) =>
      (level === null || getLevelKey(entry.record.level) === level) &&
      (state === null || getStateAt(entry, now) === state),
  );
  if (view.from === null && view.to === null) return { entries: matchingEntries, undatedCount: 0 };
  const span = getSelectedSpan(view, zone);
  return {
    entries: matchingEntries.filter((entry) => sharesTime(entry, span)),
    undatedCount: matchingEntries.filter(({ from, to }) => from === null && to === null).length,
  };
}

/** Returns true if an entry shares time with the span. An entry without duration must start in the span. */
function sharesTime(entry: HistoryEntry, span: Span): boolean {
  const from = entry.from ?? entry.to;
  if (from === null) return false;
  const isOpen = entry.endKind === 'open' && entry.from !== null;
  const to = entry.to ?? (isOpen ? Number.POSITIVE_INFINITY : from);
  return from < span.to && (to > span.from || (to <= from && from >= span.from));
}

export function describeFilters({ level, state, from, to }: HistoryView): string {
  const parts: string[] = [];
  if (level !== null) parts.push(`level ${toSafeText(getLevelName(level))}`);
  if (state !== null) parts.push(`state ${stateLabels[state].toLowerCase()}`);
  if (from !== null) parts.push(`from ${from}`);
  if (to !== null) parts.push(`through ${to}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
