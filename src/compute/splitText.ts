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
/** Longer words are no names, and would make the search slow. */
const maxLength = 1_000;
/** What separates the cells of a table. */
const cellSeparators = /[\t,;|│]/gu;

/**
 * Splits a text into words. A line or a cell that is a name with spaces, brackets or quotes is one word.
 * @param spacedNames names and IDs that contain a separator
 */
export function splitText(text: string, spacedNames: ReadonlySet<string>): readonly Token[] {
  const tokens: Token[] = [];
  let lineStart = 0;
  for (const [line, content] of text.split('\n').entries()) {
    const names = spacedNames.size === 0 ? [] : findNames(content, spacedNames);
    const words = split(content, separators).filter(
      (word) => !names.some(({ start, end }) => word.start >= start && word.end <= end),
    );
    for (const { start, end } of [...names, ...words].sort((a, b) => a.start - b.start))
      if (end > start && end - start <= maxLength)
        tokens.push({
          text: content.slice(start, end),
          start: lineStart + start,
          end: lineStart + end,
          line,
        });
    lineStart += content.length + 1;
  }
  return tokens;
}

export function hasSeparator(text: string): boolean {
  return separator.test(text);
}

type Piece = { start: number; end: number };

/** The whole line if it is one of the names, or else its cells that are. */
function findNames(line: string, names: ReadonlySet<string>): readonly Piece[] {
  const isName = ({ start, end }: Piece) => names.has(line.slice(start, end));
  const whole = withoutFrame(line, { start: 0, end: line.length });
  if (isName(whole)) return [whole];
  return split(line, cellSeparators)
    .filter(({ start, end }) => end - start <= maxLength)
    .map((cell) => withoutFrame(line, cell))
    .filter(isName);
}

/** Removes a bullet or number, white space and quotes around a line or cell. */
function withoutFrame(line: string, { start, end }: Piece): Piece {
  if (end - start > maxLength) return { start, end };
  const text = line.slice(start, end);
  const before = /^(?:\s*(?:[-*•>]|\d+[.)])\s+)?[\s"“'‘`]*/u.exec(text)?.[0].length ?? 0;
  let last = end;
  while (last > start + before && /[\s"”'’`]/u.test(line[last - 1] ?? '')) last -= 1;
  return { start: start + before, end: last };
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
