import { isoInZone } from './isoInZone.ts';
import type { Zone } from './Zone.ts';

/**
 * A point in time as a person reads it, with year and offset: "21 Nov 2026, 14:02 UTC", or where local time was
 * chosen "21 Nov 2026, 19:32 UTC+5:30" with the offset that holds at that very moment, summer time included. Put
 * together by hand: the first Intl.DateTimeFormat of a page takes longer than drawing it.
 * @param ms since the epoch; where it is no valid time the answer is "invalid date"
 */
export function formatInstant(ms: number, zone: Zone = 'UTC'): string {
  const parts = /^(.+)-(\d\d)-(\d\d)T(\d\d:\d\d)[^-+]+?(?:Z|([-+])(\d\d):(\d\d))$/.exec(isoInZone(ms, zone));
  if (parts === null) return 'invalid date';
  const [, year, month, day, clock, sign = '', hours, minutes] = parts;
  const isShifted = Number(hours) + Number(minutes) > 0;
  const offset = isShifted ? `${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}` : '';
  return `${Number(day)} ${months[Number(month) - 1]} ${Number(year)}, ${clock} UTC${offset}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
