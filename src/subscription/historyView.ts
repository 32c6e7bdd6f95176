import { createParser, type inferParserType, parseAsString, useQueryStates } from 'nuqs';
import { dayMs, isDateOnly, parseInstant } from '../format/time.ts';
import type { HistoryEntry, SubscriptionHistory } from './history.ts';
import type { Span } from './historyRecord.ts';

/** A day in UTC as in a date field: `2025-05-01`. */
const parseAsDay = createParser({
  parse: (text) => (isDateOnly(text) && parseInstant(text) !== null ? text : null),
  serialize: (day: string) => day,
});

/** `level` is empty for records without one. `to` is the last day, and `on` the day of "Level on". */
export const historyParams = { level: parseAsString, from: parseAsDay, to: parseAsDay, on: parseAsDay };

export type HistoryView = inferParserType<typeof historyParams>;

export function useHistoryView() {
  return useQueryStates(historyParams);
}

/** The days to count: without "From" from the first record on, without "To" until now. null without both, and if they are reversed. */
export function findSelectedSpan(view: HistoryView, { periods, now }: SubscriptionHistory): Span | null {
  if (view.from === null && view.to === null) return null;
  const { from, to } = getViewSpan(view);
  const end = Number.isFinite(to) ? to : Math.max(now, from + dayMs);
  const start = Number.isFinite(from) ? from : Math.min(periods[0]?.from ?? now, end - dayMs);
  return start < end ? { from: start, to: end } : null;
}

export function filterHistory({ entries }: SubscriptionHistory, view: HistoryView): readonly HistoryEntry[] {
  const span = getViewSpan(view);
  const isDated = view.from !== null || view.to !== null;
  return entries.filter(({ level, from, to }) => {
    if (view.level !== null && level !== view.level) return false;
    // A record without duration belongs to the day on which it began.
    return !isDated || (from !== null && from < span.to && Math.max(to, from + 1) > span.from);
  });
}

function getViewSpan({ from, to }: HistoryView): Span {
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
    to: to === null ? Number.POSITIVE_INFINITY : Date.parse(to) + dayMs,
  };
}
