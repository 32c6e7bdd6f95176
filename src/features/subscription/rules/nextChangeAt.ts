import type { HistoryEntry } from './HistoryEntry.ts';
import { stateAt } from './stateAt.ts';

/**
 * The next moment (ms UTC) after `now` at which the state of any entry changes, null where none ever will; O(n).
 * It may lie further off than a browser's timer can count (2^31 - 1 ms): the caller waits in steps.
 */
export function nextChangeAt(entries: readonly HistoryEntry[], now: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const entry of entries)
    for (const moment of [entry.from, entry.to])
      if (moment !== null && moment > now && moment < next && stateAt(entry, moment) !== stateAt(entry, now))
        next = moment;
  return next === Number.POSITIVE_INFINITY ? null : next;
}
