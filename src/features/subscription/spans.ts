import { type HistoryEntry, oldestFirst } from './historyEntries.ts';

/** From `from` up to, not including, `to`, in ms UTC; an open end is Infinity. */
export type Span = { from: number; to: number };

/** The time that counted entries cover, as spans that neither touch nor overlap, oldest first; O(n log n). */
export function mergedSpans(entries: readonly HistoryEntry[]): readonly Span[] {
  const spans: Span[] = [];
  for (const entry of oldestFirst(entries)) {
    const from = entry.from ?? 0;
    const to = entry.to ?? Number.POSITIVE_INFINITY;
    const last = spans.at(-1);
    if (to <= from) continue;
    if (last === undefined || last.to < from) spans.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return spans;
}

/** How many ms of a finite window counted entries cover; what several cover counts once. */
export function coveredMs(entries: readonly HistoryEntry[], window: Span): number {
  let total = 0;
  for (const span of mergedSpans(entries))
    total += Math.max(0, Math.min(span.to, window.to) - Math.max(span.from, window.from));
  return total;
}

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
 */
export function findOverlaps(entries: readonly HistoryEntry[], limit = 10_000): Overlaps {
  const lasting = oldestFirst(entries).filter((entry) => endOf(entry) > startOf(entry));
  const sharedBy = countShared(lasting);
  let ends = 0;
  for (const count of sharedBy.values()) ends += count;
  return { pairs: firstPairs(lasting, limit), total: ends / 2, sharedBy };
}

function firstPairs(lasting: readonly HistoryEntry[], limit: number): Overlap[] {
  const pairs: Overlap[] = [];
  let active: HistoryEntry[] = [];
  for (const second of lasting) {
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
function countShared(lasting: readonly HistoryEntry[]): Map<number, number> {
  const starts = Float64Array.from(lasting, startOf).sort();
  const ends = Float64Array.from(lasting, endOf).sort();
  const shared = new Map<number, number>();
  for (const entry of lasting) {
    const count = countBelow(starts, endOf(entry)) - countBelow(ends, startOf(entry) + 1) - 1;
    if (count > 0) shared.set(entry.index, count);
  }
  return shared;
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
