import { coveredMs } from '../rules/coveredMs.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import { mergedSpans } from '../rules/mergedSpans.ts';
import { oldestFirst } from '../rules/oldestFirst.ts';

export type HistorySummary = {
  /** The current entry that started last; null where none is current. */
  current: HistoryEntry | null;
  /** How many others are current too. */
  alsoCurrent: number;
  /** The unbroken run of the current level around now, over renewals; `until` is null where it is open. */
  since: number | null;
  until: number | null;
  /** The next entry to start. */
  next: HistoryEntry | null;
  /** Time covered up to now, in ms. */
  coveredMs: number;
  /** All records, counted or not. */
  records: number;
};

/** What stands at a moment (ms UTC): one pass over the entries and one sort. */
export function summaryAt(entries: readonly HistoryEntry[], now: number): HistorySummary {
  const ordered = oldestFirst(entries);
  const currents = ordered.filter((entry) => isCurrent(entry, now));
  const current = currents.at(-1) ?? null;
  const level = ordered.filter((entry) => entry.record.level === current?.record.level);
  const run = mergedSpans(level).find((span) => span.from <= now && now < span.to);
  return {
    current,
    alsoCurrent: Math.max(0, currents.length - 1),
    since: run?.from ?? null,
    until: run === undefined || run.to === Number.POSITIVE_INFINITY ? null : run.to,
    next: ordered.find((entry) => (entry.from ?? 0) > now) ?? null,
    coveredMs: coveredMs(ordered, { from: Number.NEGATIVE_INFINITY, to: now }),
    records: entries.length,
  };
}

// What `stateAt` says of counted entries, without looking at their problems: a long history has many to ask.
function isCurrent({ from, to }: HistoryEntry, now: number): boolean {
  return (from ?? 0) <= now && (to === null || to > now);
}
