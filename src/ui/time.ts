import { useSyncExternalStore } from 'react';

/**
 * Converts an ISO 8601 date to ms since the epoch, or returns null. A date without a time zone is in UTC. `Date.parse` alone
 * would use local time for some dates, and would accept "tomorrow 5".
 */
export function parseInstant(text: string): number | null {
  const match = isoDateTime.exec(text);
  if (match === null) return null;
  const [, day, clock = '00:00', seconds = '00', fraction = '', sign, hours = 0, minutes = 0] = match;
  const statedIso = `${day}T${clock}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const iso = statedIso.replace('T24:00:00.000', 'T00:00:00.000');
  const ms = Date.parse(iso);
  // `Date.parse` rejects an invalid time, but moves an invalid day such as 30 February to the next month.
  if (new Date(ms).getUTCDate() !== Number(day?.slice(8))) return null;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  return ms + (iso === statedIso ? 0 : 86_400_000) - offsetMs;
}

const isoDateTime =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?$/i;

/**
 * Formats a time as ISO 8601: "2026-11-21T14:02:00.000Z" or, in local time, "2026-11-21T19:32:00.000+05:30".
 * @param ms since the epoch
 * @returns an empty text for an invalid time
 */
export function formatIsoInZone(ms: number, zone: Zone): string {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return '';
  if (zone === 'UTC') return new Date(ms).toISOString();
  // Cut off the seconds of historical offsets, because only some browsers return them.
  const minutes = -Math.trunc(new Date(ms).getTimezoneOffset());
  const clock = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
  const absoluteMinutes = Math.abs(minutes);
  const sign = minutes < 0 ? '-' : '+';
  return `${clock}${sign}${padToTwoDigits(Math.floor(absoluteMinutes / 60))}:${padToTwoDigits(absoluteMinutes % 60)}`;
}

function padToTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Formats a time for display: "21 Nov 2026, 14:02 UTC" or, in local time, "21 Nov 2026, 19:32 UTC+5:30". Doesn't use
 * Intl.DateTimeFormat, because creating the first formatter takes longer than drawing the page.
 * @param ms since the epoch
 * @returns "invalid date" for an invalid time
 */
export function formatInstant(ms: number, zone: Zone = 'UTC'): string {
  const parts = /^(.+)-(\d\d)-(\d\d)T(\d\d:\d\d)[^-+]+?(?:Z|([-+])(\d\d):(\d\d))$/.exec(
    formatIsoInZone(ms, zone),
  );
  if (parts === null) return 'invalid date';
  const [, year, month, day, clock, sign = '', hours, minutes] = parts;
  const isShifted = Number(hours) + Number(minutes) > 0;
  const offset = isShifted ? `${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}` : '';
  return `${Number(day)} ${months[Number(month) - 1]} ${Number(year)}, ${clock} UTC${offset}`;
}

/**
 * Formats how long ago a time was, such as "just now", "5 min ago", "2 h ago" or "3 d ago".
 * @returns null for a future time, because it means that a clock is wrong
 */
export function formatAgo(ms: number, now: number): string | null {
  const minutes = Math.floor((now - ms) / 60_000);
  // `ms` can be up to a second after `now`, because `useNow` rounds down to seconds.
  if (now - ms < -1000) return null;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} d ago`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Formats a date of the service for a file. Adds UTC to a date without a time zone. */
export function formatExportedDate(text: string): string {
  const ms = parseInstant(text);
  if (ms === null) return `invalid date “${text.slice(0, 60)}”`;
  return /t.*(?:z|[+-][\d:]+)$/i.test(text) ? text : formatIsoInZone(ms, 'UTC');
}

export type Zone = 'UTC' | 'local';

/** Returns the current time in ms, rounded down to seconds, and re-renders every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToSeconds, readSecond);
}

function subscribeToSeconds(onTick: () => void) {
  const timer = setInterval(onTick, 1000);
  return () => clearInterval(timer);
}

function readSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
