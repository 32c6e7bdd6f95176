import { redactedText } from './pathValues.ts';

/** Check before building the header (`service.md` §5): Node's error for an invalid one contains the token. */
export function isValidToken(token: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(token);
}

/** For texts that are stored, logged or shown. Keeps a short token, because ordinary words may contain it. */
export function redactToken(text: string, token: string): string {
  if (token.length < (/^[a-z]+$/i.test(token) ? 16 : 8)) return text;
  const spellings = new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]);
  return [...spellings].reduce((result, spelling) => result.replaceAll(spelling, redactedText), text);
}

/** For JSON, with the keys of objects. */
export function redactJson(value: unknown, token: string): unknown {
  if (typeof value === 'string') return redactToken(value, token);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, token));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [redactToken(key, token), redactJson(item, token)]));
}
