import { createParser, type inferParserType, parseAsString, useQueryStates } from 'nuqs';
import type { EpochMs } from '../format/time.ts';
import { dayMs } from '../format/time.ts';
import { getLevelKey, type HistoryEntry, type Span } from './historyRecord.ts';

const monthNames =
  'january february march april may june july august september october november december'.split(' ');

/** The start in UTC of a day such as `1 May 2025` or `2025-05-01`. null for other text. */
export function parseDay(text: string): EpochMs | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  const words = /^(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(text.trim());
  const [year, month, day] =
    iso !== null
      ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
      : [Number(words?.[3]), findMonth(words?.[2]), Number(words?.[1])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isSameDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSameDay ? date.getTime() : null;
}

function findMonth(text = ' '): number {
  return monthNames.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;
}

const parseAsDay = createParser({
  parse: parseDay,
  serialize: (day: EpochMs) => new Date(day).toISOString().slice(0, 10),
});

/** `level` is empty for records without one. `to` is the last day, and `on` the day of "Level on". */
export const historyParams = { level: parseAsString, from: parseAsDay, to: parseAsDay, on: parseAsDay };

export type HistoryView = inferParserType<typeof historyParams>;

export function useHistoryView() {
  return useQueryStates(historyParams);
}

export function isFiltered({ level, from, to }: HistoryView): boolean {
  return level !== null || from !== null || to !== null;
}

export function getSelectedSpan({ from, to }: HistoryView): Span {
  return { from: from ?? Number.NEGATIVE_INFINITY, to: to === null ? Number.POSITIVE_INFINITY : to + dayMs };
}

export function filterHistory(entries: readonly HistoryEntry[], view: HistoryView): readonly HistoryEntry[] {
  const span = getSelectedSpan(view);
  const isDated = view.from !== null || view.to !== null;
  return entries.filter(
    (entry) =>
      (view.level === null || getLevelKey(entry) === view.level) && (!isDated || sharesTime(entry, span)),
  );
}

/** True if an entry shares time with the span. Of a record that can't be understood, one readable date is enough. */
function sharesTime({ from, to, ending }: HistoryEntry, span: Span): boolean {
  const start = from ?? to;
  if (start === null) return false;
  const end = to ?? (ending === 'unknown' ? start : Number.POSITIVE_INFINITY);
  return start < span.to && Math.max(end, start + 1) > span.from;
}
