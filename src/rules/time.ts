import * as v from 'valibot';

/** ms since 1970, UTC. It can have a fraction. */
export type EpochMs = number;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const isoTimeSchema = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse));

export const isoTimeOrNullSchema = v.nullable(isoTimeSchema);

export function toIso(ms: EpochMs): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: EpochMs | null): string | null {
  return ms === null ? null : toIso(ms);
}

/** In ms. Null unless it is `0` or at most a day ahead. A date counts from `date`, if it can be read, because clocks differ. */
export function parseRetryAfter(header: string | null, date: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '0') return 0;
  const numberMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Number.NaN;
  const waitMs = httpDatePattern.test(text) ? Date.parse(text) - (parseResponseDate(date) ?? now) : numberMs;
  return waitMs > 0 && waitMs <= dayMs ? waitMs : null;
}

const httpDatePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** When a response was sent: its `Date`, plus the `Age` of a cached copy. Null without a readable date. */
export function parseResponseDate(date: string | null, age: string | null = null): EpochMs | null {
  const dateMs = Date.parse(date ?? '');
  return Number.isNaN(dateMs) ? null : dateMs + parseAge(age);
}

/** In ms, 0 without a readable one. Of several values, the first counts: https://www.rfc-editor.org/rfc/rfc9111#section-5.1 */
export function parseAge(age: string | null): number {
  const [, seconds = 0] = /^\s*(\d{1,9})(?:\.\d+)?\s*(?:,|$)/.exec(age ?? '') ?? [];
  return Number(seconds) * 1000;
}
