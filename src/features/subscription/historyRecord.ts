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

/** A record on its own. Times are in ms UTC. */
export type RecordReading = {
  record: SubscriptionRecord;
  from: number | null;
  /** The exclusive end that the service states; null if it states none. */
  statedTo: number | null;
  ending: 'given' | 'open' | 'unknown';
  problems: readonly HistoryProblem[];
  /** False if the record is shown but excluded from gaps, overlaps and totals. */
  counted: boolean;
};

/**
 * Reads the dates of one record and lists its problems. Repairs nothing. A missing or blank end is open. The years 0, 1 and
 * 9999 are placeholders for "no date" in many databases.
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
  const counted = from !== null && ending !== 'unknown' && !isReversed && !isForeign;
  return { record, from, statedTo, ending, problems, counted };
}

function readStart({ validFrom }: SubscriptionRecord, problems: HistoryProblem[]): number | null {
  const at = parseInstant(validFrom ?? '');
  if (at !== null && !isPlaceholder(at)) return at;
  if (isBlank(validFrom)) problems.push('start-missing');
  else problems.push(at === null ? 'start-invalid' : 'start-placeholder');
  return null;
}

function readEnd(
  { validTo }: SubscriptionRecord,
  problems: HistoryProblem[],
): Pick<RecordReading, 'statedTo' | 'ending'> {
  if (isBlank(validTo)) return { statedTo: null, ending: 'open' };
  const at = parseInstant(validTo ?? '');
  if (at !== null && !isPlaceholder(at)) return { statedTo: at, ending: 'given' };
  problems.push(at === null ? 'end-invalid' : 'end-placeholder');
  return { statedTo: null, ending: at !== null && at >= farFutureMs ? 'open' : 'unknown' };
}

function isPlaceholder(at: number): boolean {
  return at < placeholderBeforeMs || at >= farFutureMs;
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

const placeholderBeforeMs = Date.parse('0002-01-01T00:00:00Z');
const farFutureMs = Date.UTC(9999, 0, 1);

/**
 * Returns how the records name the requested workspace, or null if none names one. The service document doesn't say whether
 * the field is a slug, an ID or a name. If the slug never occurs, it is the most common value.
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
