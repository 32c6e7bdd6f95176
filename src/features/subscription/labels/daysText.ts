import { groupedDigits } from '../../../ui/groupedDigits.ts';

/** A sum of time, in ms, as whole days: a sum of pieces has no start from which months could be told. */
export function daysText(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  if (days === 0) return ms > 0 ? 'less than a day' : 'no time';
  return `${groupedDigits(days)} ${days === 1 ? 'day' : 'days'}`;
}
