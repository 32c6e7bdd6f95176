/**
 * A text whose plain order (`<`) is the natural order of the texts it stands for: case and accents aside, and numbers
 * by their value, so `node-9` comes before `node-10`. Far cheaper over 100 000 texts than an Intl.Collator.
 */
export function naturalKey(text: string): string {
  const lower = ascii.test(text) ? text.toLowerCase() : unaccented(text);
  // The digits of a UUID are no numbers.
  return uuid.test(lower) ? lower : lower.replace(numberRun, countedNumber);
}

const ascii = /^\p{ASCII}*$/u;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const numberRun = /\d{2,}/g;

// A number of two digits or more gets a mark that grows with its length and comes after every digit.
function countedNumber(run: string): string {
  const digits = run.startsWith('0') ? run.replace(/^0+(?=\d)/, '') : run;
  if (digits.length === 1) return digits;
  return String.fromCharCode(0x38 + Math.min(digits.length, 38)) + digits;
}

function unaccented(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase();
}
