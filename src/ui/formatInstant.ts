/** The zones a person can choose between; every shown time names its own offset. */
export type Zone = 'UTC' | 'local';

/**
 * A point in time as a person reads it, with year and offset: "21 Nov 2026, 14:02 UTC", or where local time was
 * chosen "21 Nov 2026, 19:32 UTC+5:30" with the offset that holds at that very moment, summer time included.
 * @param ms since the epoch; where it is no valid time the answer is "invalid date"
 */
export function formatInstant(ms: number, zone: Zone = 'UTC'): string {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return 'invalid date';
  if (zone === 'UTC') return `${inThree(utcFormat().format(ms))} UTC`;
  // Intl calls the offset GMT+5:30; the console has one word for it.
  return inThree(localFormat().format(ms)).replace('GMT', 'UTC');
}

/** British English shortens one month to four letters: a column of dates would step there. */
function inThree(words: string): string {
  return words.replace('Sept', 'Sep');
}

const options = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

// Made when first needed: a format costs more than a thousand uses of it.
let utc: Intl.DateTimeFormat | null = null;
let local: Intl.DateTimeFormat | null = null;

function utcFormat(): Intl.DateTimeFormat {
  utc ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return utc;
}

function localFormat(): Intl.DateTimeFormat {
  local ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZoneName: 'shortOffset' });
  return local;
}
