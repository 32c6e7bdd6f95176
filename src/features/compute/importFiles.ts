import Papa from 'papaparse';
import { unguarded } from '../../ui/csv.ts';
import type { ImportCandidate, ImportSource } from './importInstances.ts';

type Columns = { database: number; id: number; name: number; width: number; doubled: string | null };

/**
 * The records in a CSV, TSV or semicolon-separated text whose first line names the columns, in any order and spelling
 * of case and spaces; other columns are passed over. Spaces around cells that are not quoted are dropped.
 * @param mostRecords reading stops behind one record more than this
 */
export function readCsvImport(text: string, needsDatabase: boolean, mostRecords: number): ImportSource {
  const candidates: ImportCandidate[] = [];
  let columns: Columns | null = null;
  let problem: string | null = null;
  let [line, from] = [1, 0];
  // Mixed line ends confuse the reader; where nothing is quoted, a line end is nothing else.
  const input = text.includes('"') ? text : text.replace(/\r\n?/g, '\n');
  Papa.parse<string[]>(input, {
    delimiter: delimiterOf(input),
    step: ({ data, errors, meta }, parser) => {
      const source = input.slice(from, meta.cursor);
      const cells = data.map((cell) => cellText(cell, source));
      const place = line;
      from = meta.cursor;
      line += source.match(/\r\n|\n|\r/g)?.length ?? 0;
      if (cells.every((cell) => cell.trim() === '')) return;
      if (columns === null) {
        columns = columnsOf(cells);
        problem = headerProblem(columns, cells, needsDatabase);
      } else candidates.push(candidate(place, cells, columns, errors[0]?.message));
      if (problem !== null || candidates.length > mostRecords) parser.abort();
    },
  });
  return problem === null ? { problem, counted: 'line', candidates } : { problem };
}

function delimiterOf(text: string): string {
  const header = /^\s*(.*)/.exec(text)?.[1] ?? '';
  const [best] = [',', '\t', ';'].sort((one, other) => header.split(other).length - header.split(one).length);
  return best ?? ',';
}

function cellText(cell: string, source: string): string {
  const isQuoted = source.includes(`"${cell.replaceAll('"', '""')}"`);
  return unguarded(isQuoted ? cell : cell.replace(/^ +| +$/g, ''));
}

const spellings = {
  database: ['database', 'databasename'],
  id: ['id', 'instanceid'],
  name: ['name', 'instancename'],
};

function columnsOf(header: readonly string[]): Columns {
  const names = header.map((cell) => cell.toLowerCase().replace(/[\s_-]+/g, ''));
  const find = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const isDoubled = (known: readonly string[]) => names.filter((name) => known.includes(name)).length > 1;
  return {
    database: find(spellings.database),
    id: find(spellings.id),
    name: find(spellings.name),
    width: header.length,
    doubled: Object.entries(spellings).find(([, known]) => isDoubled(known))?.[0] ?? null,
  };
}

function headerProblem(columns: Columns, header: readonly string[], needsDatabase: boolean): string | null {
  const found = `The first line reads “${header.join(', ').slice(0, 100)}”`;
  if (columns.id === -1) return `${found}: it must name the columns, and one of them must be “id”.`;
  // Whichever was taken, it could name another instance than the one that is meant.
  if (columns.doubled !== null)
    return `${found}: more than one of its columns could be the ${columns.doubled}. Keep one of them.`;
  if (columns.database === -1 && needsDatabase)
    return `${found}: none of its columns is “database”, and no database is chosen for all.`;
  return null;
}

function candidate(line: number, cells: string[], columns: Columns, error?: string): ImportCandidate {
  const surplus = cells.slice(columns.width).some((cell) => cell.trim() !== '');
  if (surplus || error !== undefined) {
    const reason = surplus
      ? `This line has ${cells.length} cells, the first line names ${columns.width}.`
      : `This line can’t be read: ${error}.`;
    return { line, kind: 'unreadable', reason };
  }
  const [databaseName, id, name] = [cells[columns.database], cells[columns.id], cells[columns.name]];
  return { line, kind: 'read', databaseName, id, name, deleted: undefined, workspaceSlug: undefined };
}

/** The records in a JSON text: one record, a list, `{instances: […]}`, or one record a line (NDJSON). Never throws. */
export function readJsonImport(text: string): ImportSource {
  const whole = parse(text);
  if (whole.problem === null) {
    const records = recordsIn(whole.value);
    return {
      problem: null,
      counted: 'record',
      candidates: records.map((record, at) => read(record, at + 1)),
    };
  }
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (lines.length === 1 || !isObject(parse(first).value))
    return { problem: `This is not valid JSON: ${whole.problem}` };
  const candidates: ImportCandidate[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const one = parse(line);
    const reason = `This line is not valid JSON: ${one.problem}`;
    candidates.push(
      one.problem === null ? read(one.value, at + 1) : { line: at + 1, kind: 'unreadable', reason },
    );
  }
  return { problem: null, counted: 'line', candidates };
}

function parse(text: string): { value: unknown; problem: string | null } {
  try {
    const value: unknown = JSON.parse(text);
    return { value, problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message.slice(0, 200) : 'it can’t be read';
    return { value: undefined, problem };
  }
}

function recordsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value) && Array.isArray(value.instances)) return value.instances;
  return [value];
}

function read(record: unknown, line: number): ImportCandidate {
  if (!isObject(record)) return { line, kind: 'unreadable', reason: 'This is not an instance record.' };
  const nested = isObject(record.database) ? record.database : {};
  // In the variant whose records have an instanceId, what stands under `database` is the database, and named so.
  const databaseName =
    record.databaseName ?? (isObject(record.database) ? nestedName(record, nested) : record.database);
  const workspace = record.workspace ?? nested.workspace;
  return {
    line,
    kind: 'read',
    databaseName,
    id: 'instanceId' in record ? record.instanceId : record.id,
    name: 'instanceName' in record ? record.instanceName : 'instanceId' in record ? null : record.name,
    deleted: record.deleted ?? nested.deleted,
    workspaceSlug: isObject(workspace) ? workspace.slug : undefined,
  };
}

function nestedName(record: Record<string, unknown>, nested: Record<string, unknown>): unknown {
  return nested.databaseName ?? ('instanceId' in record ? nested.name : undefined);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
