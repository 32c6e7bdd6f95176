import type { Zone } from './Zone.ts';

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
