import Papa from 'papaparse';
import { isJsonObject } from '../../../api/response.ts';
import { removeApostrophes } from '../../../ui/exportRecords.ts';

/** A record to import, with values that aren't checked yet, or the reason why the record can't be read. */
export type ImportCandidate = { line: number } & (
  | { kind: 'unreadable'; reason: string }
  | {
      kind: 'read';
      databaseName: unknown;
      id: unknown;
      name: unknown;
      deleted: unknown;
      workspaceSlug: unknown;
    }
);

export type ImportSource =
  | { problem: string }
  /** `lineUnit` is the unit of `line`: lines of the text, or records of one JSON value. */
  | { problem: null; lineUnit: 'line' | 'record'; candidates: readonly ImportCandidate[] };

/** Decodes a file as UTF-16 if its first bytes look like UTF-16, otherwise as UTF-8. Returns null if decoding fails. */
export function decodeText(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes);
  // In UTF-16, one byte of an ASCII character is zero. JSON and CSV usually start with such a character.
  const isLittleEndian = (first === 0xff && second === 0xfe) || second === 0;
  const isBigEndian = (first === 0xfe && second === 0xff) || first === 0;
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Reads the records of a text with commas, tabs or semicolons between cells. The first line names the columns, in any order.
 * Unknown columns are ignored. The line number of a record is the line on which the record ends.
 * @param maxRecords reading stops after `maxRecords + 1` records
 */
export function readCsv(text: string, needsDatabase: boolean, maxRecords: number): ImportSource {
  // Papa Parse misreads mixed line breaks. Replace them only if no cell is quoted, because they can be part of a quoted cell.
  const input = text.includes('"') ? text : text.replace(/\r\n?/g, '\n');
  const content = input.trimStart();
  let line = 1 + countLineBreaks(input.slice(0, input.length - content.length));
  let start = 0;
  const columns = new Set<string>();
  const repeatedColumns = new Set<string>();
  const candidates: ImportCandidate[] = [];
  Papa.parse<Record<string, string> & { __parsed_extra?: string[] }>(content, {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', '\t', ';'],
    transformHeader(header, index) {
      const column = columnName(header);
      const isRepeated = columns.has(column);
      if (isRepeated) repeatedColumns.add(column);
      columns.add(column);
      return isRepeated ? `${column} ${index}` : column;
    },
    step({ data: { __parsed_extra: extra = [], ...cells }, errors, meta }, parser) {
      const source = content.slice(start, meta.cursor);
      start = meta.cursor;
      line += countLineBreaks(source);
      const recordLine = /[\r\n]$/.test(source) ? line - 1 : line;
      const quoteError = errors.find(({ type }) => type === 'Quotes');
      const columnCount = meta.fields?.length ?? 0;
      if (extra.some((cell) => cell.trim() !== '')) {
        const reason = `Expected ${columnCount} columns, found ${columnCount + extra.length}.`;
        candidates.push({ line: recordLine, kind: 'unreadable', reason });
      } else if (quoteError !== undefined)
        candidates.push({
          line: recordLine,
          kind: 'unreadable',
          reason: `Can’t be read: ${quoteError.message}.`,
        });
      else {
        const record = Object.entries(cells).map(([column, cell]) => [column, cellText(cell, source)]);
        candidates.push(toCandidate(Object.fromEntries(record), recordLine));
      }
      if (candidates.length > maxRecords || !columns.has('id')) parser.abort();
    },
  });
  const problem = headerProblem(columns, repeatedColumns, needsDatabase);
  return problem === null ? { problem, lineUnit: 'line', candidates } : { problem };
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

function columnName(header: string): string {
  const folded = header.toLowerCase().replace(/[\s_-]+/g, '');
  return Object.keys(columnAliases).find((column) => columnAliases[column]?.includes(folded)) ?? folded;
}

function headerProblem(
  columns: ReadonlySet<string>,
  repeatedColumns: ReadonlySet<string>,
  needsDatabase: boolean,
): string | null {
  if (columns.size === 0) return null;
  if (!columns.has('id')) return 'No “id” column found. The first line must name the columns.';
  // Reject repeated columns, because reading the wrong one could add a different instance.
  const ambiguous = Object.keys(columnAliases).find((column) => repeatedColumns.has(column));
  if (ambiguous !== undefined)
    return `Several columns contain the ${ambiguous === 'id' ? 'ID' : ambiguous}. Keep one of them.`;
  if (!columns.has('database') && needsDatabase)
    return 'No “database” column found. Add one, or set a default database.';
  return null;
}

/** Trims the spaces around a cell. Quoted spaces stay, because they belong to the value. */
function cellText(cell: string, source: string): string {
  const trimmed = trimSpaces(cell);
  const isQuoted = trimmed !== cell && source.includes(`"${cell.replaceAll('"', '""')}"`);
  return removeApostrophes(isQuoted ? cell : trimmed);
}

/** Trims without a regular expression, which would take quadratic time on a cell with many spaces. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}

/** Reads one JSON record, a list, `{instances: […]}`, or one record per line (NDJSON). Never throws. */
export function readJson(text: string): ImportSource {
  const parsed = parseJson(text);
  if (parsed.problem === null) {
    const candidates = recordsIn(parsed.value).map((record, index) => toCandidate(record, index + 1));
    return { problem: null, lineUnit: 'record', candidates };
  }
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (lines.length === 1 || !isJsonObject(parseJson(first).value))
    return { problem: `The JSON can’t be read: ${parsed.problem}.` };
  const candidates: ImportCandidate[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const { value, problem } = parseJson(line);
    candidates.push(
      problem === null
        ? toCandidate(value, index + 1)
        : { line: index + 1, kind: 'unreadable', reason: `The JSON can’t be read: ${problem}.` },
    );
  }
  return { problem: null, lineUnit: 'line', candidates };
}

function parseJson(text: string): { value: unknown; problem: string | null } {
  try {
    const value: unknown = JSON.parse(text);
    return { value, problem: null };
  } catch (error) {
    return { value: undefined, problem: error instanceof Error ? error.message.slice(0, 200) : 'unreadable' };
  }
}

function recordsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isJsonObject(value) && Array.isArray(value.instances)) return value.instances;
  return [value];
}

function toCandidate(record: unknown, line: number): ImportCandidate {
  if (!isJsonObject(record)) return { line, kind: 'unreadable', reason: 'Not an instance record.' };
  const nested = isJsonObject(record.database) ? record.database : {};
  const isPublicVariant = 'instanceId' in record;
  // Only in the public variant, `database.name` is the name of the database.
  const nestedName = nested.databaseName ?? (isPublicVariant ? nested.name : undefined);
  const workspace = record.workspace ?? record.workspaceSlug ?? nested.workspace;
  return {
    line,
    kind: 'read',
    databaseName: record.databaseName ?? (isJsonObject(record.database) ? nestedName : record.database),
    id: isPublicVariant ? record.instanceId : record.id,
    name: 'instanceName' in record ? record.instanceName : isPublicVariant ? null : record.name,
    deleted: record.deleted ?? nested.deleted,
    workspaceSlug: isJsonObject(workspace) ? workspace.slug : workspace,
  };
}
