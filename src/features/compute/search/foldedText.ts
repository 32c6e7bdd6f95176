/** A text as a search compares it: in lower case, and accents in one form (NFC) however they were typed. */
export function foldedText(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().normalize('NFC');
}

const ascii = /^\p{ASCII}*$/u;
