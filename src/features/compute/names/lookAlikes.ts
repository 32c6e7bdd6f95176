import { twinLetters } from './twinLetters.ts';

/** Reasons, each the end of a sentence that starts with "The name", why a name may read like another one. */
export function lookAlikes(name: string): { mixedScripts: boolean; reasons: readonly string[] } {
  if (plain.test(name)) return { mixedScripts: false, reasons: [] };
  const words = name.match(word) ?? [];
  const mixedScripts = words.some((one) => scripts.filter((script) => script.test(one)).length > 1);
  const reasons = [
    mixedScripts && 'mixes letters of several alphabets in one word',
    words.some(isAllTwins) && 'has a word made only of letters that look like Latin ones',
    foreignDigit.test(name) && 'holds digits other than 0–9',
    oddDash.test(name) && 'holds a dash that is not the one on the keyboard',
    [...name].some(isStyled) && 'holds styled forms of ordinary characters, such as full-width letters',
    name.normalize('NFC') !== name && 'holds accents or letters written in an unusual form',
  ].filter((reason) => reason !== false);
  return { mixedScripts, reasons };
}

const plain = /^[\x20-\x7e]*$/;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const foreignDigit = /(?![0-9])\p{Nd}/u;
const oddDash = /(?!-)\p{Pd}|[\u2212\u02d7\u00ad]/u;
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

function isAllTwins(letters: string): boolean {
  return [...letters].every((letter) => twinLetters.has(letter) || /\d/.test(letter)) && /\D/.test(letters);
}

function isStyled(character: string): boolean {
  const usual = character.normalize('NFKC');
  return usual !== character.normalize('NFC') && /[\x21-\x7e]/.test(usual);
}
