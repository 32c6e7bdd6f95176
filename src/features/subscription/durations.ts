import { counted } from '../../ui/words.ts';
import { type HistoryEntry, toleranceMs } from './history.ts';

/**
 * Formats the time between two moments (ms UTC) in calendar units: "1 year 3 months", "12 days". Months count from the
 * day of the start, shortened to the length of the month (31 January + 1 month = the last day of February). Remaining
 * hours are dropped.
 */
export function calendarDuration(from: number, to: number): string {
  if (to <= from) return '0 days';
  const start = new Date(from);
  const end = new Date(to);
  let months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  if (addMonths(start, months) > to) months -= 1;
  const days = Math.floor((to - addMonths(start, months)) / dayMs);
  const parts = [
    { count: Math.floor(months / 12), unit: 'year' },
    { count: months % 12, unit: 'month' },
    { count: days, unit: 'day' },
  ].filter(({ count }) => count > 0);
  return parts.map(({ count, unit }) => counted(count, unit)).join(' ') || 'less than a day';
}

function addMonths(start: Date, months: number): number {
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(moved);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return moved.setUTCDate(Math.min(start.getUTCDate(), lastDay.getUTCDate()));
}

const dayMs = 86_400_000;

/** Formats how long an entry lasts, or has lasted so far at `now` (ms UTC). Empty if a date is missing. */
export function durationText({ from, to, ending }: HistoryEntry, now: number): string {
  if (from === null || ending === 'unknown') return '';
  if (to === null) return from < now ? `${calendarDuration(from, now)} so far` : '';
  if (to < from) return '';
  // An end at 23:59:59 completes its day.
  return calendarDuration(from, to === from ? to : to + toleranceMs);
}

/** Formats a sum of time in whole days. A sum has no start, so it can't be given in months. */
export function daysText(ms: number): string {
  const days = Math.floor((ms + toleranceMs) / dayMs);
  if (days === 0) return ms > 0 ? 'less than a day' : '0 days';
  return counted(days, 'day');
}
