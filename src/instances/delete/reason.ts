import { maxReasonLength } from '../../config.ts';

let last = { session: '', reason: '' };

/** The reason that the admin gave last in this session, or an empty text. Kept in memory only. */
export function getLastReason(session: string): string {
  return last.session === session ? last.reason : '';
}

export function rememberReason(session: string, reason: string): void {
  if (reason !== '') last = { session, reason };
}

/** One line without spaces at the ends, because the reason becomes part of a header and of a log line. */
export function cleanReason(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength)
    .replace(/[\ud800-\udbff]$/, '');
}
