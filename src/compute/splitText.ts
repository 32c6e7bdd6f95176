export type Token = {
  text: string;
  /** Place in the whole text, in UTF-16 units. */
  start: number;
  end: number;
  /** Counts from 0. */
  line: number;
};

/** What no word contains: white space, commas, double quotes, brackets and pipes. */
const separator = /[\s,;"“”„«»`(){}[\]<>|│\u200b\ufeff]/u;
const separators = new RegExp(`${separator.source}+`, 'gu');
/** What separates the cells of a table. */
const cellSeparators = /[\t,;|│]/gu;

/**
 * Splits a text into words. A line or a cell that is a name with spaces, brackets or quotes is one word.
 * @param spacedNames names and IDs that contain a separator
 */
export function splitText(text: string, spacedNames: ReadonlySet<string>): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  for (const [line, content] of text.split('\n').entries()) {
    const pieces = spacedNames.size === 0 ? [] : findPieces(content, spacedNames);
    for (const piece of [...pieces, ...split(content, separators)]) {
      const isInPiece = pieces.some(
        (each) => each !== piece && piece.start >= each.start && piece.end <= each.end,
      );
      if (piece.end > piece.start && !isInPiece)
        tokens.push({
          text: content.slice(piece.start, piece.end),
          start: start + piece.start,
          end: start + piece.end,
          line,
        });
    }
    start += content.length + 1;
  }
  return tokens;
}

export function hasSeparator(text: string): boolean {
  return separator.test(text);
}

type Piece = { start: number; end: number };

/** The cells of a line, or the whole line, that are one of the names. */
function findPieces(line: string, names: ReadonlySet<string>): readonly Piece[] {
  const cells = [{ start: 0, end: line.length }, ...split(line, cellSeparators)];
  return cells
    .map(({ start, end }) => {
      const cell = line.slice(start, end);
      const before = /^(?:\s*(?:[-*•>]|\d+[.)])\s+)?[\s"“'‘`]*/u.exec(cell)?.[0].length ?? 0;
      const after = /[\s"”'’`]*$/u.exec(cell)?.[0].length ?? 0;
      return { start: start + before, end: end - after };
    })
    .filter(({ start, end }) => end > start && names.has(line.slice(start, end)));
}

function split(line: string, pattern: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { index, 0: match } of line.matchAll(pattern)) {
    pieces.push({ start, end: index });
    start = index + match.length;
  }
  pieces.push({ start, end: line.length });
  return pieces;
}
