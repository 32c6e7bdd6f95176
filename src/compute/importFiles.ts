import Papa from 'papaparse';
import { isJsonObject } from '../api/body.ts';
import { removeApostrophes } from '../ui/exportRecords.ts';

/** A record with unchecked values, or the reason why it can't be read. `position` counts lines, or records of a JSON list. */
export type ImportCandidate = { position: number } & (
  | { kind: 'unreadable'; reason: string }
  | {
      kind: 'readable';
      databaseName: unknown;
      id: unknown;
      name: unknown;
      deleted: unknown;
      workspaceSlug: unknown;
    }
);

/** The records of a text, or a sentence that says why the text can't be imported. */
export type ParsedText =
  | { problem: string }
  | { problem: null; positionUnit: 'line' | 'record'; candidates: readonly ImportCandidate[] };

/** Decodes a file as UTF-16 if its first bytes look like UTF-16, otherwise as UTF-8. Returns null if decoding fails. */
export function decodeText(bytes: ArrayBuffer): string | null {
  const [firstByte, secondByte] = new Uint8Array(bytes);
  // JSON and CSV usually start with an ASCII character. In UTF-16, one byte of this character is zero.
  const isLittleEndian = (firstByte === 0xff && secondByte === 0xfe) || secondByte === 0;
  const isBigEndian = (firstByte === 0xfe && secondByte === 0xff) || firstByte === 0;
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Reads records whose cells are separated by commas, tabs or semicolons. The first line names the columns, in any order.
 * Unknown columns are ignored. The position of a record is the line on which the record ends.
 * @param maxRecords reading stops after one more record, because the import is then rejected
 */
export function readCsv(text: string, needsDatabaseColumn: boolean, maxRecords: number): ParsedText {
  // Papa Parse misreads mixed line breaks. A text with quotes stays unchanged, because quoted cells may contain line breaks.
  const normalizedText = text.includes('"') ? text : text.replace(/\r\n?/g, '\n');
  const csvText = normalizedText.trimStart();
  let currentLine = 1 + countLineBreaks(normalizedText.slice(0, normalizedText.length - csvText.length));
  let recordStart = 0;
  const columns = new Set<string>();
  const repeatedColumns = new Set<string>();
  const candidates: ImportCandidate[] = [];
  Papa.parse<Record<string, string> & { __parsed_extra?: string[] }>(csvText, {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', '\t', ';'],
    transformHeader(header, index) {
      const column = toColumnName(header);
      const isRepeated = columns.has(column);
      if (isRepeated) repeatedColumns.add(column);
      columns.add(column);
      return isRepeated ? `${column} ${index}` : column;
    },
    step({ data: { __parsed_extra: surplusCells = [], ...cells }, errors, meta }, parser) {
      const recordText = csvText.slice(recordStart, meta.cursor);
      recordStart = meta.cursor;
      currentLine += countLineBreaks(recordText);
      const position = /[\r\n]$/.test(recordText) ? currentLine - 1 : currentLine;
      const quoteError = errors.find(({ type }) => type === 'Quotes');
      const columnCount = meta.fields?.length ?? 0;
      if (surplusCells.some((cell) => cell.trim() !== '')) {
        const reason = `Expected ${columnCount} columns, found ${columnCount + surplusCells.length}.`;
        candidates.push({ position, kind: 'unreadable', reason });
      } else if (quoteError !== undefined)
        candidates.push({ position, kind: 'unreadable', reason: `Can’t be read: ${quoteError.message}.` });
      else {
        const values = Object.entries(cells).map(([column, cell]) => [column, readCell(cell, recordText)]);
        candidates.push(toCandidate(Object.fromEntries(values), position));
      }
      if (candidates.length > maxRecords || !columns.has('id')) parser.abort();
    },
  });
  const problem = findHeaderProblem(columns, repeatedColumns, needsDatabaseColumn);
  return problem === null ? { problem, positionUnit: 'line', candidates } : { problem };
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

const columnAliases: Record<string, readonly string[]> = {
  database: ['database', 'databasename'],
  id: ['id', 'instanceid'],
  name: ['name', 'instancename'],
  workspace: ['workspace', 'workspaceslug'],
};

function toColumnName(header: string): string {
  const alias = header.toLowerCase().replace(/[\s_-]+/g, '');
  return Object.keys(columnAliases).find((column) => columnAliases[column]?.includes(alias)) ?? alias;
}

function findHeaderProblem(
  columns: ReadonlySet<string>,
  repeatedColumns: ReadonlySet<string>,
  needsDatabaseColumn: boolean,
): string | null {
  if (columns.size === 0) return null;
  if (!columns.has('id')) return 'No “id” column found. The first line must name the columns.';
  // Reject repeated columns, because the wrong column could name a different instance.
  const ambiguous = Object.keys(columnAliases).find((column) => repeatedColumns.has(column));
  if (ambiguous !== undefined)
    return `Several columns contain the ${ambiguous === 'id' ? 'ID' : ambiguous}. Keep one of them.`;
  if (!columns.has('database') && needsDatabaseColumn)
    return 'No “database” column found. Add one, or set a default database.';
  return null;
}

/** Returns the value of a cell without the spaces around it. Spaces inside quotes are part of the value. */
function readCell(cell: string, recordText: string): string {
  const trimmedCell = trimSpaces(cell);
  const hasQuotedSpaces = trimmedCell !== cell && recordText.includes(`"${cell.replaceAll('"', '""')}"`);
  return removeApostrophes(hasQuotedSpaces ? cell : trimmedCell);
}

/** Trims spaces. A regular expression would take quadratic time on a cell with many spaces. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}

/** Reads a JSON record, a list of records, `{instances: […]}`, or one record per line (NDJSON). Never throws. */
export function readJson(text: string): ParsedText {
  const parsedJson = parseJson(text);
  if (parsedJson.problem === null) {
    const candidates = findRecords(parsedJson.value).map((record, index) => toCandidate(record, index + 1));
    return { problem: null, positionUnit: 'record', candidates };
  }
  const lines = text.split(/\r\n|\n|\r/);
  const firstLine = lines.find((line) => line.trim() !== '') ?? '';
  if (lines.length === 1 || !isJsonObject(parseJson(firstLine).value))
    return { problem: `The JSON can’t be read: ${parsedJson.problem}.` };
  const candidates: ImportCandidate[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const { value, problem } = parseJson(line);
    candidates.push(
      problem === null
        ? toCandidate(value, index + 1)
        : { position: index + 1, kind: 'unreadable', reason: `The JSON can’t be read: ${problem}.` },
    );
  }
  return { problem: null, positionUnit: 'line', candidates };
}

function parseJson(text: string): { value: unknown; problem: string | null } {
  try {
    const value: unknown = JSON.parse(text);
    return { value, problem: null };
  } catch (error) {
    return { value: undefined, problem: error instanceof Error ? error.message.slice(0, 200) : 'unreadable' };
  }
}

function findRecords(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isJsonObject(value) && Array.isArray(value.instances)) return value.instances;
  return [value];
}

function toCandidate(record: unknown, position: number): ImportCandidate {
  if (!isJsonObject(record)) return { position, kind: 'unreadable', reason: 'Not an instance record.' };
  const database = isJsonObject(record.database) ? record.database : {};
  const isPublicVariant = 'instanceId' in record;
  // In other records than the public variant, `database.name` is not always the name of the database.
  const nestedName = database.databaseName ?? (isPublicVariant ? database.name : undefined);
  const workspace = record.workspace ?? record.workspaceSlug ?? database.workspace;
  return {
    position,
    kind: 'readable',
    databaseName: record.databaseName ?? (isJsonObject(record.database) ? nestedName : record.database),
    id: isPublicVariant ? record.instanceId : record.id,
    name: 'instanceName' in record ? record.instanceName : isPublicVariant ? null : record.name,
    deleted: record.deleted ?? database.deleted,
    workspaceSlug: isJsonObject(workspace) ? workspace.slug : workspace,
  };
}
