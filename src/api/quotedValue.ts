import { unseenCharacters } from './unseenCharacters.ts';

/** A value from the wire in quotation marks. What can't be seen shows as �, so that two values never look the same. */
export function quotedValue(value: string): string {
  const clipped = value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
  return `“${clipped.toWellFormed().replace(unseenCharacters, '\ufffd')}”`;
}

const maxLength = 512;
