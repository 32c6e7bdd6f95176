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

/** `at` is the literal end; `latest` is the exclusive end that an inclusive reading of the same text gives. */
type StatedEnd = { kind: 'given'; at: number; latest: number } | { kind: 'open' } | { kind: 'unknown' };

export type RecordReading = {
  record: SubscriptionRecord;
  from: number | null;
  end: StatedEnd;
  problems: readonly HistoryProblem[];
  counted: boolean;
};

/**
 * One record by itself: its moments in ms UTC and what is wrong with it. Nothing is repaired and nothing throws.
 * A missing or blank end is open; the years 0, 1 and 9999 stand for "none" in many stores and are no dates.
 * @param ownWorkspace the value of `workspace` that this history calls its own; null: none is foreign
 * Stands on section 2 (Subscription record) of the service document.
 */
export function readRecord(record: SubscriptionRecord, ownWorkspace: string | null): RecordReading {
  const problems: HistoryProblem[] = [];
  const from = readStart(record, problems);
  const end = readEnd(record, problems);
  const reversed = end.kind === 'given' && from !== null && end.at < from && end.latest <= from;
  const foreign = ownWorkspace !== null && record.workspace !== null && record.workspace !== ownWorkspace;
  if (reversed) problems.push('end-before-start');
  if (foreign) problems.push('foreign-workspace');
  if (isBlank(record.level)) problems.push('level-missing');
  const counted = from !== null && end.kind !== 'unknown' && !reversed && !foreign;
  return { record, from, end, problems, counted };
}

function readStart(record: SubscriptionRecord, problems: HistoryProblem[]): number | null {
  const text = record.validFrom;
  if (text === null || isBlank(text)) {
    problems.push(holdsSomething(record.raw, 'validFrom') ? 'start-invalid' : 'start-missing');
    return null;
  }
  const at = parseInstant(text);
  if (at === null) problems.push('start-invalid');
  else if (at < firstRealMs || at >= endlessMs) problems.push('start-placeholder');
  else return at;
  return null;
}

function readEnd(record: SubscriptionRecord, problems: HistoryProblem[]): StatedEnd {
  const text = record.validTo;
  if (text === null || isBlank(text)) {
    if (!holdsSomething(record.raw, 'validTo')) return { kind: 'open' };
    problems.push('end-invalid');
    return { kind: 'unknown' };
  }
  const at = parseInstant(text);
  if (at === null) {
    problems.push('end-invalid');
    return { kind: 'unknown' };
  }
  if (at < firstRealMs || at >= endlessMs) {
    problems.push('end-placeholder');
    return { kind: at >= endlessMs ? 'open' : 'unknown' };
  }
  return { kind: 'given', at, latest: latestEnd(text, at) };
}

// "Valid to 31 March" and "…T23:59:59(.999)Z" mean through that day to whoever pays for it, whatever follows.
function latestEnd(text: string, at: number): number {
  if (text.length === 'YYYY-MM-DD'.length) return at + 86_400_000;
  // A moment of another second can't be spelled so, whatever its zone; before 1970 the rest is negative.
  const second = Math.floor(at / 1000) % 60;
  if (second !== 59 && second !== -1) return at;
  return /t23:59:59/i.test(text) ? Math.floor(at / 1000) * 1000 + 1000 : at;
}

// The decoder gives null for a number or an object too; that is not the same as nothing.
function holdsSomething(raw: unknown, key: 'validFrom' | 'validTo'): boolean {
  if (typeof raw !== 'object' || raw === null) return false;
  const value: unknown = Object.getOwnPropertyDescriptor(raw, key)?.value;
  return value !== undefined && value !== null && !(typeof value === 'string' && isBlank(value));
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

const firstRealMs = Date.parse('0002-01-01T00:00:00Z');
const endlessMs = Date.UTC(9999, 0, 1);

/**
 * The value of `workspace` that a history calls its own; null where no record names one. The service document does not
 * say whether it holds the slug, an id or a name: where the slug never occurs, the value most records bear is the
 * workspace's own, so a service that answers with ids is not all "foreign". The screen says so then.
 */
export function ownWorkspaceValue(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): string | null {
  if (records.some(({ workspace }) => workspace === workspaceSlug)) return workspaceSlug;
  const counts = new Map<string, number>();
  for (const { workspace } of records)
    if (workspace !== null) counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
  let own: string | null = null;
  let most = 0;
  for (const [value, count] of counts)
    if (count > most) {
      own = value;
      most = count;
    }
  return own;
}
