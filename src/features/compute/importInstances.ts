import { pathValueProblem } from '../../api/servicePath.ts';
import { readCsvImport, readJsonImport } from './importFiles.ts';
import { instanceKey } from './instanceRow.ts';
import type { AddedInstance } from './inventory.ts';

export type ImportOptions = {
  /** Keys of the rows that are in the list already, as `instanceKey` makes them. */
  existingKeys: ReadonlySet<string>;
  /** For records that name no database; null or blank: such records are refused. */
  defaultDatabase: string | null;
  /** Records that say they belong to another workspace are refused; null: not looked at. */
  workspaceSlug: string | null;
};

type ImportPreview = {
  /** Why nothing of the text can be added, as a sentence; null where it was read. */
  problem: string | null;
  /** What the number of a line counts. */
  counted: 'line' | 'record';
  lines: readonly ImportLine[];
};

/**
 * What adding the instances in a text would do, record by record; nothing is added here. Reads JSON (the instance
 * record of section 2 of the service document, its known variant, `{database, id, name}`, one or many), NDJSON, and
 * CSV or TSV with a header. At most 64 MB and 100 000 records. Never throws.
 */
export function parseImport(text: string, options: ImportOptions): ImportPreview {
  const source = readSource(text, options);
  if (source.problem !== null) return { problem: source.problem, counted: 'line', lines: [] };
  const { counted, candidates } = source;
  if (candidates.length > mostRecords) return { problem: tooMany, counted, lines: [] };
  const firstLines = new Map<string, number>();
  const lines = candidates.map((candidate) => lineOf(candidate, options, firstLines, counted));
  return { problem: lines.length === 0 ? 'There is no instance in this text.' : null, counted, lines };
}

const mostBytes = 64_000_000;
const mostRecords = 100_000;
const tooMany = 'This holds more than 100 000 instances. Split it and add the parts one after the other.';

function readSource(text: string, options: ImportOptions): ImportSource {
  if (text.length > mostBytes || new TextEncoder().encode(text).length > mostBytes)
    return { problem: 'This is larger than 64 MB. Split it and add the parts one after the other.' };
  const content = text.replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(content)) return readJsonImport(content);
  return readCsvImport(content, !options.defaultDatabase?.trim(), mostRecords);
}

function lineOf(
  candidate: ImportCandidate,
  options: ImportOptions,
  firstLines: Map<string, number>,
  counted: string,
): ImportLine {
  const { line } = candidate;
  if (candidate.kind === 'unreadable') return refused(line, candidate.reason);
  const databaseName = isBlank(candidate.databaseName) ? options.defaultDatabase : candidate.databaseName;
  const { id, name } = candidate;
  const reason =
    textProblem('database name', databaseName) ??
    textProblem('instance ID', id) ??
    recordProblem(candidate, options.workspaceSlug);
  if (reason !== null || typeof databaseName !== 'string' || typeof id !== 'string')
    return refused(line, reason ?? 'This is not an instance record.');
  const instance = { databaseName, id, name: typeof name === 'string' && !isBlank(name) ? name : null };
  const key = instanceKey(databaseName, id);
  const earlier = firstLines.get(key);
  firstLines.set(key, earlier ?? line);
  if (options.existingKeys.has(key))
    return { line, kind: 'duplicate', reason: 'Already in the list.', instance };
  if (earlier !== undefined)
    return { line, kind: 'duplicate', reason: `The same as ${counted} ${earlier}.`, instance };
  return { line, kind: 'add', reason: null, instance };
}

function refused(line: number, reason: string): ImportLine {
  return { line, kind: 'refused', reason, instance: null };
}

function textProblem(label: string, value: unknown): string | null {
  if (isBlank(value)) return `The ${label} is missing.`;
  if (typeof value === 'number') {
    const lost = Number.isSafeInteger(value)
      ? ''
      : ', and so large a number was already rounded when it was read';
    return `The ${label} is a number, not a text${lost}. Put it in quotes where it comes from.`;
  }
  if (typeof value !== 'string') return `The ${label} is not a text.`;
  const problem = pathValueProblem(value);
  return problem === null ? null : `The ${label} ${problem}.`;
}

function recordProblem(
  { name, deleted, workspaceSlug }: Extract<ImportCandidate, { kind: 'read' }>,
  ownSlug: string | null,
): string | null {
  if (!isBlank(name) && typeof name !== 'string') return 'The name is not a text.';
  if (!isBlank(deleted) && deleted !== false) return 'The record says that this instance is deleted.';
  if (ownSlug !== null && typeof workspaceSlug === 'string' && workspaceSlug !== ownSlug)
    return `The record belongs to the workspace “${workspaceSlug.slice(0, 100)}”.`;
  return null;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** What becomes of one record of an import, once it is confirmed. */
export type ImportLine = { line: number } & (
  | { kind: 'add'; reason: null; instance: AddedInstance }
  /** Already in the list, or earlier in the same import. */
  | { kind: 'duplicate'; reason: string; instance: AddedInstance }
  | { kind: 'refused'; reason: string; instance: null }
);

/** One record of an import as it was read: its values unchecked, or why it could not be read at all. */
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
  /** `counted` is what `line` counts: lines of the text, or records where the text is one JSON value. */
  | { problem: null; counted: 'line' | 'record'; candidates: readonly ImportCandidate[] };
