import type { Zone } from '../../ui/time.ts';
import { type HistoryEntry, oldestFirst } from './historyEntries.ts';
import { type HistoryView, viewSpan } from './historyView.ts';
import { levelKey } from './levels.tsx';
import { coveredMs, mergedSpans, type Span } from './spans.ts';
import { doubtAt, stateAt } from './states.ts';

export type HistorySummary = {
  /** The current entry that started last; null where none is current. */
  current: HistoryEntry | null;
  /** The started record that may be current but has an unreadable end; null if another one is current. */
  unreadable: HistoryEntry | null;
  /** How many others are current too. */
  alsoCurrent: number;
  /** It is current only if it went on behind records that overtook it and have ended. */
  inDoubt: boolean;
  /** The unbroken run of the current level around now, over renewals, or the time in doubt; `until` is null where it is open. */
  since: number | null;
  until: number | null;
  /** The next entry to start. */
  next: HistoryEntry | null;
  /** Time covered up to now, in ms. */
  coveredMs: number;
};

/** What stands at a moment (ms UTC): one pass over the entries and one sort. */
export function summaryAt(entries: readonly HistoryEntry[], now: number): HistorySummary {
  const ordered = oldestFirst(entries);
  const currents = ordered.filter((entry) => stateAt(entry, now) === 'current');
  const current = currents.at(-1) ?? null;
  const level = ordered.filter((entry) => entry.record.level === current?.record.level);
  const doubt = current === null ? null : doubtAt(current, now);
  const run = doubt ?? mergedSpans(level).find((span) => span.from <= now && now < span.to);
  return {
    current,
    unreadable: current === null ? latestUnreadable(entries, now) : null,
    alsoCurrent: Math.max(0, currents.length - 1),
    inDoubt: doubt !== null,
    since: run?.from ?? null,
    until: run === undefined || run.to === Number.POSITIVE_INFINITY ? null : run.to,
    next: ordered.find((entry) => (entry.from ?? 0) > now) ?? null,
    coveredMs: coveredMs(ordered, { from: Number.NEGATIVE_INFINITY, to: now }),
  };
}

function latestUnreadable(entries: readonly HistoryEntry[], now: number): HistoryEntry | null {
  const started = entries.filter(
    (entry) =>
      entry.ending === 'unknown' &&
      entry.from !== null &&
      entry.from <= now &&
      !entry.problems.includes('foreign-workspace'),
  );
  return started.sort((a, b) => (b.from ?? 0) - (a.from ?? 0))[0] ?? null;
}

export type LevelTotal = { level: string | null; ms: number; records: number };

/** Time per level, and the window it is true of; `window` is null where no time is left, records still count then. */
export type HistoryTotals = { totals: readonly LevelTotal[]; window: Span | null };

/**
 * Time per level of the entries a view shows, from their first start, or the first day asked for, up to the last day
 * asked for, but never beyond `now` (ms UTC): what is scheduled has not been covered yet.
 */
export function totalsOf(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): HistoryTotals {
  const asked = viewSpan(view, zone) ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  let first = Number.POSITIVE_INFINITY;
  for (const { counted, from } of entries) if (counted && from !== null && from < first) first = from;
  const window = { from: Math.max(asked.from, first), to: Math.min(asked.to, now) };
  const empty = !(window.from < window.to);
  return {
    totals: levelTotals(entries, empty ? { from: now, to: now } : window),
    window: empty ? null : window,
  };
}

/**
 * Time in ms per level inside a finite window, the longest first, levels verbatim, null for all that name none. A
 * level's own overlaps count once; where two levels overlap each has the time, so the sum can exceed `coveredMs`.
 * Records that are not counted add to `records` and to no time.
 */
export function levelTotals(entries: readonly HistoryEntry[], window: Span): LevelTotal[] {
  const groups = new Map<string | null, HistoryEntry[]>();
  for (const entry of entries) {
    const level = levelKey(entry.record.level) || null;
    const group = groups.get(level);
    if (group === undefined) groups.set(level, [entry]);
    else group.push(entry);
  }
  return [...groups]
    .map(([level, group]) => ({ level, ms: coveredMs(group, window), records: group.length }))
    .sort((a, b) => b.ms - a.ms || b.records - a.records);
}
