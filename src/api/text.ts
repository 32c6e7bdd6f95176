/**
 * Makes text from the service fit for one line: no control or bidi characters, no lone surrogates, single spaces.
 * @param maxLength limit in UTF-16 units, including the ellipsis
 */
export function plainText(text: string, maxLength: number): string {
  const plain = text
    .slice(0, 4 * maxLength)
    .toWellFormed()
    .replace(unseenCharacters, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= maxLength) return plain;
  return `${plain.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Quotes a value from the service. Invisible characters become �, so that two different values never look the same. */
export function quotedValue(value: string): string {
  const clipped = value.length > maxQuoteLength ? `${value.slice(0, maxQuoteLength)}…` : value;
  return `“${clipped.toWellFormed().replace(unseenCharacters, '\ufffd')}”`;
}

const maxQuoteLength = 512;

/** Control, line break and bidi characters. In a sentence they have no meaning and can only mislead. */
const unseenCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
