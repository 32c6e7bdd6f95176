import { removeIgnorableCharacters } from '../rules/text.ts';

/** Canonically equivalent texts are equal, all white space is a space, and what is never drawn doesn't count. A blank phrase is never equal. */
export function matchesPhrase(typed: string, phrase: string): boolean {
  return toTypable(phrase) !== '' && toTypable(typed) === toTypable(phrase);
}

/** What can be typed and copied: without what isn't drawn, and with ordinary spaces in place of all white space. */
export function toTypable(text: string): string {
  return removeIgnorableCharacters(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}
