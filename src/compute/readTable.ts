import { toVisibleText } from '../format/text.ts';
import { type InstanceIndex, listLookupKeys, type Mention, normalizeName } from './instanceIndex.ts';
import type { InstanceRow } from './instanceRow.ts';

type Cell = { value: string; start: number; end: number };

const knownColumns = ['id', 'name', 'database', 'workspace'];

export function readTable(text: string, workspace: string, index: InstanceIndex): readonly Mention[] | null {
  const table = findTable(text);
  if (table === null) return null;
  const [header = [], ...lines] = table.lines;
  const columns = readHeader(header);
  return lines.flatMap((line): readonly Mention[] => {
    const cellOf = (column: string) => line[columns.get(column) ?? -1] ?? noCell;
    const field = cellOf('id').value === '' ? 'name' : 'id';
    const cell = cellOf(field);
    if (cell.value === '') return [];
    const mention = { start: cell.start, end: cell.end, isDoubtful: false };
    const places = [table.workspace, cellOf('workspace').value].filter((value) => value !== '');
    const isHere = places.every((value) => isSpelled(workspace, value));
    const database = cellOf('database').value;
    const rows = findRows(index, field, cell.value).filter(({ databaseName }) => {
      return isHere && (database === '' || isSpelled(databaseName, database));
    });
    const removal = (isHere && index.named.get(normalizeName(cell.value))?.removal) || null;
    return [{ ...mention, rows, removal }];
  });
}

const noCell: Cell = { value: '', start: 0, end: 0 };

/** The console's evidence begins with a title, and only its table counts. A different text is a table from its first line. */
function findTable(text: string): { workspace: string; lines: readonly (readonly Cell[])[] } | null {
  const evidence = /^\s*(?:\*\*)?Deletion of [\d,]+ compute instances?, workspace `*([^`*\s]+)/.exec(text);
  const start = text.search(evidence === null ? /^(?!\ufeff?"?sep=."?$).*\S/im : /^(?:\| )?result\b/m);
  if (start === -1) return null;
  const [firstLine = ''] = text.slice(start, start + maxHeaderLength).split(/[\r\n]/, 1);
  const delimiter = (evidence === null ? ['\t', ';', ','] : ['|', '\t']).find((each) => {
    return splitCells(firstLine, 0, each).some((cells) => readHeader(cells).size > 0);
  });
  if (delimiter === undefined) return null;
  // What follows in Markdown can be a message of the service, with pipes of its own.
  const length = delimiter === '|' ? text.slice(start).search(/^(?!\|)/m) : -1;
  const table = length > 0 ? text.slice(0, start + length) : text;
  return { workspace: evidence?.[1] ?? '', lines: splitCells(table, start, delimiter) };
}

const maxHeaderLength = 2_000;

function readHeader(cells: readonly Cell[]): ReadonlyMap<string, number> {
  const names = cells.map(({ value }) => normalizeName(value).replace(/^instance /, ''));
  const known = names.filter((name) => knownColumns.includes(name));
  const isHeader = cells.length > 1 && (known.includes('id') || known.includes('name'));
  if (!isHeader || new Set(known).size < known.length) return new Map();
  return new Map(known.map((name) => [name, names.indexOf(name)]));
}

/** Papa Parse doesn't tell where a cell is in the text. Quotes as in RFC 4180; for Markdown, a backslash escapes a pipe. */
function splitCells(text: string, start: number, delimiter: string): readonly (readonly Cell[])[] {
  const isMarkdown = delimiter === '|';
  const end = isMarkdown ? '\\|' : delimiter;
  const content = isMarkdown
    ? '(?:\\\\.|\\\\(?=[\\r\\n]|$)|[^|\\\\\\r\\n])*'
    : `[ ]*"[^"]*(?:""[^"]*)*"[ ]*(?=[${end}\\r\\n]|$)|[^${end}\\r\\n]*`;
  const lines: Cell[][] = [];
  let isNewLine = true;
  for (const match of text.slice(start).matchAll(new RegExp(`(${content})(${end}|\\r\\n?|\\n|$)`, 'g'))) {
    const { 1: raw = '', 2: separator = '', index } = match;
    const from = start + index + raw.length - raw.trimStart().length;
    const value = isMarkdown
      ? readCodeSpan(raw)
      : raw.replace(/^ *"(.*)" *$/s, (_, quoted) => unquote(quoted));
    const cell = { value: value.trim() && value, start: from, end: from + raw.trim().length };
    if (isNewLine) lines.push([cell]);
    else lines.at(-1)?.push(cell);
    isNewLine = separator !== delimiter;
  }
  return lines;
}

function unquote(quoted: string): string {
  return quoted.replaceAll('""', '"');
}

/** The rule under a header is no code span, and becomes an empty cell. */
function readCodeSpan(cell: string): string {
  const text = cell.trim().replaceAll('\\|', '|');
  if (/^-+$/.test(text)) return '';
  const [{ length } = ''] = /^`*/.exec(text) ?? [];
  const content = text.length > 2 * length ? text.slice(length, text.length - length) : text;
  // A space divides a backtick of the value from those of the span.
  return /^ `|` $/.test(content) ? content.slice(1, -1) : content;
}

function findRows(index: InstanceIndex, field: 'id' | 'name', value: string): readonly InstanceRow[] {
  const rows = listMeanings(value)
    .flatMap((text) => index.named.get(text)?.rows ?? [])
    .filter((row) => isSpelled(row[field], value));
  // An export has the exact ID, and a different one may differ by its case only.
  const exact = rows.filter((row) => row[field] === value || toVisibleText(row[field] ?? '') === value);
  return exact.length > 0 ? exact : rows;
}

function isSpelled(text: string | null, cell: string): boolean {
  const meanings = listMeanings(cell);
  return text !== null && listLookupKeys(text).some((each) => meanings.includes(each));
}

/** Our CSV exports write an apostrophe before a formula. */
function listMeanings(cell: string): readonly string[] {
  return [...new Set([cell, cell.replace(/^'/, '')].map(normalizeName))];
}
