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

/**
 * Returns the service's current time in ms. It re-renders at each full minute, because subscriptions start and end then.
 * @param aheadMs how far this computer's clock is ahead of the service's
 */
export function useHistoryMoment(aheadMs: number): number {
  const [localNow, setLocalNow] = useState(Date.now);
  const now = localNow - aheadMs;
  useEffect(() => {
    const timer = setTimeout(() => setLocalNow(Date.now()), minuteMs - (now % minuteMs));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

const minuteMs = 60_000;
