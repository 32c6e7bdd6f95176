import { unseenCharacters } from '../../../api/unseenCharacters.ts';

/**
 * A label as a part of a sentence: whatever is in it turns none of the words around it, and what can't be seen shows
 * as �. One of plain letters stays as it is, so that it can be searched for and copied.
 */
export function isolatedLabel(label: string): string {
  if (/^[\x20-\x7e]*$/.test(label)) return label;
  return `\u2068${label.toWellFormed().replace(unseenCharacters, '\ufffd')}\u2069`;
}
