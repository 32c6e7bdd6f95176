import type { HistoryEntry } from './HistoryEntry.ts';

/**
 * The counted entries by start, oldest first; of one start the longer first, then the one the service lists
 * further down, as its order is newest first (section 4.2 of the service document). O(n log n), a new array; what this
 * has put in order itself is given back as it is.
 */
export function oldestFirst(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  if (inOrder.has(entries)) return entries;
  const ordered = entries.filter((entry) => entry.counted).sort(byStart);
  inOrder.add(ordered);
  return ordered;
}

// A long history is asked many things that need this order.
const inOrder = new WeakSet<readonly HistoryEntry[]>();

function byStart(a: HistoryEntry, b: HistoryEntry): number {
  const byFrom = (a.from ?? 0) - (b.from ?? 0);
  if (byFrom !== 0) return byFrom;
  if (a.to !== b.to) return (b.to ?? Number.POSITIVE_INFINITY) < (a.to ?? Number.POSITIVE_INFINITY) ? -1 : 1;
  return b.index - a.index;
}
