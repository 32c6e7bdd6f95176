import type { HistoryEntry } from './HistoryEntry.ts';

/**
 * Entries by start, newest first. Equal starts keep the service's own order; entries without a readable start come
 * last, in the service's order too, so none is lost. O(n log n), a new array.
 * `servedNewestFirst` says whether the service kept the rule of section 4.2 among the starts that can be read.
 */
export function newestFirst(entries: readonly HistoryEntry[]): {
  entries: readonly HistoryEntry[];
  servedNewestFirst: boolean;
} {
  const served = [...entries].sort((a, b) => a.index - b.index);
  const dated = served.filter((entry) => entry.from !== null);
  const undated = served.filter((entry) => entry.from === null);
  const servedNewestFirst = dated.every((entry, at) => start(entry) <= start(dated[at - 1] ?? entry));
  if (!servedNewestFirst) dated.sort((a, b) => start(b) - start(a));
  return { entries: [...dated, ...undated], servedNewestFirst };
}

function start(entry: HistoryEntry): number {
  return entry.from ?? 0;
}
