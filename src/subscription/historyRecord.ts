import type { SubscriptionRecord } from '../api/subscriptionHistory.ts';
import { parseInstant } from '../ui/time.ts';

export type HistoryProblem =
  | 'start-missing'
  | 'start-invalid'
  | 'start-placeholder'
  | 'end-invalid'
  | 'end-placeholder'
  | 'end-before-start'
  | 'different-workspace'
  | 'level-missing';

/** The dates and problems of one record. Times are in ms UTC. */
export type ParsedRecord = {
  record: SubscriptionRecord;
  from: number | null;
  /** The exclusive end that the service states, or null if the record has no readable end. */
  statedTo: number | null;
  endKind: 'stated' | 'open' | 'unknown';
  problems: readonly HistoryProblem[];
  /** True if gaps, overlaps and totals include the record. */
  isIncluded: boolean;
};

/**
 * Reads the dates of one record and lists its problems. Dates in the years 0, 1 and 9999 are placeholders, because many
 * systems store them if a date is missing.
 * @param workspaceValue result of `findWorkspaceValue`
 */
export function parseRecord(record: SubscriptionRecord, workspaceValue: string | null): ParsedRecord {
  const problems: HistoryProblem[] = [];
  const from = parseStart(record, problems);
  const { statedTo, endKind } = parseEnd(record, problems);
  const isReversed = statedTo !== null && from !== null && statedTo < from;
  const namesDifferentWorkspace =
    workspaceValue !== null && record.workspace !== null && record.workspace !== workspaceValue;
  if (isReversed) problems.push('end-before-start');
  if (namesDifferentWorkspace) problems.push('different-workspace');
  if (isBlank(record.level)) problems.push('level-missing');
  const isIncluded = from !== null && endKind !== 'unknown' && !isReversed && !namesDifferentWorkspace;
  return { record, from, statedTo, endKind, problems, isIncluded };
}

function parseStart({ validFrom }: SubscriptionRecord, problems: HistoryProblem[]): number | null {
  const ms = parseInstant(validFrom ?? '');
  if (ms !== null && !isPlaceholder(ms)) return ms;
  if (isBlank(validFrom)) problems.push('start-missing');
  else problems.push(ms === null ? 'start-invalid' : 'start-placeholder');
  return null;
}

function parseEnd(
  { validTo }: SubscriptionRecord,
  problems: HistoryProblem[],
): Pick<ParsedRecord, 'statedTo' | 'endKind'> {
  if (isBlank(validTo)) return { statedTo: null, endKind: 'open' };
  const ms = parseInstant(validTo ?? '');
  if (ms !== null && !isPlaceholder(ms)) return { statedTo: ms, endKind: 'stated' };
  problems.push(ms === null ? 'end-invalid' : 'end-placeholder');
  return { statedTo: null, endKind: ms !== null && ms >= farFutureMs ? 'open' : 'unknown' };
}

function isPlaceholder(ms: number): boolean {
  return ms < placeholderBeforeMs || ms >= farFutureMs;
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

const placeholderBeforeMs = Date.parse('0002-01-01T00:00:00Z');
const farFutureMs = Date.UTC(9999, 0, 1);

/**
 * Returns the workspace slug if any record has it as `workspace`, otherwise the most common value of this field.
 * `service.md` doesn't say if the value is a slug, an ID or a name.
 */
export function findWorkspaceValue(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): string | null {
  if (records.some(({ workspace }) => workspace === workspaceSlug)) return workspaceSlug;
  const counts = new Map<string, number>();
  for (const { workspace } of records)
    if (workspace !== null) counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
  const sortedCounts = [...counts].sort(([, a], [, b]) => b - a);
  return sortedCounts[0]?.[0] ?? null;
}
