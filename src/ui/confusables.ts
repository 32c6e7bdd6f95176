/** One character that is invisible or affects the text around it: controls, formats, odd spaces, fillers, surrogates. */
export const hiddenCharacter = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

type TextPart =
  | { kind: 'plain'; text: string }
  /** A hidden character, or a run of the same one, and its label such as `U+200B ×2`. */
  | { kind: 'hidden'; text: string; label: string };

type TextHazards = {
  /** The whole text in order. */
  parts: readonly TextPart[];
  /** Sentences about what may mislead a reader. */
  warnings: readonly string[];
};

/** Finds what could mislead someone who reads a text before deleting: hidden characters and look-alikes. */
export function textHazards(text: string): TextHazards {
  const parts = partsOf(text);
  const hidden = parts.some(({ kind }) => kind === 'hidden') ? ['Contains hidden characters.'] : [];
  const lookAlikes = lookAlikeWarnings(text);
  const consequence = lookAlikes.length === 0 ? [] : ['It may look like another one.'];
  return { parts, warnings: [...hidden, ...lookAlikes, ...consequence] };
}

/** Returns a text with hidden characters shown as `[U+200B]`, so that it also stays on one line. */
export function visibleText(text: string): string {
  return text.replace(hiddenRun, (run) => `[${labelOf(run)}]`);
}

/**
 * Prepares text of the service for use in a sentence or a tooltip: with hidden characters shown, and isolated unless it is
 * plain ASCII, because letters that run from right to left could reorder the rest of the sentence.
 */
export function safeText(text: string): string {
  const shown = visibleText(text);
  return /^[\x20-\x7e]*$/.test(text) ? shown : `\u2068${shown}\u2069`;
}

// A single space between two characters is visible. At an end or beside another space it isn't, because HTML collapses it.
const hiddenRun = new RegExp(`^ +| +$| {2,}|(?! )(${hiddenCharacter.source})\\1*`, 'gu');

function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const run of text.matchAll(hiddenRun)) {
    const [hidden] = run;
    if (run.index > from) parts.push({ kind: 'plain', text: text.slice(from, run.index) });
    parts.push({ kind: 'hidden', text: hidden, label: labelOf(hidden) });
    from = run.index + hidden.length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}

function labelOf(run: string): string {
  const codePoint = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const count = [...run].length;
  return `U+${codePoint}${count > 1 ? ` ×${count}` : ''}`;
}

function lookAlikeWarnings(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [];
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const warnings = [
    words.some(mixesScripts) && 'Mixes alphabets.',
    words.some(isAllTwins) && 'Contains letters that look like Latin ones.',
    /(?![0-9])\p{Nd}/u.test(text) && 'Contains digits other than 0–9.',
    /(?!-)\p{Pd}|[\u2212\u02d7\u00ad]/u.test(text) && 'Contains an unusual dash.',
    [...text].some(isStyled) && 'Contains styled forms of ordinary characters.',
    text.normalize('NFC') !== text && 'Contains accents in an unusual form.',
  ];
  return warnings.filter((warning) => warning !== false);
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

function mixesScripts(word: string): boolean {
  return scripts.filter((script) => script.test(word)).length > 1;
}

function isAllTwins(word: string): boolean {
  return [...word].every((letter) => twinLetters.has(letter) || /\d/.test(letter)) && /\D/.test(word);
}

function isStyled(character: string): boolean {
  const usual = character.normalize('NFKC');
  return usual !== character.normalize('NFC') && /[\x21-\x7e]/.test(usual);
}

/** Letters of other scripts that look like a Latin letter in most fonts, with that letter. */
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
