/** Matches what is invisible or changes the text around it, such as a space or a control character. */
export const hiddenCharacter = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

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
  const hidden = text.search(hiddenRun) >= 0 ? 'Contains hidden characters.' : '';
  const mixed = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some(mixesScripts)
    ? 'Mixes alphabets, so it may look like a different name.'
    : '';
  return [hidden, mixed].filter(Boolean).join(' ') || null;
}

const plainName = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

export function toVisibleText(text: string): string {
  return text.replace(hiddenRun, (run) => `[${formatCodePoint(run)}]`);
}

/** For a sentence, a tooltip or an accessible name. Isolates other writing directions. */
export function toIsolatedText(text: string): string {
  const visibleText = toVisibleText(text);
  return /^[\x20-\x7e]*$/.test(text) ? visibleText : `\u2068${visibleText}\u2069`;
}

export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      // The capital ẞ has a small letter only, and only the small letter becomes SS.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[æđłøœς]/g, (letter) => baseLetters[letter] ?? letter)
  );
}

const baseLetters: Record<string, string> = { æ: 'ae', đ: 'd', ł: 'l', ø: 'o', œ: 'oe', ς: 'σ' };

function formatCodePoint(run: string): string {
  const codePoint = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const count = [...run].length;
  return `U+${codePoint}${count > 1 ? ` ×${count}` : ''}`;
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

function mixesScripts(word: string): boolean {
  return scripts.filter((script) => script.test(word)).length > 1;
}
