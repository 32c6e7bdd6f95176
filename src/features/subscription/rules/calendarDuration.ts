/**
 * The time between two moments (ms UTC) in the UTC calendar, to the day: "1 year 3 months", "12 days".
 * Months run from the day of the start, cut to the month's length (31 January + 1 month = the last of February);
 * what is left under a day is dropped, and "less than a day" is said where nothing else would be left.
 */
export function calendarDuration(from: number, to: number): string {
  const { years, months, days } = calendarParts(from, to);
  const parts = [counted(years, 'year'), counted(months, 'month'), counted(days, 'day')];
  const text = parts.filter((part) => part !== '').join(' ');
  if (text !== '') return text;
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

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
