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

/** Shows invisible characters as �, so that different values don't look the same. */
export function quoteValue(value: string): string {
  const shortenedValue = value.length > maxQuoteLength ? `${value.slice(0, maxQuoteLength)}…` : value;
  return `“${shortenedValue.toWellFormed().replace(invisibleCharacters, '\ufffd')}”`;
}

const maxQuoteLength = 512;

/** Control, line break and bidirectional characters, which could change how a sentence looks on screen. */
const invisibleCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Equal for texts that differ only in case or normalization. */
export function foldCase(text: string): string {
  // Upper case last, because the lower case of Σ depends on its place. NFD separates accents.
  return text.toLowerCase().toUpperCase().normalize('NFD');
}
