import { useEffect, useState } from 'react';
import type { HistoryEntry } from './rules/HistoryEntry.ts';
import { nextChangeAt } from './rules/nextChangeAt.ts';

/** The present, in ms, moving on when the state of an entry changes, and now and then for what has lasted so far. */
export function useHistoryMoment(entries: readonly HistoryEntry[]): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const change = nextChangeAt(entries, now) ?? Number.POSITIVE_INFINITY;
    // Asking 100 000 entries each minute would be felt; their states still change to the second.
    const pause = entries.length > 5000 ? 10 * minuteMs : minuteMs;
    const wait = Math.min(Math.max(change - Date.now(), 0), pause);
    // A timer may ring a little early; the moment it rang for has come all the same.
    const timer = setTimeout(() => setNow(Math.max(Date.now(), wait < pause ? change : 0)), wait);
    return () => clearTimeout(timer);
  }, [entries, now]);
  return now;
}

const minuteMs = 60_000;
