import Papa from 'papaparse';
import { csvFormula } from '../../../ui/csvFormula.ts';
import type { ImportCandidate, ImportSource } from './ImportSource.ts';

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
  const text = isQuoted ? cell : cell.replace(/^ +| +$/g, '');
  // The apostrophe that keeps a spreadsheet from running the cell, as `toCsv` puts it on.
  return text.startsWith("'") && csvFormula.test(text) ? text.slice(1) : text;
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
