import { counted } from '../../ui/words.ts';
import type { HistoryEntry } from './historyEntries.ts';

/**
 * The time between two moments (ms UTC) in the UTC calendar, to the day: "1 year 3 months", "12 days".
 * Months run from the day of the start, cut to the month's length (31 January + 1 month = the last of February);
 * what is left under a day is dropped, and "less than a day" is said where nothing else would be left.
 */
export function calendarDuration(from: number, to: number): string {
  const { years, months, days } = calendarParts(from, to);
  const parts: [number, string][] = [
    [years, 'year'],
    [months, 'month'],
    [days, 'day'],
  ];
  const words = parts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  if (words.length > 0) return words.join(' ');
  return to > from ? 'less than a day' : 'no time';
}

function calendarParts(from: number, to: number): { years: number; months: number; days: number } {
  if (to <= from) return { years: 0, months: 0, days: 0 };
  const a = new Date(from);
  const b = new Date(to);
  let whole = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  if (addMonths(a, whole) > to) whole -= 1;
  const days = Math.floor((to - addMonths(a, whole)) / 86_400_000);
  return { years: Math.floor(whole / 12), months: whole % 12, days };
}

function addMonths(start: Date, months: number): number {
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(moved);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return moved.setUTCDate(Math.min(start.getUTCDate(), lastDay.getUTCDate()));
}

/** How long an entry lasts in calendar terms, or has lasted so far at a moment (ms UTC); empty where that can't be said. */
export function durationText({ from, to, ending }: HistoryEntry, now: number): string {
  if (from === null || ending === 'unknown') return '';
  if (to !== null) return to >= from ? calendarDuration(from, to) : '';
  return from < now ? `${calendarDuration(from, now)} so far` : '';
}

/** A sum of time, in ms, as whole days: a sum of pieces has no start from which months could be told. */
export function daysText(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  if (days === 0) return ms > 0 ? 'less than a day' : 'no time';
  return counted(days, 'day');
}
