/** One character that shows nothing or steers what is around it: controls, formats, odd spaces, fillers, surrogates. */
export const hiddenCharacter = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

export type NamePart =
  | { kind: 'plain'; text: string }
  /** One character that can't be seen, or a run of the same one. */
  | { kind: 'hidden'; text: string; label: string };

type NameHazards = {
  /** Nothing about the name misleads; it is one plain part. */
  isClean: boolean;
  hasInvisible: boolean;
  /** Characters that reorder the text around them; those of right-to-left scripts alone do not count. */
  hasBidi: boolean;
  mixedScripts: boolean;
  /** Each the end of a sentence that starts with "The name"; empty where it can't be taken for another. */
  lookAlikes: readonly string[];
  /** The whole name in order: the texts of the parts put together are the name. */
  parts: readonly NamePart[];
};

/** What about a name could mislead whoever reads it before deleting, and its parts with the unseen ones labelled. */
export function nameHazards(name: string): NameHazards {
  const parts = partsOf(name);
  const hasInvisible = parts.some((part) => part.kind === 'hidden');
  const hasBidi = bidiControl.test(name);
  const { mixedScripts, reasons } = lookAlikes(name);
  const isClean = !hasInvisible && reasons.length === 0;
  return { isClean, hasInvisible, hasBidi, mixedScripts, lookAlikes: reasons, parts };
}

const bidiControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
// A space is ordinary between two characters; at an end, or beside another one, the page would swallow it.
const hiddenRun = new RegExp(`^ +| +$| {2,}|(?! )(${hiddenCharacter.source})\\1*`, 'gu');

function partsOf(name: string): NamePart[] {
  const parts: NamePart[] = [];
  let from = 0;
  for (const run of name.matchAll(hiddenRun)) {
    const [text] = run;
    if (run.index > from) parts.push({ kind: 'plain', text: name.slice(from, run.index) });
    parts.push({ kind: 'hidden', text, label: runLabel(text) });
    from = run.index + text.length;
  }
  if (from < name.length) parts.push({ kind: 'plain', text: name.slice(from) });
  return parts;
}

function runLabel(run: string): string {
  const count = [...run].length;
  return characterLabel(run) + (count > 1 ? ` ×${count}` : '');
}

/** Reasons, each the end of a sentence that starts with "The name", why a name may read like another one. */
function lookAlikes(name: string): { mixedScripts: boolean; reasons: readonly string[] } {
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

/** Letters of other scripts that look like a Latin one in most fonts, each with the letter it looks like. */
export const twinLetters: ReadonlyMap<string, string> = new Map([
  ...pairs('асеорхуіјѕһԁԛԝӏґ', 'aceopxyijshdqwlr'),
  ...pairs('АВСЕНІЈКМОРЅТХУҮ', 'ABCEHIJKMOPSTXYY'),
  ...pairs('οανρικυϲϳτ', 'oavpikucjt'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('ıɑɡɩʟǃ', 'iagil!'),
]);

function pairs(others: string, latin: string): [string, string][] {
  const letters = [...latin];
  return [...others].map((other, place) => [other, letters[place] ?? other]);
}

/** A character as `U+202E RIGHT-TO-LEFT OVERRIDE`; only the number where it isn't one of the common hidden ones. */
function characterLabel(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const number = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names.get(point) ?? rangeName(point);
  return name === null ? number : `${number} ${name}`;
}

function rangeName(point: number): string | null {
  if (point < 0x20 || (point > 0x7e && point < 0xa0)) return 'CONTROL CHARACTER';
  if (point >= 0xd800 && point <= 0xdfff) return 'HALF OF A CHARACTER';
  if (point >= 0xfe00 && point <= 0xfe0f) return `VARIATION SELECTOR-${point - 0xfdff}`;
  if (point >= 0xe0000 && point <= 0xe007f) return 'TAG CHARACTER';
  return null;
}

const names = new Map([
  [0x00, 'NULL'],
  [0x09, 'TAB'],
  [0x0a, 'LINE FEED'],
  [0x0d, 'CARRIAGE RETURN'],
  [0x1b, 'ESCAPE'],
  [0x20, 'SPACE'],
  [0x7f, 'DELETE'],
  [0xa0, 'NO-BREAK SPACE'],
  [0xad, 'SOFT HYPHEN'],
  [0x34f, 'COMBINING GRAPHEME JOINER'],
  [0x61c, 'ARABIC LETTER MARK'],
  [0x115f, 'HANGUL CHOSEONG FILLER'],
  [0x1160, 'HANGUL JUNGSEONG FILLER'],
  [0x180e, 'MONGOLIAN VOWEL SEPARATOR'],
  [0x2002, 'EN SPACE'],
  [0x2003, 'EM SPACE'],
  [0x2007, 'FIGURE SPACE'],
  [0x2009, 'THIN SPACE'],
  [0x200a, 'HAIR SPACE'],
  [0x200b, 'ZERO WIDTH SPACE'],
  [0x200c, 'ZERO WIDTH NON-JOINER'],
  [0x200d, 'ZERO WIDTH JOINER'],
  [0x200e, 'LEFT-TO-RIGHT MARK'],
  [0x200f, 'RIGHT-TO-LEFT MARK'],
  [0x2028, 'LINE SEPARATOR'],
  [0x2029, 'PARAGRAPH SEPARATOR'],
  [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
  [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
  [0x202c, 'POP DIRECTIONAL FORMATTING'],
  [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
  [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
  [0x202f, 'NARROW NO-BREAK SPACE'],
  [0x205f, 'MEDIUM MATHEMATICAL SPACE'],
  [0x2060, 'WORD JOINER'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
  [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
  [0x2068, 'FIRST STRONG ISOLATE'],
  [0x2069, 'POP DIRECTIONAL ISOLATE'],
  [0x2800, 'BRAILLE PATTERN BLANK'],
  [0x3000, 'IDEOGRAPHIC SPACE'],
  [0x3164, 'HANGUL FILLER'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
  [0xffa0, 'HALFWIDTH HANGUL FILLER'],
]);
