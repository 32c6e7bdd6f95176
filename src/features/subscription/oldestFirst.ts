import type { HistoryEntry } from './HistoryEntry.ts';

/**
 * The counted entries by start, oldest first; of one start the longer first, then the one the service lists
 * further down, as its order is newest first (section 4.2 of the service document). O(n log n), a new array.
 */
export function oldestFirst(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.filter((entry) => entry.counted).sort(byStart);
}

function byStart(a: HistoryEntry, b: HistoryEntry): number {
  const byFrom = (a.from ?? 0) - (b.from ?? 0);
  if (byFrom !== 0) return byFrom;
  if (a.to !== b.to) return (b.to ?? Number.POSITIVE_INFINITY) < (a.to ?? Number.POSITIVE_INFINITY) ? -1 : 1;
  return b.index - a.index;
}
