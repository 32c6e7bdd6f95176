import { bulkProblem, type InstanceRow, isSelectable, type RowWithId } from './instanceRow.ts';

type NamedProblem = {
  kind: 'ambiguous' | 'refused' | 'missing' | 'table';
  /** As the text has it. */
  piece: string;
  reason: string;
};

export type NamedInstances = {
  givenCount: number;
  found: readonly RowWithId[];
  foundCount: number;
  problems: readonly NamedProblem[];
};

/**
 * The instances that a list names. A piece is a whole line, or else a part of it between commas or semicolons, and only a piece
 * that is exactly a name or an ID, in any case, names something: in prose, a name may be one that must stay.
 */
export function findNamedInstances(text: string, rows: readonly InstanceRow[]): NamedInstances {
  const index = indexRows(rows);
  const pieces = new Map<string, string>();
  const tableLines: string[] = [];
  const splitLines: string[][] = [];
  // A line that ends with a hyphen goes on in the next one, whose beginning isn't a name.
  for (const line of text.split(/(?<!\S[-_/=\u00ad])\r?\n|\r(?!\n)/)) {
    if (line.trim() === '') continue;
    const whole = cleanPiece(line);
    const parts = line.split(/[,;]/).map(cleanPiece).filter(Boolean);
    if (index.has(fold(whole))) pieces.set(fold(whole), whole);
    else if (/\S\s*[\t|]\s*\S/.test(whole)) tableLines.push(line.trim().replace(/\s+/g, ' '));
    else if (parts.length > 1 && parts.every((part) => isName(part, index))) splitLines.push(parts);
    else pieces.set(fold(whole), whole);
  }
  const isUnclear = (parts: readonly string[]) => parts.some((part) => !index.has(fold(part)));
  // Several lines with a name beside something else are a table, whose other columns may say that it stays.
  if (splitLines.filter(isUnclear).length > 1)
    tableLines.push(...splitLines.map((parts) => parts.join(', ')));
  else for (const piece of splitLines.flat()) pieces.set(fold(piece), piece);
  return judgePieces(pieces, tableLines, index);
}

type RowIndex = ReadonlyMap<string, ReadonlySet<InstanceRow>>;

/** By names, IDs, `database/name` and `database/ID`. */
function indexRows(rows: readonly InstanceRow[]): RowIndex {
  const index = new Map<string, Set<InstanceRow>>();
  for (const row of rows)
    for (const text of [row.id, row.name?.trim()])
      for (const key of text ? [text, `${row.databaseName}/${text}`] : []) {
        const folded = fold(key);
        index.set(folded, (index.get(folded) ?? new Set()).add(row));
      }
  return index;
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Without white space, a bullet or a number in front, and quotation marks around it. */
function cleanPiece(text: string): string {
  const plain = text.trim().replace(/^(?:[-*+•·–]|\d{1,4}[.)])\s+/, '');
  return plain.replace(/^(["'`“”„‘’«»])(.*)["'`“”‘’«»]$/su, '$2').trim();
}

/** White space in what isn't listed means that the line is a sentence. */
function isName(piece: string, index: RowIndex): boolean {
  return index.has(fold(piece)) || !/\s/.test(piece);
}

function judgePieces(pieces: ReadonlyMap<string, string>, tableLines: readonly string[], index: RowIndex) {
  const found = new Set<RowWithId>();
  const problems: NamedProblem[] = [];
  let foundCount = 0;
  for (const [folded, piece] of pieces) {
    const [row, ...others] = index.get(folded) ?? [];
    if (row === undefined) problems.push({ kind: 'missing', piece, reason: 'not listed' });
    else if (others.length > 0)
      problems.push({ kind: 'ambiguous', piece, reason: describeSeveral(piece, [row, ...others]) });
    else if (isSelectable(row)) {
      found.add(row);
      foundCount += 1;
    } else problems.push({ kind: 'refused', piece, reason: describeRefusal(row) });
  }
  const reason = 'This looks like a table. Copy only its column of names or IDs.';
  for (const piece of tableLines) problems.push({ kind: 'table', piece, reason });
  return { givenCount: pieces.size, found: [...found], foundCount, problems };
}

function describeSeveral(piece: string, rows: readonly InstanceRow[]): string {
  const databases = [...new Set(rows.map(({ databaseName }) => databaseName))];
  if (databases.length < rows.length || rows.some(({ name }) => name?.trim() === ''))
    return `names ${rows.length === 2 ? 'two' : rows.length} instances: use the ID`;
  return `in ${databases.join(' and ')}: write ${databases[0]}/${piece}, or use the ID`;
}

function describeRefusal(row: InstanceRow): string {
  return row.refusal?.message ?? bulkProblem(row) ?? "can't be selected";
}

/** "6 given: 4 found, 1 names two instances, 1 not listed". */
export function formatNamedCounts({ givenCount, foundCount, problems }: NamedInstances): string {
  const countOf = (kind: NamedProblem['kind']) => problems.filter((each) => each.kind === kind).length;
  const [ambiguous, refused, missing] = [countOf('ambiguous'), countOf('refused'), countOf('missing')];
  const parts = [
    `${foundCount} found`,
    ambiguous === 1 && '1 names two instances',
    ambiguous > 1 && `${ambiguous} name several instances`,
    refused > 0 && `${refused} can't be selected`,
    missing > 0 && `${missing} not listed`,
  ];
  return `${givenCount} given: ${parts.filter((part) => part !== false).join(', ')}`;
}
