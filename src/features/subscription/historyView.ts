import {
  createParser,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { parseInstant, type Zone } from '../../ui/time.ts';
import { isolated } from '../../ui/words.ts';
import type { HistoryEntry } from './historyEntries.ts';
import { levelKey, levelName } from './levels.tsx';
import { stateWord } from './sentences.ts';
import type { Span } from './spans.ts';
import { historyStates, stateAt } from './states.ts';

/** A day as YYYY-MM-DD; null where the text is none. */
export function dayOf(text: string): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) !== null ? text : null;
}

const parseAsDay = createParser({ parse: dayOf, serialize: (day: string) => day });

/**
 * The filter as search params; what no view could mean is passed over. `level` is a level key, empty for records that
 * name no level; `from` and `to` are the first and last day in the shown zone, both inclusive.
 */
export const historyParams = {
  level: parseAsString,
  state: parseAsStringLiteral(historyStates),
  from: parseAsDay,
  to: parseAsDay,
};

export type HistoryView = inferParserType<typeof historyParams>;

/** What of the history the URL asks for, and the way to change it; null clears the filter. */
export function useHistoryView() {
  return useQueryStates(historyParams);
}

/** The span of time a view asks for, in ms UTC, infinite where it is open; null where it asks for none. */
export function viewSpan({ from, to }: HistoryView, zone: Zone): Span | null {
  if (from === null && to === null) return null;
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : dayStart(from, zone),
    to: to === null ? Number.POSITIVE_INFINITY : dayStart(to, zone, 1),
  };
}

/**
 * The first moment of a day in a zone, in ms UTC; where summer time skips midnight it is the first moment there is.
 * @param day YYYY-MM-DD, a valid one
 * @param later whole days to add, so that `dayStart(day, zone, 1)` is the exclusive end of the day, also of 23 hours
 */
export function dayStart(day: string, zone: Zone, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(0);
  if (zone === 'UTC') return moment.setUTCFullYear(year, month - 1, date + later);
  moment.setHours(0, 0, 0, 0);
  moment.setFullYear(year, month - 1, date + later);
  return moment.setHours(0, 0, 0, 0);
}

/**
 * The entries a view asks for, in the order given; all of them where it asks for nothing. O(n).
 * A span takes what lasts into it, or may hold again in it, or stands in it where it has no length. `undated` counts
 * those that only the span leaves out because they name no moment at all: nothing says that they do not belong into it.
 * @param now ms UTC, for the states
 */
export function filterHistory(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): { entries: readonly HistoryEntry[]; undated: number } {
  const { level, state } = view;
  const span = viewSpan(view, zone);
  if (level === null && state === null && span === null) return { entries, undated: 0 };
  let undated = 0;
  const kept = entries.filter((entry) => {
    if (level !== null && levelKey(entry.record.level) !== level) return false;
    if (state !== null && stateAt(entry, now) !== state) return false;
    if (span === null) return true;
    const from = entry.from ?? entry.to;
    if (from === null) {
      undated += 1;
      return false;
    }
    const to = endOf(entry, from);
    if (from < span.to && (to > span.from || (to <= from && from >= span.from))) return true;
    return entry.mayHoldAgain.some((doubt) => doubt.from < span.to && doubt.to > span.from);
  });
  return { entries: kept, undated };
}

function endOf(entry: HistoryEntry, from: number): number {
  if (entry.to !== null) return entry.to;
  return entry.ending === 'open' && entry.from !== null ? Number.POSITIVE_INFINITY : from;
}

/** A filter in words, for paper and files. */
export function viewSentence({ level, state, from, to }: HistoryView): string {
  const parts: string[] = [];
  if (level !== null) parts.push(`level ${isolated(levelName(level))}`);
  if (state !== null) parts.push(`state ${stateWord(state).toLowerCase()}`);
  if (from !== null) parts.push(`from ${from}`);
  if (to !== null) parts.push(`through ${to}`);
  return parts.length === 0 ? 'none, all records' : parts.join(', ');
}
