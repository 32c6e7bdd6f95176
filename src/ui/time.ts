/**
 * The one reading of every date that the service sends: an ISO 8601 date or date-time as ms since 1970 UTC, or null
 * where it is not one. A missing zone is UTC, as section 2 of the service document has it; `Date.parse` would take it
 * as local time, and would also read "1", "tomorrow 5" and 30 February as dates. A fraction is cut to whole ms. Never
 * throws.
 */
export function parseInstant(text: string): number | null {
  const match = isoDateTime.exec(text);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const clock = clockMs(match[4], match[5], match[6], match[7]);
  const offset = offsetMs(match[8]);
  if (clock === null || offset === null) return null;
  return midnight(year, month, day) + clock - offset;
}

const isoDateTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function clockMs(h = '0', m = '0', s = '0', fraction = '0'): number | null {
  const [hours, minutes, seconds] = [Number(h), Number(m), Number(s)];
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const total = ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
  if (minutes > 59 || seconds > 59 || total > dayMs) return null;
  return total;
}

function offsetMs(zone = 'Z'): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2, 4));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

// Date.UTC takes the years 0 to 99 for 1900 to 1999, so those are asked 400 years later: one full cycle.
function midnight(year: number, month: number, day: number): number {
  return year < 100 ? Date.UTC(year + 400, month - 1, day) - cycleMs : Date.UTC(year, month - 1, day);
}

const dayMs = 86_400_000;
const cycleMs = 146_097 * dayMs;

/**
 * A point in time as ISO 8601 with the offset that holds at that moment: "2026-11-21T14:02:00.000Z", or in local time
 * "2026-11-21T19:32:00.000+05:30". Both name the same moment, and the day is the one the screen shows.
 * @param ms since the epoch; an empty text where it is no valid time
 */
export function isoInZone(ms: number, zone: Zone): string {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return '';
  if (zone === 'UTC') return new Date(ms).toISOString();
  // Old offsets have seconds; getTimezoneOffset gives them as a fraction or cut, so it is cut here for both parts.
  const minutes = -Math.trunc(new Date(ms).getTimezoneOffset());
  const clock = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(minutes);
  const sign = minutes < 0 ? '-' : '+';
  return `${clock}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

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

/**
 * A date of the service for a file: as it came where any program reads the same moment out of it, with its zone where
 * it names none (UTC, section 2 of the service document), and marked where it is no date.
 */
export function exportedDate(text: string): string {
  const ms = parseInstant(text);
  if (ms === null) return invalidDate(text);
  return /t.*(?:z|[+-][\d:]+)$/i.test(text) ? text : isoInZone(ms, 'UTC');
}

/** What is written in place of a text that is no date. */
export function invalidDate(text: string): string {
  return `invalid date “${text.slice(0, 60)}”`;
}

/** The zones a person can choose between; every shown time names its own offset. */
export type Zone = 'UTC' | 'local';
