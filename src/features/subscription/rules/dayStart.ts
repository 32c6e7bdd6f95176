import type { Zone } from '../../../ui/Zone.ts';

/**
 * The first moment of a day in a zone, in ms UTC; where summer time skips midnight it is the first moment there is.
 * @param day YYYY-MM-DD, a valid one
 * @param later whole days to add, so that `dayStart(day, zone, 1)` is the exclusive end of the day, also of 23 hours
 */
export function dayStart(day: string, zone: Zone, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(0);
  if (zone === 'UTC') return moment.setUTCFullYear(year, month - 1, date + later);
  moment.setHours(0, 0, 0, 0);
  moment.setFullYear(year, month - 1, date + later);
  return moment.setHours(0, 0, 0, 0);
}
