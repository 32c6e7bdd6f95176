import { dayMs, type EpochMs } from '../rules/time.ts';
import { formatCount } from './text.ts';

export { dayMs, type EpochMs };

const isoDateTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i;

/** A usual ISO 8601 date, in UTC unless it has a time zone, or null. Chromium's `Date.parse` accepts "tomorrow 5". */
export function parseInstant(text: string): EpochMs | null {
  const match = isoDateTime.exec(text);
  if (match === null) return null;
  const [, day = '', time = '00:00', fraction = '0', hours = '+00', minutes = '00'] = match;
  const wholeMs = Date.parse(`${day}T${time}${hours}:${minutes}`);
  // `Date.parse` rejects an invalid time, but Chromium's moves a day such as 30 February to the next month.
  const isValid = !Number.isNaN(wholeMs) && new Date(day).getUTCDate() === Number(day.slice(8));
  return isValid ? wholeMs + Number(`${fraction}e${3 - fraction.length}`) : null;
}

export function isDateOnly(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Cuts "Thu, 01 Jan 1970 00:00:07 GMT", because the first Intl.DateTimeFormat takes long. */
export function formatDay(ms: EpochMs): string {
  const [, day, month, year] = new Date(ms).toUTCString().split(' ');
  return year === undefined ? 'invalid date' : `${Number(day)} ${month} ${Number(year)}`;
}

export function formatTimeOfDay(ms: EpochMs): string {
  return `${formatHours(ms)} UTC`;
}

function formatHours(ms: EpochMs): string {
  return new Date(ms).toUTCString().slice(-12, -7);
}

export function formatInstant(ms: EpochMs): string {
  return `${formatDay(ms)}, ${formatTimeOfDay(ms)}`;
}

/** "2026-11-24 23:05:59", in UTC, for files and tickets. */
export function formatCsvTime(ms: EpochMs): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** What a local clock shows at that time, as if it were UTC. */
function toLocal(ms: EpochMs): EpochMs {
  return ms - new Date(ms).getTimezoneOffset() * 60_000;
}

/** Names the local day only if it differs, and no local time where that is UTC. */
export function formatInstantWithLocal(ms: EpochMs): string {
  const local = toLocal(ms);
  if (local === ms) return formatInstant(ms);
  const day = formatDay(local) === formatDay(ms) ? '' : `${formatDay(local)}, `;
  return `${formatInstant(ms)} · ${day}${formatHours(local)} your time`;
}

const units = { minute: 60_000, hour: 3_600_000, day: dayMs, month: 30.44 * dayMs, year: 365.25 * dayMs };

/** In the largest unit with at least two, else in minutes. */
export function formatDuration(ms: number): string {
  const [unit, size] = Object.entries(units).findLast(([, each]) => ms >= 2 * each) ?? ['minute', 60_000];
  return formatCount(Math.max(0, Math.floor(ms / size)), unit);
}

export function formatRelativeDay(ms: EpochMs, now: EpochMs): string {
  const day = formatDay(ms);
  if (day === formatDay(now)) return 'Today';
  return day === formatDay(now - dayMs) ? 'Yesterday' : day;
}
