import { ascending } from './ascending.ts';
import type { HistoryEntry } from './HistoryEntry.ts';
import { oldestFirst } from './oldestFirst.ts';

export type Overlap = {
  /** `first` starts no later than `second`. */
  first: HistoryEntry;
  second: HistoryEntry;
  from: number;
  /** Null: both are open. */
  to: number | null;
  kind: 'partial' | 'contained' | 'same';
};

export type Overlaps = {
  /** Oldest first; the first `limit` of them where there are more. */
  pairs: readonly Overlap[];
  /** How many pairs there are in all. */
  total: number;
  /** By `index`, with how many others an entry shares time; exact whatever the limit, and missing means none. */
  sharedBy: ReadonlyMap<number, number>;
};

/**
 * Pairs of counted entries that share time, also where one holds the other (`contained`: `second` lies in `first`).
 * Pairs grow with the square of the records, so they are capped, while counts are exact: O(n log n + limit).
 * In steps, as `analyseSteps` is.
 */
export function* overlapSteps(entries: readonly HistoryEntry[], limit = 10_000): Generator<void, Overlaps> {
  const lasting = oldestFirst(entries).filter((entry) => endOf(entry) > startOf(entry));
  yield;
  const sharedBy = yield* sharedSteps(lasting);
  let ends = 0;
  for (const count of sharedBy.values()) ends += count;
  // Where nobody shares time there is no pair to look for.
  return { pairs: ends === 0 ? [] : yield* pairSteps(lasting, limit), total: ends / 2, sharedBy };
}

const entriesPerStep = 1000;

function* pairSteps(lasting: readonly HistoryEntry[], limit: number): Generator<void, Overlap[]> {
  const pairs: Overlap[] = [];
  let active: HistoryEntry[] = [];
  for (const [at, second] of lasting.entries()) {
    if (at % entriesPerStep === 0) yield;
    active = active.filter((entry) => endOf(entry) > startOf(second));
    for (const first of active) {
      if (pairs.length >= limit) return pairs;
      pairs.push(pairOf(first, second));
    }
    active.push(second);
  }
  return pairs;
}

function pairOf(first: HistoryEntry, second: HistoryEntry): Overlap {
  const to = Math.min(endOf(first), endOf(second));
  const within = endOf(second) <= endOf(first);
  const same = first.from === second.from && first.to === second.to;
  return {
    first,
    second,
    from: startOf(second),
    to: to === Number.POSITIVE_INFINITY ? null : to,
    kind: same ? 'same' : within ? 'contained' : 'partial',
  };
}

// Others that started before this one ends, less those that ended by its start, less itself: no pair is looked at.
function* sharedSteps(lasting: readonly HistoryEntry[]): Generator<void, Map<number, number>> {
  const starts = sortedMoments(lasting, startOf);
  yield;
  const ends = sortedMoments(lasting, endOf);
  const shared = new Map<number, number>();
  let latestEnd = Number.NEGATIVE_INFINITY;
  for (const [at, entry] of lasting.entries()) {
    if (at % entriesPerStep === 0) yield;
    const next = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    // Most entries touch nobody, and their two neighbours in time say so.
    if (latestEnd > startOf(entry) || next < endOf(entry)) {
      const count = countBelow(starts, endOf(entry)) - countBelow(ends, startOf(entry) + 1) - 1;
      if (count > 0) shared.set(entry.index, count);
    }
    latestEnd = Math.max(latestEnd, endOf(entry));
  }
  return shared;
}

function sortedMoments(entries: readonly HistoryEntry[], momentOf: (entry: HistoryEntry) => number) {
  const moments = new Float64Array(entries.length);
  for (const [at, entry] of entries.entries()) moments[at] = momentOf(entry);
  return ascending(moments);
}

function countBelow(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startOf(entry: HistoryEntry): number {
  return entry.from ?? 0;
}

function endOf(entry: HistoryEntry): number {
  return entry.to ?? Number.POSITIVE_INFINITY;
}
