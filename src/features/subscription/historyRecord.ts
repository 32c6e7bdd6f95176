import type { SubscriptionRecord } from '../../api/subscriptionHistory.ts';
import { parseInstant } from '../../ui/time.ts';

export type HistoryProblem =
  | 'start-missing'
  | 'start-invalid'
  | 'start-placeholder'
  | 'end-invalid'
  | 'end-placeholder'
  | 'end-before-start'
  | 'foreign-workspace'
  | 'level-missing';

/** The dates and problems of one record. Times are in ms UTC. */
export type RecordReading = {
  record: SubscriptionRecord;
  from: number | null;
  /** The exclusive end that the service states. null if the record has no readable end. */
  statedTo: number | null;
  ending: 'given' | 'open' | 'unknown';
  problems: readonly HistoryProblem[];
  /** False if the record is shown but excluded from gaps, overlaps and totals. */
  isCounted: boolean;
};

/**
 * Reads the dates of one record and lists its problems. A missing or blank end is open. Dates in the years 0, 1 and 9999
 * count as placeholders, because many systems store them in place of a missing date.
 * @param workspaceValue from `workspaceValueOf`
 */
export function readRecord(record: SubscriptionRecord, workspaceValue: string | null): RecordReading {
  const problems: HistoryProblem[] = [];
  const from = readStart(record, problems);
  const { statedTo, ending } = readEnd(record, problems);
  const isReversed = statedTo !== null && from !== null && statedTo < from;
  const isForeign =
    workspaceValue !== null && record.workspace !== null && record.workspace !== workspaceValue;
  if (isReversed) problems.push('end-before-start');
  if (isForeign) problems.push('foreign-workspace');
  if (isBlank(record.level)) problems.push('level-missing');
  const isCounted = from !== null && ending !== 'unknown' && !isReversed && !isForeign;
  return { record, from, statedTo, ending, problems, isCounted };
}

function readStart({ validFrom }: SubscriptionRecord, problems: HistoryProblem[]): number | null {
  const ms = parseInstant(validFrom ?? '');
  if (ms !== null && !isPlaceholder(ms)) return ms;
  if (isBlank(validFrom)) problems.push('start-missing');
  else problems.push(ms === null ? 'start-invalid' : 'start-placeholder');
  return null;
}

function readEnd(
  { validTo }: SubscriptionRecord,
  problems: HistoryProblem[],
): Pick<RecordReading, 'statedTo' | 'ending'> {
  if (isBlank(validTo)) return { statedTo: null, ending: 'open' };
  const ms = parseInstant(validTo ?? '');
  if (ms !== null && !isPlaceholder(ms)) return { statedTo: ms, ending: 'given' };
  problems.push(ms === null ? 'end-invalid' : 'end-placeholder');
  return { statedTo: null, ending: ms !== null && ms >= farFutureMs ? 'open' : 'unknown' };
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
 * Returns the value of the `workspace` field that means the requested workspace, or null if no record has this field. The
 * service document doesn't say whether the value is a slug, an ID or a name. If no record has the slug, the most common
 * value is returned.
 */
export function workspaceValueOf(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): string | null {
  if (records.some(({ workspace }) => workspace === workspaceSlug)) return workspaceSlug;
  const counts = new Map<string, number>();
  for (const { workspace } of records)
    if (workspace !== null) counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
  const mostCommonFirst = [...counts].sort(([, a], [, b]) => b - a);
  return mostCommonFirst[0]?.[0] ?? null;
}
