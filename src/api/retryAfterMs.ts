const absurd = 30_000;
const longest = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header: seconds or an HTTP date.
 * @param now ms since the epoch
 * @returns ms to wait; 30 s for a value no one could mean (text, a past date, more than a day); null without a header
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const text = header.trim();
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1000
    : httpDate.test(text)
      ? Date.parse(text) - now
      : Number.NaN;
  if (wait === 0 && text === '0') return 0;
  return wait > 0 && wait <= longest ? wait : absurd;
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
