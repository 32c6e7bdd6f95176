import { pathValueProblem } from '../api/pathValueProblem.ts';

/**
 * Why one segment of a raw request path may not be passed on, as the end of a sentence; null where it may.
 * It is judged as it was sent and decoded as often as anything behind this server might decode it: `..%2f`,
 * `%252e%252e` and `%c0%ae` are dot segments to somebody. `;` is refused raw: some servers read `..;` as `..`.
 */
export function segmentProblem(raw: string): string | null {
  if (plainWord.test(raw)) return null;
  if (raw === '') return 'is empty';
  if (!plainSegment.test(raw)) return 'holds a character that must be percent-encoded';
  const value = decodeOnce(raw);
  if (value === null) return 'is not valid UTF-8';
  return pathValueProblem(value) ?? (holdsDotSegment(value) ? 'holds a dot segment' : null);
}

/** Most segments: nothing in them to decode, to climb with or to refuse. */
const plainWord = /^[A-Za-z0-9_-]{1,256}$/;
const plainSegment = /^(?:[A-Za-z0-9\-._~!$&'()*+,=:@]|%[0-9A-Fa-f]{2})+$/;

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function holdsDotSegment(value: string): boolean {
  if (value.split(/[/\\]/).some((piece) => piece === '.' || piece === '..')) return true;
  const next = decodeOnce(value);
  return next !== null && next !== value && holdsDotSegment(next);
}
