import Papa from 'papaparse';

export type PastedLine = {
  /** Null if the line names no database. */
  databaseName: string | null;
  /** Empty if the line has none. */
  id: string;
  name: string | null;
  /** Why the line can't be added, or null. */
  problem: string | null;
  /** True if a spreadsheet has probably changed the ID, so that it would reach a different instance or none. */
  isSuspicious: boolean;
};

export type PastedList = { lines: readonly PastedLine[]; problem: string | null };

const maxLines = 100_000;
const columnNames = ['database', 'id', 'name', 'workspace'] as const;
type ColumnName = (typeof columnNames)[number];

const aliases: Readonly<Record<string, ColumnName>> = {
  databasename: 'database',
  instanceid: 'id',
  instancename: 'name',
  workspaceslug: 'workspace',
};

/** CSV or TSV with or without a header, JSON, or an ID per line. Other workspaces get a problem. */
export function parsePastedList(text: string, workspace: string): PastedList {
  const content = text.replace(/^\ufeff/, '').trim();
  if (content === '') return { lines: [], problem: null };
  const list = /^[[{]/.test(content) ? readJson(content) : readTable(content);
  if (list.problem !== null || list.cells.length === 0)
    return { lines: [], problem: list.problem ?? 'No instances found.' };
  if (list.cells.length > maxLines)
    return { lines: [], problem: 'This list is too long (limit: 100,000 lines). Split it.' };
  return { lines: list.cells.map((cells) => toLine(cells, workspace)), problem: null };
}

type Cells = Partial<Record<ColumnName, string>> & { problem?: string };
type CellList = { cells: readonly Cells[]; problem: string | null };

function readJson(text: string): CellList {
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    return { cells: [], problem: "This isn't valid JSON." };
  }
  if (!Array.isArray(items)) return { cells: [], problem: 'Expected a JSON array of instances.' };
  return { cells: items.map(readJsonItem), problem: null };
}

function readJsonItem(item: unknown): Cells {
  const fields = typeof item === 'object' && item !== null ? Object.entries(item) : [['id', item] as const];
  const texts = fields.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, cleanCell(value)] as const] : [],
  );
  const cells = toCells(texts);
  // A number is no ID, because JSON rounds long ones.
  return cells.id === undefined ? { ...cells, problem: "The ID isn't text." } : cells;
}

/** Without the line `sep=;` that some spreadsheets write first. */
function readRows(text: string): readonly (readonly string[])[] {
  const separator = /^"?sep=(.)"?[;,\t]*\r?\n/i.exec(text);
  const body = separator === null ? text : text.slice(separator[0].length);
  // Papa Parse misreads mixed line breaks, and is slow with some of them.
  const csv = body.replace(/\r\n?/g, '\n');
  const { data } = Papa.parse<string[]>(csv, {
    delimiter: separator?.[1] ?? guessDelimiter(csv),
    // A quote without its partner is text, and Papa Parse would look for the partner again and again.
    quoteChar: csv.split('"').length % 2 === 1 ? '"' : '\0',
  });
  return data.map((cells) => cells.map(cleanCell)).filter((cells) => cells.some(Boolean));
}

function guessDelimiter(text: string): string {
  const [firstLine = ''] = text.split('\n', 1);
  return ['\t', ';', ','].find((delimiter) => firstLine.includes(delimiter)) ?? ',';
}

/** Our own CSV export writes an apostrophe before a formula. */
function cleanCell(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '');
}

function readTable(text: string): CellList {
  const rows = readRows(text);
  // Some programs write a line of their own before the header.
  const headers = rows.slice(0, 3).map((cells) => cells.map(toColumnName));
  const headerIndex = headers.findIndex(
    (names) => names.includes('id') || (names.includes('database') && names.includes('name')),
  );
  const header = headers[headerIndex] ?? [];
  if (headerIndex === -1) return { cells: rows.map(readRowWithoutHeader), problem: null };
  const repeated = columnNames.find((name) => header.indexOf(name) !== header.lastIndexOf(name));
  // The wrong one of two columns could name a different instance.
  if (repeated !== undefined)
    return { cells: [], problem: `Several columns are called “${repeated}”. Keep one of them.` };
  return { cells: rows.slice(headerIndex + 1).map((row) => readRow(row, header)), problem: null };
}

function readRow(row: readonly string[], header: readonly (ColumnName | null)[]): Cells {
  const cells = toCells(row.map((cell, index) => [header[index] ?? '', cell] as const));
  const hasMore = row.slice(header.length).some(Boolean);
  return hasMore ? { ...cells, problem: 'This line has more columns than the first.' } : cells;
}

/** One cell is an ID, two are database and ID, three are database, ID and name. */
function readRowWithoutHeader([id = '', ...others]: readonly string[]): Cells {
  if (!others.some(Boolean)) return { id };
  const cells = { database: id, id: others[0] ?? '', name: others[1] ?? '' };
  return others.slice(2).some(Boolean) ? { ...cells, problem: 'Expected database, ID and name.' } : cells;
}

function toCells(fields: readonly (readonly [name: string, text: string])[]): Cells {
  return Object.fromEntries(
    fields.flatMap(([field, text]) => {
      const name = toColumnName(field);
      return name === null ? [] : [[name, text]];
    }),
  );
}

function toColumnName(header: string): ColumnName | null {
  const name = header.toLowerCase().replace(/[\s_-]+/g, '');
  return aliases[name] ?? columnNames.find((column) => column === name) ?? null;
}

function toLine(
  { workspace: named = '', database, id = '', name, problem }: Cells,
  workspace: string,
): PastedLine {
  const isForeign = named !== '' && named !== workspace;
  return {
    databaseName: database || null,
    id,
    name: name || null,
    problem: problem ?? (isForeign ? 'It belongs to a different workspace.' : null),
    isSuspicious: isChangedBySpreadsheet(id),
  };
}

/** As spreadsheets in several languages abbreviate them. A whole word, such as marketing-01, is no month. */
const monthName =
  '(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott)';
const spreadsheetValues = [
  // A long number, such as 7.39E+10 or 7,39E+10.
  /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i,
  // A date, such as 05. Jan, 5-Jan, Jan-05, 5/1/2026 or 2026-01-05.
  new RegExp(`^\\d{1,2}[. /-]+${monthName}\\.?(?:[. /-]+\\d{2,4})?$`, 'i'),
  new RegExp(`^${monthName}[. /-]+\\d{1,4}$`, 'i'),
  /^\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4})$/,
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?: \d\d:\d\d(?::\d\d)?)?$/,
  /^#(?:name\?|value!|ref!|div\/0!|null!|num!|n\/a|wert!|bezug!|#+)$/i,
  // A boolean, a percentage, or a number whose digits after the fifteenth became zeros.
  /^(?:true|false|wahr|falsch)$/i,
  /^\d+(?:[.,]\d+)?\s?%$/,
  /^[1-9]\d{14,}0{3,}$/,
];

export function isChangedBySpreadsheet(text: string): boolean {
  return text.length < 40 && spreadsheetValues.some((pattern) => pattern.test(text));
}
