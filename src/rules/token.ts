import { redactedText } from './pathValues.ts';

/** Check before building the header (`service.md` §5): Node's error for an invalid one contains the token. */
export function isValidToken(token: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(token);
}

/** For texts that are stored, logged or shown. Keeps a short token, because ordinary words may contain it. */
export function redactToken(text: string, token: string): string {
  if (token.length < (/^[a-z]+$/i.test(token) ? 16 : 8)) return text;
  return listSpellings(token).reduce((result, spelling) => result.replaceAll(spelling, redactedText), text);
}

/** Also as it is in a URL or in JSON, where PHP escapes slashes and .NET all that is special in HTML. */
function listSpellings(token: string): readonly string[] {
  if (/^[\w.~-]*$/.test(token)) return [token];
  const encoded = encodeURIComponent(token);
  const escaped = (pattern: RegExp) =>
    token.replace(pattern, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const escapes = [/["&'+<>`\\]/g, /[^\w.~-]/g].map(escaped);
  const spellings = [
    token,
    encoded,
    JSON.stringify(token).slice(1, -1),
    token.replaceAll('/', '\\/'),
    ...escapes,
  ];
  const inUpperCase = escapes.map((text) =>
    text.replace(/\\u(\w{4})/g, (_, code) => `\\u${code.toUpperCase()}`),
  );
  const inLowerCase = encoded.replace(/%../g, (code) => code.toLowerCase());
  return [...new Set([...spellings, ...inUpperCase, inLowerCase])];
}

/** For JSON, with the keys of objects. */
export function redactJson(value: unknown, token: string): unknown {
  if (typeof value === 'string') return redactToken(value, token);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, token));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [redactToken(key, token), redactJson(item, token)]));
}
