import { toPlainPunctuation, withoutIgnorable } from '../../format/text.ts';

export type NormalizedText = {
  text: string;
  /** Index in the original of each UTF-16 unit of `text`, and of its end. */
  offsets: readonly number[];
};

/**
 * Makes equal what a mention may vary: case, canonically equivalent and default-ignorable characters, typographic hyphens
 * and quotation marks, and white space. A single line break stays one, because it may be a wrapped line; several become a
 * tab, which no name contains.
 */
export function normalizeText(source: string): NormalizedText {
  if (isAscii.test(source)) return replacePieces(source.toLowerCase(), /\s\s+|[^\S ]/g, normalizePiece);
  // First, because an invisible character may stand between a letter and its accent.
  const visible = replacePieces(source, /\p{Default_Ignorable_Code_Point}+/gu, withoutIgnorable);
  const { text, offsets } = replacePieces(visible.text, /\s\s+|[^\S ]|\P{ASCII}\p{M}*/gu, normalizePiece);
  return { text: text.toLowerCase(), offsets: offsets.map((offset) => visible.offsets[offset] ?? 0) };
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

function normalizePiece(piece: string): string {
  if (/^\s/.test(piece)) return [' ', '\n'][piece.split(/\r\n?|[\n\t\v\f\u2028\u2029]/).length - 1] ?? '\t';
  // Decomposed, because composing could join characters of two pieces, such as the letters of a Hangul syllable.
  // The two forms of a small sigma have one capital letter.
  return toPlainPunctuation(piece).normalize('NFD').toLowerCase().replace('ς', 'σ');
}

function replacePieces(source: string, pattern: RegExp, replace: (piece: string) => string): NormalizedText {
  let text = '';
  const offsets: number[] = [];
  let from = 0;
  function copyUntil(end: number) {
    text += source.slice(from, end);
    for (; from < end; from += 1) offsets.push(from);
  }
  for (const { 0: piece, index } of source.matchAll(pattern)) {
    copyUntil(index);
    const replacement = replace(piece);
    text += replacement;
    offsets.push(...Array<number>(replacement.length).fill(index));
    from = index + piece.length;
  }
  copyUntil(source.length);
  return { text, offsets: [...offsets, source.length] };
}
