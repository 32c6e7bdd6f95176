import type { HistoryEntry } from './HistoryEntry.ts';

/** One lane number for each entry, and how many lanes there are. */
export type StripLanes = { laneOf: Uint8Array; count: number };

/**
 * Deals entries onto lanes so that those which share time lie side by side; each takes the first free lane.
 * Where more than `most` share a moment, the rest lie on the last lane, over each other. O(n × most).
 * @param oldest counted entries, oldest first
 */
export function stripLanes(oldest: readonly HistoryEntry[], most = 4): StripLanes {
  const laneOf = new Uint8Array(oldest.length);
  const ends: number[] = [];
  for (const [at, { from, to }] of oldest.entries()) {
    const start = from ?? 0;
    const free = ends.findIndex((end) => end <= start);
    const lane = free >= 0 ? free : Math.min(ends.length, most - 1);
    ends[lane] = Math.max(to ?? Number.POSITIVE_INFINITY, ends[lane] ?? start);
    laneOf[at] = lane;
  }
  return { laneOf, count: Math.max(1, ends.length) };
}
