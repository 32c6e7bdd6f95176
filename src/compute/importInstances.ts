import { type ImportCandidate, type ParsedText, readCsv, readJson } from './importFiles.ts';
import { createInstanceKey, findPathProblem } from './instanceRow.ts';
import { isPlausiblePast } from './mergeRows.ts';
import type { AddedInstance } from './storedData.ts';

export type ImportOptions = {
  /** Row keys of the instances that are already in the list. */
  existingKeys: ReadonlySet<string>;
  /** The database of records that name no database. If it is null or blank, these records are invalid. */
  defaultDatabase: string | null;
  /** The open workspace. Records that name another workspace are invalid. */
  workspaceSlug: string;
};

type ImportPreview = {
  /** A sentence that says why `records` is empty, or null. */
  problem: string | null;
  positionUnit: 'line' | 'record';
  records: readonly RecordPreview[];
};

/** The preview of one record. `position` is the line of a text, or the number of the record in a JSON list. */
export type RecordPreview = { position: number } & (
  | { kind: 'new'; reason: null; instance: AddedInstance }
  /** The instance is already in the list or earlier in the import. */
  | { kind: 'duplicate'; reason: string; instance: AddedInstance }
  | { kind: 'invalid'; reason: string; instance: null }
);

const maxBytes = 64_000_000;
const maxRecords = 100_000;

/**
 * Returns the preview of an import. Reads JSON, NDJSON, and CSV or TSV with a header. A JSON record has one of the two forms
 * in `service.md`, or the form `{database, id, name}`. Never throws.
 */
export function parseImport(text: string, options: ImportOptions): ImportPreview {
  const parsedText = parseText(text, options);
  if (parsedText.problem !== null) return { problem: parsedText.problem, positionUnit: 'line', records: [] };
  const { positionUnit, candidates } = parsedText;
  if (candidates.length > maxRecords)
    return {
      problem: 'Too many instances (limit: 100,000). Split the text into several imports.',
      positionUnit,
      records: [],
    };
  const firstPositions = new Map<string, number>();
  const records = candidates.map((candidate) => toPreview(candidate, options, firstPositions, positionUnit));
  return { problem: records.length === 0 ? 'No instances found.' : null, positionUnit, records };
}

function parseText(text: string, options: ImportOptions): ParsedText {
  if (text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes)
    return { problem: 'Too large (limit: 64 MB). Split the text into several imports.' };
  const content = text.replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(content)) return readJson(content);
  return readCsv(content, !options.defaultDatabase?.trim(), maxRecords);
}

/** @param firstPositions the position of the first record with each row key. The function adds new keys. */
function toPreview(
  candidate: ImportCandidate,
  options: ImportOptions,
  firstPositions: Map<string, number>,
  positionUnit: string,
): RecordPreview {
  const { position } = candidate;
  if (candidate.kind === 'unreadable') return createInvalidRecord(position, candidate.reason);
  const databaseName = isBlank(candidate.databaseName) ? options.defaultDatabase : candidate.databaseName;
  const { id, name } = candidate;
  const reason =
    findValueProblem('database name', databaseName) ??
    findValueProblem('instance ID', id) ??
    findRecordProblem(candidate, options.workspaceSlug);
  if (reason !== null || typeof databaseName !== 'string' || typeof id !== 'string')
    return createInvalidRecord(position, reason ?? 'Not an instance record.');
  const instance = { databaseName, id, name: typeof name === 'string' && !isBlank(name) ? name : null };
  const key = createInstanceKey(databaseName, id);
  const firstPosition = firstPositions.get(key);
  firstPositions.set(key, firstPosition ?? position);
  if (options.existingKeys.has(key))
    return { position, kind: 'duplicate', reason: 'Already in the list.', instance };
  if (firstPosition !== undefined)
    return { position, kind: 'duplicate', reason: `Same as ${positionUnit} ${firstPosition}.`, instance };
  return { position, kind: 'new', reason: null, instance };
}

function createInvalidRecord(position: number, reason: string): RecordPreview {
  return { position, kind: 'invalid', reason, instance: null };
}

function findValueProblem(label: 'database name' | 'instance ID', value: unknown): string | null {
  if (isBlank(value)) return `The ${label} is missing.`;
  if (typeof value === 'number')
    return `The ${label} is a number. Put it in quotes, because large numbers lose digits.`;
  if (typeof value !== 'string') return `The ${label} isn’t text.`;
  return findPathProblem(label, value);
}

function findRecordProblem(
  { name, deleted, workspaceSlug }: Extract<ImportCandidate, { kind: 'readable' }>,
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
