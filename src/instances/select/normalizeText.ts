import { toPlainPunctuation, withoutIgnorable } from '../../format/text.ts';

export type NormalizedText = {
  text: string;
  /** Index in the original of each UTF-16 unit of `text`, and of its end. */
  offsets: readonly number[];
};

/**
 * Makes equal what a mention may vary: case, canonically equivalent and default-ignorable characters, typographic hyphens
 * and quotation marks, and white space. A single line break stays one, because it may be a wrapped line; several become a
 * tab, which no name contains. After a hyphen it goes, because the rest of `orders-primary` would be a different name.
 */
export function normalizeText(source: string): NormalizedText {
  const whole = { text: source, offsets: Array.from({ length: source.length + 1 }, (_, index) => index) };
  const unwrapped = replacePieces(whole, wrapInWord, () => '');
  if (isAscii.test(source)) {
    const lower = { ...unwrapped, text: unwrapped.text.toLowerCase() };
    return replacePieces(lower, /\s\s+|[^\S ]/g, normalizePiece);
  }
  // First, because an invisible character may stand between a letter and its accent.
  const visible = replacePieces(unwrapped, /\p{Default_Ignorable_Code_Point}+/gu, withoutIgnorable);
  const { text, offsets } = replacePieces(visible, /\s\s+|[^\S ]|\P{ASCII}\p{M}*/gu, normalizePiece);
  return { text: text.toLowerCase(), offsets };
}

/** A name or an ID as `normalizeText` has it in a text. */
export function normalizeName(name: string): string {
  return isPlain(name) ? name.toLowerCase() : normalizeText(name).text.replace(/\s/g, ' ').trim();
}

/** True for ASCII with single spaces inside, of which only the case may vary. */
export function isPlain(text: string): boolean {
  return /^[!-~]*(?: [!-~]+)*$/.test(text);
}

const isAscii = /^\p{ASCII}*$/u;

/** Where programs wrap a word, also in a quoted mail, whose lines begin with `>`. */
const wrapInWord =
  /(?<=[\p{L}\p{M}\p{N}](?:[-_/\u2010-\u2015\u2212]\u00ad?|\u00ad))[^\S\r\n]*(?:\r\n?|[\n\u2028])[>\t ]*(?=[\p{L}\p{N}])/gu;

function normalizePiece(piece: string): string {
  if (/^\s/.test(piece)) return [' ', '\n'][piece.split(/\r\n?|[\n\t\v\f\u2028\u2029]/).length - 1] ?? '\t';
  // Decomposed, because composing could join characters of two pieces, such as the letters of a Hangul syllable.
  // The two forms of a small sigma have one capital letter.
  return toPlainPunctuation(piece).normalize('NFD').toLowerCase().replace('ς', 'σ');
}

function replacePieces(
  source: NormalizedText,
  pattern: RegExp,
  replace: (piece: string) => string,
): NormalizedText {
  let text = '';
  const offsets: number[] = [];
  let from = 0;
  const offsetAt = (index: number) => source.offsets[index] ?? 0;
  function copyUntil(end: number) {
    text += source.text.slice(from, end);
    for (; from < end; from += 1) offsets.push(offsetAt(from));
  }
  for (const { 0: piece, index } of source.text.matchAll(pattern)) {
    copyUntil(index);
    const replacement = replace(piece);
    text += replacement;
    offsets.push(...Array<number>(replacement.length).fill(offsetAt(index)));
    from = index + piece.length;
  }
  copyUntil(source.text.length);
  return { text, offsets: [...offsets, offsetAt(source.text.length)] };
}
