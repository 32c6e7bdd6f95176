import { instanceKey, pathProblem } from '../instanceRow.ts';
import { isPlausiblePast } from '../mergeRows.ts';
import type { AddedInstance } from '../storedData.ts';
import { type ImportCandidate, type ImportSource, readCsv, readJson } from './importFiles.ts';

export type ImportOptions = {
  /** Row keys of the instances that are already in the list. */
  existingKeys: ReadonlySet<string>;
  /** The database of records that name no database. If it is null or blank, these records are invalid. */
  defaultDatabase: string | null;
  /** The open workspace. Records that name another workspace are invalid. */
  workspaceSlug: string;
};

type ImportPreview = {
  /** A sentence that says why `lines` is empty, or null. */
  problem: string | null;
  /** The unit of the line numbers in `lines`. */
  lineUnit: 'line' | 'record';
  lines: readonly ImportLine[];
};

/** The preview of one record. */
export type ImportLine = { line: number } & (
  | { kind: 'new'; reason: null; instance: AddedInstance }
  /** The instance is already in the list, or occurs earlier in the same import. */
  | { kind: 'duplicate'; reason: string; instance: AddedInstance }
  | { kind: 'invalid'; reason: string; instance: null }
);

const maxBytes = 64_000_000;
const maxRecords = 100_000;

/**
 * Returns the preview of an import, with one line for each record. Reads JSON, NDJSON, and CSV or TSV with a header. A JSON
 * record has one of the two forms that `service.md` describes, or the form `{database, id, name}`. Never throws.
 */
export function parseImport(text: string, options: ImportOptions): ImportPreview {
  const source = readSource(text, options);
  if (source.problem !== null) return { problem: source.problem, lineUnit: 'line', lines: [] };
  const { lineUnit, candidates } = source;
  if (candidates.length > maxRecords)
    return {
      problem: 'Too many instances (limit: 100,000). Split the text into several imports.',
      lineUnit,
      lines: [],
    };
  const firstLines = new Map<string, number>();
  const lines = candidates.map((candidate) => toImportLine(candidate, options, firstLines, lineUnit));
  return { problem: lines.length === 0 ? 'No instances found.' : null, lineUnit, lines };
}

function readSource(text: string, options: ImportOptions): ImportSource {
  if (text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes)
    return { problem: 'Too large (limit: 64 MB). Split the text into several imports.' };
  const content = text.replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(content)) return readJson(content);
  return readCsv(content, !options.defaultDatabase?.trim(), maxRecords);
}

function toImportLine(
  candidate: ImportCandidate,
  options: ImportOptions,
  firstLines: Map<string, number>,
  lineUnit: string,
): ImportLine {
  const { line } = candidate;
  if (candidate.kind === 'unreadable') return invalidLine(line, candidate.reason);
  const databaseName = isBlank(candidate.databaseName) ? options.defaultDatabase : candidate.databaseName;
  const { id, name } = candidate;
  const reason =
    textProblem('database name', databaseName) ??
    textProblem('instance ID', id) ??
    recordProblem(candidate, options.workspaceSlug);
  if (reason !== null || typeof databaseName !== 'string' || typeof id !== 'string')
    return invalidLine(line, reason ?? 'Not an instance record.');
  const instance = { databaseName, id, name: typeof name === 'string' && !isBlank(name) ? name : null };
  const key = instanceKey(databaseName, id);
  const firstLine = firstLines.get(key);
  firstLines.set(key, firstLine ?? line);
  if (options.existingKeys.has(key))
    return { line, kind: 'duplicate', reason: 'Already in the list.', instance };
  if (firstLine !== undefined)
    return { line, kind: 'duplicate', reason: `Same as ${lineUnit} ${firstLine}.`, instance };
  return { line, kind: 'new', reason: null, instance };
}

function invalidLine(line: number, reason: string): ImportLine {
  return { line, kind: 'invalid', reason, instance: null };
}

function textProblem(label: 'database name' | 'instance ID', value: unknown): string | null {
  if (isBlank(value)) return `The ${label} is missing.`;
  if (typeof value === 'number')
    return `The ${label} is a number. Put it in quotes, because large numbers lose digits.`;
  if (typeof value !== 'string') return `The ${label} isn’t text.`;
  return pathProblem(label, value);
}

function recordProblem(
  { name, deleted, workspaceSlug }: Extract<ImportCandidate, { kind: 'read' }>,
  currentSlug: string,
): string | null {
  if (!isBlank(name) && typeof name !== 'string') return 'The name isn’t text.';
  if (deleted === true || (typeof deleted === 'string' && isPlausiblePast(deleted, Date.now())))
    return 'Already deleted.';
  if (typeof workspaceSlug === 'string' && !isBlank(workspaceSlug) && workspaceSlug !== currentSlug)
    return `Belongs to workspace “${workspaceSlug.slice(0, 100)}”.`;
  return null;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
