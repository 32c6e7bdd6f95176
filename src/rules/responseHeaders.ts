/** The wait (ms) after a 429 that asks for none that we can read. */
export const defaultRetryAfterMs = 30_000;
const maxWaitMs = 24 * 60 * 60 * 1000;

/** The wait (ms). Null without a header, 30 s if it is unreadable, past or over a day. A date counts from `date`: clocks differ. */
export function parseRetryAfter(header: string | null, date: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  if (text === '0') return 0;
  const numberMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Number.NaN;
  const waitMs = httpDatePattern.test(text)
    ? Date.parse(text) - (parseResponseDate(date, null) ?? now)
    : numberMs;
  return waitMs > 0 && waitMs <= maxWaitMs ? waitMs : defaultRetryAfterMs;
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

/** By these, and by 206, a service says that a list is only a part. Our server passes them on. */
export const partialListHeaders = ['link', 'content-range', 'x-total-count'];

/** By `X-Total-Count` or `Content-Range` (RFC 9110). Null without a number. */
export function parseTotalCount(headers: Pick<Headers, 'get'>): number | null {
  const [, range = ''] = /\/\s*(\d+)\s*$/.exec(headers.get('content-range') ?? '') ?? [];
  const counts = [headers.get('x-total-count') ?? '', range].map((text) => Number.parseInt(text, 10));
  return counts.find((count) => !Number.isNaN(count)) ?? null;
}

/** True for a next page, and for a range that doesn't begin at 0. */
export function isPartialList(headers: Pick<Headers, 'get'>): boolean {
  const isLaterRange = /^\s*(?:[a-z]+\s+)?0*[1-9]\d*\s*-/i.test(headers.get('content-range') ?? '');
  return isLaterRange || hasNextLink(headers.get('link'));
}

/** True if one of the relation types of a `Link` header (RFC 8288) is `next`, in any case. */
export function hasNextLink(header: string | null): boolean {
  // Remove the addresses, because they can contain the separators of the header.
  const parameters = (header ?? '').replace(/<[^<>]*>/g, '');
  return [...parameters.matchAll(linkParameter)].some(
    ([, name = '', quoted, unquoted = '']) =>
      name.toLowerCase() === 'rel' && /(?:^|[\s'])next(?:$|[\s'])/i.test(quoted ?? unquoted),
  );
}

const linkParameter = /;\s*([^\s=;,"]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/g;

export function hasNonBearerChallenge(header: string | null): boolean {
  // Outside of quotes, a comma separates challenges and parameters. Only a challenge starts with a scheme.
  const parts = (header ?? '').replace(/"[^"]*"/g, '').split(',');
  return parts.some((part) => part.trim() !== '' && !/^\s*(?:bearer(?:\s|$)|[^\s=]+\s*=)/i.test(part));
}
