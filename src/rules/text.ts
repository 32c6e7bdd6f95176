/** One line without control and bidirectional characters, of at most `maxLength` UTF-16 units with `…`. */
export function toShortLine(text: string, maxLength: number): string {
  const plainText = text
    .slice(0, 4 * maxLength)
    .toWellFormed()
    .replace(invisibleCharacters, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plainText.length <= maxLength) return plainText;
  return `${plainText.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function quoteValue(value: string): string {
  const shortenedValue = value.length > maxQuoteLength ? `${value.slice(0, maxQuoteLength)}…` : value;
  return `“${shortenedValue.toWellFormed().replace(invisibleCharacters, '\ufffd')}”`;
}

const maxQuoteLength = 512;

/** Control, line break and bidirectional characters. */
const invisibleCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function foldCase(text: string): string {
  // Upper case after lower case, because the lower case of Σ depends on its place.
  return text.toLowerCase().toUpperCase().normalize('NFD');
}

/** Without case, common accents, ignorable characters and compatibility forms. */
export function foldForSearch(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toUpperCase();
  // Upper case, in which ß is SS, and the two forms of a small sigma are one.
  return removeIgnorableCharacters(text)
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\u0300-\u036f]/g, '');
}

export function removeIgnorableCharacters(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

export function isValidToken(token: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(token);
}

export const redactionPlaceholder = '[redacted]';

/** Keeps a short token, because ordinary words may contain it. */
export function redactToken(text: string, token: string | null): string {
  if (token === null || token.length < (/^[a-z]+$/i.test(token) ? 16 : 8)) return text;
  return text.replace(matchSpellings(token), redactionPlaceholder);
}

/** Also matches it as usually written in a URL or in JSON: PHP escapes slashes, and .NET what is special in HTML. */
function matchSpellings(token: string): RegExp {
  const spellings = token.replace(/\W/g, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `(?:(?:\\\\(?=[/"\\\\]))?\\x${code}|%${code}|\\\\u00${code})`;
  });
  return new RegExp(spellings, 'gi');
}

const maxDepth = 100;

/** Replaces what is nested too deeply, too: `JSON.stringify` could overflow the stack. */
export function redactJson(value: unknown, token: string, depth = maxDepth): unknown {
  if (typeof value === 'string') return redactToken(value, token);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '(nested too deeply to show)';
  const redact = (item: unknown) => redactJson(item, token, depth - 1);
  if (Array.isArray(value)) return value.map(redact);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redactToken(key, token), redact(item)]),
  );
}
