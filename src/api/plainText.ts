import { unseenCharacters } from './unseenCharacters.ts';

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
