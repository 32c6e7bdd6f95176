import type { HistoryEntry } from './HistoryEntry.ts';
import { oldestFirst } from './oldestFirst.ts';

export type Gap = {
  from: number;
  to: number;
  /** The entry whose end opens the gap, and the one whose start closes it. */
  after: HistoryEntry;
  before: HistoryEntry;
  /** An earlier record without an end was taken as superseded; the service may mean that it still went on. */
  doubtful: boolean;
};

/** The times between counted entries that none of them covers, oldest first, in ms UTC; O(n log n). */
export function findGaps(entries: readonly HistoryEntry[]): Gap[] {
  const gaps: Gap[] = [];
  let after: HistoryEntry | null = null;
  let doubtful = false;
  for (const entry of oldestFirst(entries)) {
    if (entry.from === null || entry.from === entry.to) continue;
    if (after !== null && after.to !== null && after.to < entry.from)
      gaps.push({ from: after.to, to: entry.from, after, before: entry, doubtful });
    doubtful ||= entry.ending === 'superseded';
    if (after === null || outlasts(entry, after)) after = entry;
  }
  return gaps;
}

function outlasts(entry: HistoryEntry, other: HistoryEntry): boolean {
  if (other.to === null) return false;
  return entry.to === null || entry.to >= other.to;
}
