/** May be invisible, or change the text around it. */
const hiddenCharacter = '[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\u2800]';

/** `label` is the code of hidden characters, such as `U+200B ×2`, and null for ordinary text. */
type TextPart = { text: string; label: string | null; index: number };

/** Not hidden: joiners and variation selectors of an emoji, and joiners in words of these scripts, as in Persian. */
const pictograph = '\\p{Extended_Pictographic}';
// By script extensions, because scripts share some vowel signs.
const scripts = 'Arab Beng Deva Gujr Guru Knda Mlym Orya Sinh Taml Telu'.replace(/(\w+) ?/g, '\\p{scx=$1}');
const joinedLetter = `(?=[\\p{L}\\p{M}\\p{N}])[${scripts}]`;
const joiner = [
  `(?<=${pictograph}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=${pictograph})`,
  `(?<=${pictograph}|[\\d#*](?=\ufe0f\u20e3))[\ufe0e\ufe0f]`,
  `(?<=${joinedLetter})[\u200c\u200d](?=${joinedLetter})`,
].join('|');
// Ordinary spaces at an end or in a row count as hidden, because HTML collapses them.
const matchHiddenRuns = () => new RegExp(`^ +| +$| {2,}|(?! |${joiner})(${hiddenCharacter})\\1*`, 'gu');

// Nearly all texts. The other patterns take some ms to compile.
const plainText = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

export function splitHiddenCharacters(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(matchHiddenRuns())) {
    if (index > from) parts.push({ text: text.slice(from, index), label: null, index: from });
    parts.push({ text: run, label: formatCodePoint(run), index });
    from = index + run.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), label: null, index: from });
  return parts;
}

/** How a name can look like a different one, with the code points, or null. */
export function findTextHazard(text: string): string | null {
  if (plainText.test(text)) return null;
  const hazards = [
    describeHazard('Mixes Latin with Cyrillic or Greek letters', findForeignLetters(text)),
    describeHazard('Has full-width or similar forms', findCompatibilityForms(text)),
    describeHazard('Contains hidden characters', text.match(matchHiddenRuns()) ?? []),
  ];
  return hazards.filter(Boolean).join(' ') || null;
}

function describeHazard(hazard: string, texts: readonly string[]): string {
  const codes = [...new Set(texts.flatMap((each) => [...each]))].map(formatCodePoint);
  return codes.length === 0 ? '' : `${hazard}: ${codes.join(' ')}.`;
}

/** Checks the whole name, not each word: a Cyrillic word beside Latin ones can look Latin. */
function findForeignLetters(text: string): readonly string[] {
  return (/\p{sc=Latn}/u.test(text) && text.match(/[\p{sc=Cyrl}\p{sc=Grek}]/gu)) || [];
}

function findCompatibilityForms(text: string): readonly string[] {
  return [...text].filter(
    (character) => character > '\x7f' && /^[\x21-\x7e]+$/.test(character.normalize('NFKC')),
  );
}

export function isInvisible(text: string): boolean {
  return !plainText.test(text) && new RegExp(`^${hiddenCharacter}*$`, 'u').test(text);
}

export function toVisibleText(text: string): string {
  if (plainText.test(text)) return text;
  return text.replace(matchHiddenRuns(), (run) => `[${formatCodePoint(run)}]`);
}

const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates right-to-left text without an element, for example in a tooltip or an accessible name. */
export function toBidiIsolatedText(text: string): string {
  const visibleText = toVisibleText(text);
  return rightToLeftLetter.test(text) ? `\u2068${visibleText}\u2069` : visibleText;
}

function formatCodePoint(run: string): string {
  const codePoint = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const count = [...run].length;
  return `U+${codePoint}${count > 1 ? ` ×${count}` : ''}`;
}

/** "1,234,567". Without Intl.NumberFormat, whose first formatter takes long. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
