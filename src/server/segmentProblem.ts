import { pathValueProblem } from '../api/servicePath.ts';

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
  return pathValueProblem(value) ?? encodedProblem(value);
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

/** What a value turns into where it is decoded again, and again. */
function encodedProblem(value: string): string | null {
  if (value.split(/[/\\]/).some((piece) => piece === '.' || piece === '..')) return 'holds a dot segment';
  if (overlong.test(value)) return 'is not valid UTF-8';
  const next = decodeOnce(value);
  if (next === null || next === value) return null;
  return pathValueProblem(next) ?? encodedProblem(next);
}

/** Bytes, still encoded, that stand for a character in more bytes than it needs. */
const overlong = /%(?:c[01]|e0%[89]|f0%8)/i;
