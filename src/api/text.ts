/**
 * Words from the wire made fit for one line: no control or bidi characters, no half characters, single spaces.
 * @param maxLength the most that comes out, in UTF-16 units, the ellipsis included
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

/** A value from the wire in quotation marks. What can't be seen shows as �, so that two values never look the same. */
export function quotedValue(value: string): string {
  const clipped = value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
  return `“${clipped.toWellFormed().replace(unseenCharacters, '\ufffd')}”`;
}

const maxLength = 512;

/** Controls, line breaks and bidi marks: in a sentence they carry no meaning and can only mislead. */
export const unseenCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
