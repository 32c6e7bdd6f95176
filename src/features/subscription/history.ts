import type { SubscriptionRecord } from '../../api/subscriptionHistory.ts';
import { type RecordReading, readRecord, workspaceValueOf } from './historyRecord.ts';
import { chooseLevelLooks, type LevelLook, levelKey } from './levels.tsx';

/** A time span in ms UTC. It includes `from` but not `to`. An open end is Infinity. */
export type Span = { from: number; to: number };

/** A record, with its relations to the other records of the history. */
export type HistoryEntry = Omit<RecordReading, 'ending'> & {
  /** The position in the response. It identifies the entry, because records have no ID. */
  index: number;
  /** The exclusive end (ms UTC) for states, gaps and totals. null if the end is open or unknown. */
  to: number | null;
  /** `superseded`: the record has no end date, so it ends when the next record starts. */
  ending: RecordReading['ending'] | 'superseded';
  /** The entry that applied before this entry started. */
  previous: HistoryEntry | null;
  /** The time without a subscription before this entry. */
  gap: Span | null;
  /** The longest overlap with an earlier entry of `countedEntries`. */
  overlap: Overlap | null;
  /** Number of entries that share time with this one. */
  sharedWith: number;
};

export type Overlap = Span & { first: HistoryEntry; kind: 'partial' | 'contained' | 'same' };

export type HistoryModel = {
  /** All entries, in the order of the response. */
  entries: readonly HistoryEntry[];
  /** All entries, newest start first. Entries without a readable start are last. */
  newestFirst: readonly HistoryEntry[];
  /** The counted entries, oldest start first. */
  countedEntries: readonly HistoryEntry[];
  isServedNewestFirst: boolean;
  /** The workspace that most records name, if no record names the requested workspace. Otherwise null. */
  recordsName: string | null;
  gapCount: number;
  overlapCount: number;
  /** The color and pattern of each level by level key, in the order of first use. */
  looks: ReadonlyMap<string, LevelLook>;
  /** Number of records by level key. */
  levelCounts: ReadonlyMap<string, number>;
  /** The time from the first start to the last known date of a counted entry. */
  span: Span | null;
};

/** Builds the model of a history. Designed for 1 000 records, but still usable with 10 000. Never throws. */
export function deriveHistory(records: readonly SubscriptionRecord[], workspaceSlug: string): HistoryModel {
  const workspaceValue = workspaceValueOf(records, workspaceSlug);
  const entries = toEntries(records.map((record) => readRecord(record, workspaceValue)));
  const countedEntries = sortCounted(entries);
  setRelations(countedEntries);
  const dated = entries.filter(({ from }) => from !== null);
  const undated = entries.filter(({ from }) => from === null);
  const newestFirst = [...[...dated].sort((a, b) => startOf(b) - startOf(a)), ...undated];
  const levelCounts = countLevels(newestFirst);
  return {
    entries,
    newestFirst,
    countedEntries,
    isServedNewestFirst: dated.every((entry, i) => startOf(entry) <= startOf(dated[i - 1] ?? entry)),
    recordsName: workspaceValue === workspaceSlug ? null : workspaceValue,
    gapCount: countedEntries.filter(({ gap }) => gap !== null).length,
    overlapCount: countedEntries.reduce((sum, { sharedWith }) => sum + sharedWith, 0) / 2,
    looks: chooseLevelLooks(levelCounts.keys()),
    levelCounts,
    span: spanOf(countedEntries),
  };
}

/** Longest time (ms) between an end and the next start that isn't a gap. Many services state an end as 23:59:59. */
export const toleranceMs = 1000;
export const dayMs = 86_400_000;

function toEntries(readings: readonly RecordReading[]): HistoryEntry[] {
  // Skip records without duration, because they can't replace an open record.
  const starts = readings
    .filter(({ from, statedTo, isCounted }) => isCounted && statedTo !== from)
    .map(({ from }) => from ?? 0)
    .sort((a, b) => a - b);
  return readings.map((reading, index) => {
    const { record, from, statedTo, isCounted, problems } = reading;
    const { to, ending } = effectiveEnd(reading, starts);
    // Don't use `...reading`. Changing objects that were made by spreading is so slow that 10 000 overlaps take minutes.
    return {
      record,
      index,
      from,
      to,
      statedTo,
      ending,
      isCounted,
      problems,
      previous: null,
      gap: null,
      overlap: null,
      sharedWith: 0,
    };
  });
}

/**
 * Returns the end of a record for states, gaps and totals. An open record ends at the next start. A stated end moves to
 * the next start if that start follows within a second, or within a day if the end has no time of day.
 * @param starts the starts of the counted records that have a duration, in ascending order
 */
function effectiveEnd(
  { record, from, statedTo, ending, isCounted }: RecordReading,
  starts: readonly number[],
): Pick<HistoryEntry, 'to' | 'ending'> {
  if (!isCounted || from === null || (statedTo !== null && statedTo <= from)) return { to: statedTo, ending };
  const next = starts.find((start) => start > from && (statedTo === null || start >= statedTo)) ?? null;
  if (statedTo === null) return { to: next, ending: next === null ? 'open' : 'superseded' };
  const hasNoTime = record.validTo?.length === 'YYYY-MM-DD'.length;
  const isTouching = next !== null && next - statedTo <= (hasNoTime ? dayMs : toleranceMs);
  return { to: isTouching ? next : statedTo, ending };
}

/** Sets the previous entry, the gap and the overlaps of each entry. */
function setRelations(countedEntries: readonly HistoryEntry[]): void {
  let active: HistoryEntry[] = [];
  let lastEnded: HistoryEntry | null = null;
  for (const entry of countedEntries) {
    const from = startOf(entry);
    for (const earlier of active)
      if (endOf(earlier) < from && (lastEnded === null || endOf(earlier) >= endOf(lastEnded)))
        lastEnded = earlier;
    active = active.filter((earlier) => endOf(earlier) >= from);
    entry.previous = active.findLast((earlier) => startOf(earlier) < from) ?? lastEnded;
    if (endOf(entry) <= from) continue;
    if (active.length === 0 && lastEnded !== null) entry.gap = { from: endOf(lastEnded), to: from };
    setOverlaps(
      active.filter((earlier) => endOf(earlier) > from),
      entry,
    );
    active.push(entry);
  }
}

function setOverlaps(earlier: readonly HistoryEntry[], entry: HistoryEntry): void {
  let longest = earlier[0];
  for (const other of earlier) {
    other.sharedWith += 1;
    if (longest === undefined || endOf(other) > endOf(longest)) longest = other;
  }
  entry.sharedWith += earlier.length;
  if (longest === undefined) return;
  const isSame = longest.from === entry.from && longest.to === entry.to;
  const isContained = endOf(entry) <= endOf(longest);
  entry.overlap = {
    first: longest,
    from: startOf(entry),
    to: Math.min(endOf(longest), endOf(entry)),
    kind: isSame ? 'same' : isContained ? 'contained' : 'partial',
  };
}

/**
 * Returns the counted entries, oldest start first. If two starts are equal, the longer entry is first. If the ends are also
 * equal, the later entry of the response is first, because the service lists the newest first (section 4.2 of
 * `service.md`).
 */
export function sortCounted(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return entries
    .filter((entry) => entry.isCounted)
    .sort(
      (a, b) => startOf(a) - startOf(b) || (endOf(a) === endOf(b) ? b.index - a.index : endOf(b) - endOf(a)),
    );
}

/** Returns the start of a counted entry in ms UTC. A counted entry always has a start. */
export function startOf(entry: HistoryEntry): number {
  return entry.from ?? 0;
}

export function endOf(entry: HistoryEntry): number {
  return entry.to ?? Number.POSITIVE_INFINITY;
}

function countLevels(newestFirst: readonly HistoryEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of [...newestFirst].reverse()) {
    const key = levelKey(record.level);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function spanOf(countedEntries: readonly HistoryEntry[]): Span | null {
  const from = countedEntries[0]?.from ?? null;
  if (from === null) return null;
  const to = countedEntries.reduce((last, entry) => Math.max(last, startOf(entry), entry.to ?? from), from);
  return { from, to };
}

export const historyStates = ['current', 'scheduled', 'ended', 'unknown'] as const;
export type HistoryState = (typeof historyStates)[number];

/**
 * Returns the state of an entry at a moment (ms UTC). If only one date is readable, the entry is scheduled or ended only if
 * that date proves it. A record that names a different workspace or ends before its start is always unknown.
 */
export function stateAt(entry: HistoryEntry, now: number): HistoryState {
  const { from, to, problems } = entry;
  if (problems.includes('foreign-workspace') || problems.includes('end-before-start')) return 'unknown';
  if (from !== null && from > now) return 'scheduled';
  if (to !== null && to <= now) return 'ended';
  return entry.isCounted ? 'current' : 'unknown';
}
