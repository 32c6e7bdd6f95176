import type { SubscriptionRecord } from '../../../api/decodeSubscriptionRecord.ts';
import { ascending } from './ascending.ts';
import type { HistoryEntry } from './HistoryEntry.ts';
import { linkPrevious } from './linkPrevious.ts';
import { type RecordReading, readRecord } from './readRecord.ts';

/**
 * The work of `analyseHistory` in small steps: between two of them whoever drives it may let the page breathe.
 * Takes and gives what `analyseHistory` does.
 */
export function* analyseSteps(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): Generator<void, readonly HistoryEntry[]> {
  const own = ownWorkspaceValue(records, workspaceSlug);
  const readings: RecordReading[] = [];
  for (const record of records) {
    readings.push(readRecord(record, own));
    if (readings.length % recordsPerStep === 0) yield;
  }
  const starts = sortedStarts(readings);
  const entries: HistoryEntry[] = [];
  for (const [index, record] of records.entries()) {
    entries.push(toEntry(record, index, readings[index], starts));
    if (index % recordsPerStep === 0) yield;
  }
  return yield* linkPrevious(entries);
}

const recordsPerStep = 500;

// The document does not say whether `workspace` holds the slug, an id or a name. Where the slug never occurs,
// the value most records bear is the workspace's own, so a service that answers with ids is not all "foreign".
function ownWorkspaceValue(records: readonly SubscriptionRecord[], workspaceSlug: string): string | null {
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

// Only a record that lasts can follow another: one without length closes nothing.
function sortedStarts(readings: readonly RecordReading[]): Float64Array {
  const starts: number[] = [];
  for (const { from, end, counted } of readings)
    if (counted && from !== null && !(end.kind === 'given' && end.latest <= from)) starts.push(from);
  // The service lists the newest first: turned round, most histories are in order.
  return ascending(Float64Array.from(starts).reverse());
}

function toEntry(
  record: SubscriptionRecord,
  index: number,
  reading: RecordReading | undefined,
  starts: Float64Array,
): HistoryEntry {
  if (reading === undefined) throw new Error(`Record ${index} was not read`);
  const { from, end, problems, counted } = reading;
  const { to, ending } = endingOf(reading, starts);
  const statedTo = end.kind === 'given' ? end.at : null;
  return { record, index, from, to, statedTo, ending, counted, problems, previous: null };
}

function endingOf(
  { from, end, counted }: RecordReading,
  starts: Float64Array,
): Pick<HistoryEntry, 'to' | 'ending'> {
  if (end.kind === 'unknown') return { to: null, ending: 'unknown' };
  const plain = !counted || from === null;
  if (end.kind === 'given')
    return { to: plain ? end.at : effectiveEnd(from, end.at, end.latest, starts), ending: 'given' };
  const next = plain ? null : firstAtOrAfter(starts, from + 1);
  return { to: next, ending: next === null ? 'open' : 'superseded' };
}

function effectiveEnd(from: number, at: number, latest: number, starts: Float64Array): number {
  const follower = firstAtOrAfter(starts, Math.max(at, from + 1));
  const reach = at > from ? Math.max(latest, at + seamMs) : latest;
  return follower !== null && follower <= reach ? follower : latest;
}

function firstAtOrAfter(sorted: Float64Array, moment: number): number | null {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) < moment) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? null;
}

const seamMs = 1000;
