import { removeIgnorableCharacters, toPlainPunctuation } from '../rules/text.ts';

/** Matches what is invisible or changes the text around it, such as a space or a control character. */
const hiddenCharacter = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** `label` is the code of hidden characters, such as `U+200B ×2`, and null for ordinary text. */
type TextPart = { text: string; label: string | null };

// Ordinary spaces at the start, at the end or in a row are hidden, because HTML collapses them.
const hiddenRun = new RegExp(`^ +| +$| {2,}|(?! )(${hiddenCharacter.source})\\1*`, 'gu');

export function splitHiddenCharacters(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(hiddenRun)) {
    if (index > from) parts.push({ text: text.slice(from, index), label: null });
    parts.push({ text: run, label: formatCodePoint(run) });
    from = index + run.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), label: null });
  return parts;
}

/** Says how a name can look like a different one, or null. */
export function findTextHazard(text: string): string | null {
  if (plainName.test(text)) return null;
  const hazards = [
    mixesScripts(text) ? 'Looks like a different name, because it mixes alphabets.' : '',
    hasUnusualForms(text) ? 'Looks like a different name, because it has unusual forms of characters.' : '',
    text.search(hiddenRun) >= 0 ? 'Contains hidden characters.' : '',
  ];
  return hazards.filter(Boolean).join(' ') || null;
}

const plainName = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** Equal for two names that look alike, such as `cope` and its Cyrillic twin. Only for comparing. */
export function toConfusableSkeleton(text: string): string {
  const plainText = plainName.test(text)
    ? text
    : toPlainPunctuation(removeIgnorableCharacters(text).normalize('NFKD')).trim();
  return plainText.replace(twinCharacter, (character) => twins.get(character) ?? character);
}

/** The first of each pair looks like the second. After Unicode's confusables.txt (https://www.unicode.org/reports/tr39/). */
const twinPairs =
  'аa еe оo рp сc ТT тt гr ѵv ԍg үy ьb З3 з3 б6 уy хx кk іi јj ѕs һh ԁd ԛq ԝw ӏl АA ВB ЕE КK МM НH ОO РP СC УY ХX ЅS ІI ЈJ ' +
  'αa οo νv ρp ιi κk τt υu γy ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ' +
  'օo ոn սu հh ցg զq գq ՍU ՕO ᎠD ᎡR ᎢT ᎪA ᎫJ ᎳW ᎻH ᎷM ᏚS ᏙV ᏞL ᏟC ᏢP ᏦK ᏴB ⲟo ꓳO ०o ০o ' +
  "ıi ȷj ɩi ɑa ɡg ᴄc ᴏo ᴠv ᴡw ᴢz ꜱs Ƨ2 Ƽ5 ×x ⁃- ˗- ֊- ᠆- ー- 一- ˍ_ ⁄/ ∕/ ։: ∶: ː: ʹ' `' 。.";
// Of the ASCII characters, a proportional font draws these alike.
const asciiTwins = new Map([
  ['I', 'l'],
  ['1', 'l'],
  ['|', 'l'],
  ['O', '0'],
  ['m', 'rn'],
  ['w', 'vv'],
]);
const twins = new Map([
  ...asciiTwins,
  ...twinPairs.split(' ').map((pair): [string, string] => {
    const [twin = '', letter = ''] = pair;
    return [twin, asciiTwins.get(letter) ?? letter];
  }),
]);
const twinCharacter = new RegExp(`[${[...twins.keys()].join('')}]`, 'g');

export function toVisibleText(text: string): string {
  return text.replace(hiddenRun, (run) => `[${formatCodePoint(run)}]`);
}

/** For a sentence, a tooltip or an accessible name. Isolates text that is written from right to left. */
export function toBidiIsolatedText(text: string): string {
  const visibleText = toVisibleText(text);
  return isRightToLeft(text) ? `\u2068${visibleText}\u2069` : visibleText;
}

export function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text);
}

function formatCodePoint(run: string): string {
  const codePoint = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const count = [...run].length;
  return `U+${codePoint}${count > 1 ? ` ×${count}` : ''}`;
}

const scriptNames = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'];
// The last one matches the digits of other scripts.
const otherDigit = /(?![0-9\uff10-\uff19])\p{Nd}/u;
const scripts = [...scriptNames.map((name) => new RegExp(`\\p{Script=${name}}`, 'u')), otherDigit];

/** In different words too: a Cyrillic word in a Latin name can be read as Latin. */
function mixesScripts(text: string): boolean {
  return scripts.filter((script) => script.test(text)).length > 1;
}

/** Such as full-width digits, whose compatibility form is ASCII. */
function hasUnusualForms(text: string): boolean {
  return [...text].some(
    (character) => character > '\x7f' && /^[\x21-\x7e]+$/.test(character.normalize('NFKC')),
  );
}

/** "1,234,567". Doesn't use Intl.NumberFormat, because creating the first formatter is slow. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
