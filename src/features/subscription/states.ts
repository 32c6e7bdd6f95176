import { useEffect, useState } from 'react';
import type { HistoryEntry } from './historyEntries.ts';

export const historyStates = ['current', 'scheduled', 'ended', 'unknown'] as const;
export type HistoryState = (typeof historyStates)[number];

/**
 * What an entry is at a moment (ms UTC), from dates alone: current from its start up to, not including, its end, and
 * while it may hold again, which `isInDoubtAt` tells apart.
 * Where only one end can be read the other is not guessed: such an entry is scheduled or ended where that much is
 * certain, and never current. A foreign or reversed record is unknown.
 */
export function stateAt(entry: HistoryEntry, now: number): HistoryState {
  const { from, to } = entry;
  if (entry.problems.includes('foreign-workspace') || entry.problems.includes('end-before-start'))
    return 'unknown';
  if (from !== null && from > now) return 'scheduled';
  if (to !== null && to <= now) return isInDoubtAt(entry, now) ? 'current' : 'ended';
  return entry.counted ? 'current' : 'unknown';
}

/** Whether an entry is current only if its open end went on behind the records that overtook it and have ended. */
export function isInDoubtAt(entry: HistoryEntry, now: number): boolean {
  return doubtAt(entry, now) !== null;
}

/** The time around a moment in which an entry may hold again, in ms UTC, open: Infinity; null where there is no doubt. */
export function doubtAt(entry: HistoryEntry, now: number): HistoryEntry['mayHoldAgain'][number] | null {
  return entry.mayHoldAgain.find(({ from, to }) => from <= now && now < to) ?? null;
}

/**
 * The next moment (ms UTC) after `now` at which the state of any entry changes, null where none ever will; O(n).
 * It may lie further off than a browser's timer can count (2^31 - 1 ms): the caller waits in steps.
 */
export function nextChangeAt(entries: readonly HistoryEntry[], now: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const entry of entries)
    for (const moment of momentsOf(entry))
      if (moment !== null && moment > now && moment < next && stateAt(entry, moment) !== stateAt(entry, now))
        next = moment;
  return next === Number.POSITIVE_INFINITY ? null : next;
}

function momentsOf({ from, to, mayHoldAgain }: HistoryEntry): (number | null)[] {
  if (mayHoldAgain.length === 0) return [from, to];
  return [from, to, ...mayHoldAgain.flatMap((span) => [span.from, span.to])];
}

/**
 * The present by the service's clock, in ms, moving on when the state of an entry changes, and now and then for what has
 * lasted so far. `aheadMs` is what the clock here is ahead of it.
 */
export function useHistoryMoment(entries: readonly HistoryEntry[], aheadMs: number): number {
  const [here, setHere] = useState(Date.now);
  const now = here - aheadMs;
  useEffect(() => {
    const change = nextChangeAt(entries, now) ?? Number.POSITIVE_INFINITY;
    const wait = Math.min(Math.max(change + aheadMs - Date.now(), 0), minuteMs);
    // A timer may ring a little early; the moment it rang for has come all the same.
    const timer = setTimeout(
      () => setHere(Math.max(Date.now(), wait < minuteMs ? change + aheadMs : 0)),
      wait,
    );
    return () => clearTimeout(timer);
  }, [entries, now, aheadMs]);
  return now;
}

const minuteMs = 60_000;
