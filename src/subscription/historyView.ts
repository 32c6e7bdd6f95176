import { createParser, type inferParserType, parseAsString, useQueryStates } from 'nuqs';
import { dayMs, type EpochMs, isDateOnly, parseInstant } from '../format/time.ts';
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

/** "Replaced": its own end is still ahead, but a newer record is in force. */
export type RowState = 'Current' | 'Scheduled' | 'Replaced' | 'Ended' | 'Unknown' | 'Gap';

export type HistoryRow = {
  id: string;
  state: RowState;
  /** null for a gap. */
  entry: HistoryEntry | null;
  from: EpochMs | null;
  /** null without a stated end. */
  to: EpochMs | null;
  /** How long the record is in force, in the selected days if there are any. null if that isn't known. */
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
      const { id, from, end } = entry;
      const state = getState(entry, now, entry === current);
      const time = sumSpans(counted.get(entry) ?? []);
      const isKnown = from !== null && end !== 'unclear' && (time > 0 || state !== 'Scheduled');
      return { id, state, entry, from, to: typeof end === 'number' ? end : null, ms: isKnown ? time : null };
    });
  const gaps = clipSpans(view.level === null ? history.gaps : [], days).map(
    (gap): HistoryRow => ({ id: `gap-${gap.from}`, state: 'Gap', entry: null, ...gap, ms: sumSpans([gap]) }),
  );
  const start = ({ from }: HistoryRow) => from ?? 0;
  return [...records, ...gaps].sort((a, b) => start(b) - start(a));
}

function getState({ from, end }: HistoryEntry, now: EpochMs, isInForce: boolean): RowState {
  if (from === null || (isInForce && end === 'unclear')) return 'Unknown';
  if (isInForce) return 'Current';
  if (from > now) return 'Scheduled';
  return typeof end === 'number' && end > now ? 'Replaced' : 'Ended';
}
