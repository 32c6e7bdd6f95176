import * as v from 'valibot';

/** ms since 1970, UTC. A time from the service can have a fraction for its microseconds. */
export type EpochMs = number;

export const isoTimeSchema = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse));

export const isoTimeOrNullSchema = v.nullable(isoTimeSchema);

export function toIso(ms: EpochMs): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: EpochMs | null): string | null {
  return ms === null ? null : toIso(ms);
}

const maxWaitMs = 24 * 60 * 60 * 1000;

/** The wait (ms). Null without a header, and if it is unreadable, past or over a day. A date counts from `date`: clocks differ. */
export function parseRetryAfter(header: string | null, date: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '0') return 0;
  const numberMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Number.NaN;
  const waitMs = httpDatePattern.test(text)
    ? Date.parse(text) - (parseResponseDate(date, null) ?? now)
    : numberMs;
  return waitMs > 0 && waitMs <= maxWaitMs ? waitMs : null;
}

const httpDatePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** "Now" of a response: its `Date`, and the `Age` (s) of a copy from a cache. Null without a readable date. */
export function parseResponseDate(date: string | null, age: string | null): number | null {
  const dateMs = Date.parse(date ?? '');
  return Number.isNaN(dateMs) ? null : dateMs + parseAge(age);
}

/** Age of a copy from a cache (ms), or 0. Of several caches, the first counts: https://www.rfc-editor.org/rfc/rfc9111#section-5.1 */
export function parseAge(age: string | null): number {
  const [, seconds = 0] = /^\s*(\d{1,9})(?:\.\d+)?\s*(?:,|$)/.exec(age ?? '') ?? [];
  return Number(seconds) * 1000;
}
