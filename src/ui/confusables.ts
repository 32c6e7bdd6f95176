/** Matches a character that is invisible or changes the text around it, such as a space or a control character. */
export const hiddenCharacter = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

type TextPart =
  | { kind: 'plain'; text: string }
  /** One hidden character or several equal hidden characters, with a label such as `U+200B ×2`. */
  | { kind: 'hidden'; text: string; label: string };

type TextHazards = {
  /** The parts of the whole text, in order. */
  parts: readonly TextPart[];
  /** Sentences that warn of hidden or look-alike characters. */
  warnings: readonly string[];
};

/** Finds hidden and look-alike characters, because an admin could confuse two names and delete the wrong instance. */
export function findTextHazards(text: string): TextHazards {
  const parts = splitParts(text);
  const hiddenWarnings = parts.some(({ kind }) => kind === 'hidden') ? ['Contains hidden characters.'] : [];
  const lookAlikes = findLookAlikeWarnings(text);
  const consequence = lookAlikes.length === 0 ? [] : ['It may look the same as another name.'];
  return { parts, warnings: [...hiddenWarnings, ...lookAlikes, ...consequence] };
}

/** Replaces hidden characters, including line breaks, with labels such as `[U+200B]`. */
export function toVisibleText(text: string): string {
  return text.replace(hiddenRun, (run) => `[${formatCodePoint(run)}]`);
}

/**
 * Prepares a text for use in a sentence or a tooltip. Replaces hidden characters with labels. Isolates text that isn't plain
 * ASCII, because right-to-left letters could reorder the sentence.
 */
export function toSafeText(text: string): string {
  const shownText = toVisibleText(text);
  return /^[\x20-\x7e]*$/.test(text) ? shownText : `\u2068${shownText}\u2069`;
}

// Ordinary spaces at the start, at the end or in a row are hidden, because HTML collapses them.
const hiddenRun = new RegExp(`^ +| +$| {2,}|(?! )(${hiddenCharacter.source})\\1*`, 'gu');

function splitParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const run of text.matchAll(hiddenRun)) {
    const [hiddenText] = run;
    if (run.index > from) parts.push({ kind: 'plain', text: text.slice(from, run.index) });
    parts.push({ kind: 'hidden', text: hiddenText, label: formatCodePoint(hiddenText) });
    from = run.index + hiddenText.length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}

function formatCodePoint(run: string): string {
  const codePoint = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const count = [...run].length;
  return `U+${codePoint}${count > 1 ? ` ×${count}` : ''}`;
}

function findLookAlikeWarnings(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [];
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const warnings = [
    words.some(mixesScripts) && 'Mixes alphabets.',
    words.some(imitatesLatin) && 'Contains letters that look like Latin letters.',
    /(?![0-9])\p{Nd}/u.test(text) && 'Contains digits other than 0–9.',
    /(?!-)\p{Pd}|[\u2212\u02d7\u00ad]/u.test(text) && 'Contains an unusual dash.',
    [...text].some(isStyledAscii) && 'Contains styled forms of ordinary characters.',
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

function imitatesLatin(word: string): boolean {
  return [...word].every((letter) => latinLookAlikes.has(letter) || /\d/.test(letter)) && /\D/.test(word);
}

function isStyledAscii(character: string): boolean {
  const plainCharacter = character.normalize('NFKC');
  return plainCharacter !== character.normalize('NFC') && /[\x21-\x7e]/.test(plainCharacter);
}

/** Maps characters outside ASCII to the ASCII character that looks the same in most fonts. */
export const latinLookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairLetters('асеорхуіјѕһԁԛԝӏґ', 'aceopxyijshdqwlr'),
  ...pairLetters('АВСЕНІЈКМОРЅТХУҮ', 'ABCEHIJKMOPSTXYY'),
  ...pairLetters('οανρικυϲϳτ', 'oavpikucjt'),
  ...pairLetters('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairLetters('ıɑɡɩʟǃ', 'iagil!'),
]);

function pairLetters(lookAlikes: string, latin: string): [string, string][] {
  const letters = [...latin];
  return [...lookAlikes].map((lookAlike, index) => [lookAlike, letters[index] ?? lookAlike]);
}
