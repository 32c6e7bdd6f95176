import { useEffect, useState } from 'react';
import type { HistoryEntry } from './history.ts';

export const historyStates = ['current', 'scheduled', 'ended', 'unknown'] as const;
export type HistoryState = (typeof historyStates)[number];

/**
 * Returns the state of an entry at a moment (ms UTC). If only one date is readable, the entry is scheduled or ended when
 * that date proves it, and otherwise unknown. A foreign or reversed record is always unknown.
 */
export function stateAt(entry: HistoryEntry, now: number): HistoryState {
  const { from, to, problems } = entry;
  if (problems.includes('foreign-workspace') || problems.includes('end-before-start')) return 'unknown';
  if (from !== null && from > now) return 'scheduled';
  if (to !== null && to <= now) return 'ended';
  return entry.counted ? 'current' : 'unknown';
}

/** Returns the next moment (ms UTC) at which an entry changes its state. */
export function nextChangeAt(entries: readonly HistoryEntry[], now: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const entry of entries)
    for (const moment of [entry.from, entry.to])
      if (moment !== null && moment > now && moment < next && stateAt(entry, moment) !== stateAt(entry, now))
        next = moment;
  return next === Number.POSITIVE_INFINITY ? null : next;
}

/**
 * Returns the service's current time in ms. It re-renders every minute and when the state of an entry changes.
 * @param aheadMs how far this computer's clock is ahead of the service's
 */
export function useHistoryMoment(entries: readonly HistoryEntry[], aheadMs: number): number {
  const [localNow, setLocalNow] = useState(Date.now);
  const now = localNow - aheadMs;
  useEffect(() => {
    const change = (nextChangeAt(entries, now) ?? Number.POSITIVE_INFINITY) + aheadMs;
    const isSoon = change - Date.now() < minuteMs;
    const timer = setTimeout(
      // A timer may fire a little early, so the time never lies before the change it was set for.
      () => setLocalNow(isSoon ? Math.max(Date.now(), change) : Date.now()),
      isSoon ? Math.max(change - Date.now(), 0) : minuteMs,
    );
    return () => clearTimeout(timer);
  }, [entries, now, aheadMs]);
  return now;
}

const minuteMs = 60_000;
