import { calendarDuration } from '../rules/calendarDuration.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';

/** How long an entry lasts in calendar terms, or has lasted so far at a moment (ms UTC); empty where that can't be said. */
export function durationText({ from, to, ending }: HistoryEntry, now: number): string {
  if (from === null || ending === 'unknown') return '';
  if (to !== null) return to >= from ? calendarDuration(from, to) : '';
  return from < now ? `${calendarDuration(from, now)} so far` : '';
}
