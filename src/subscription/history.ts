import type { SubscriptionRecord } from '../api/subscriptionHistory.ts';
import { findWorkspaceValue, type ParsedRecord, parseRecord } from './historyRecord.ts';
import { chooseLevelStyles, getLevelKey, type LevelStyle } from './levels.tsx';

/** A time span in ms UTC. It includes `from` but not `to`. An open end is Infinity. */
export type Span = { from: number; to: number };

/** A parsed record and its relations to the other records. */
export type HistoryEntry = Omit<ParsedRecord, 'endKind'> & {
  /** The position of the record in the response. It identifies the record, because records have no ID. */
  index: number;
  /** The exclusive end (ms UTC) that states, gaps and totals use. null if the end is open or unknown. */
  to: number | null;
  /** `superseded` if the record has no end date and a later record replaces it. */
  endKind: ParsedRecord['endKind'] | 'superseded';
  /** The latest included entry that was current before this entry started. */
  previous: HistoryEntry | null;
  /** The time without a subscription before this entry. */
  gap: Span | null;
  /** The longest overlap with an entry that is earlier in `includedEntries`. */
  overlap: Overlap | null;
  /** Number of entries that overlap this entry. */
  overlapCount: number;
};

export type Overlap = Span & { earlier: HistoryEntry; kind: 'partial' | 'contained' | 'same' };

export type HistoryModel = {
  /** All entries, in the order of the response. */
  entries: readonly HistoryEntry[];
  /** All entries, newest start first. Entries without a readable start are last. */
  newestFirst: readonly HistoryEntry[];
  /** The entries that gaps, overlaps and totals include, oldest start first. */
  includedEntries: readonly HistoryEntry[];
  isServedNewestFirst: boolean;
  /** The workspace that most records name if no record names the requested workspace, otherwise null. */
  differentWorkspace: string | null;
  gapCount: number;
  /** Number of pairs of entries that overlap. */
  overlapCount: number;
  /** The styles by level key, in the order in which the levels were first used. */
  levelStyles: ReadonlyMap<string, LevelStyle>;
  /** Number of records by level key. */
  levelCounts: ReadonlyMap<string, number>;
  /** The time from the first start to the last end in `includedEntries`, or null if there are no included entries. */
  span: Span | null;
};

/** Builds the model of a history. Fast enough for 10 000 records. Never throws. */
export function deriveHistory(records: readonly SubscriptionRecord[], workspaceSlug: string): HistoryModel {
  const workspaceValue = findWorkspaceValue(records, workspaceSlug);
  const entries = toEntries(records.map((record) => parseRecord(record, workspaceValue)));
  const includedEntries = sortIncluded(entries);
  setRelations(includedEntries);
  const datedEntries = entries.filter(({ from }) => from !== null);
  const undatedEntries = entries.filter(({ from }) => from === null);
  const newestFirst = [...[...datedEntries].sort((a, b) => startOf(b) - startOf(a)), ...undatedEntries];
  const levelCounts = countLevels(newestFirst);
  return {
    entries,
    newestFirst,
    includedEntries,
    isServedNewestFirst: datedEntries.every(
      (entry, i) => startOf(entry) <= startOf(datedEntries[i - 1] ?? entry),
    ),
    differentWorkspace: workspaceValue === workspaceSlug ? null : workspaceValue,
    gapCount: includedEntries.filter(({ gap }) => gap !== null).length,
    overlapCount: includedEntries.reduce((sum, { overlapCount }) => sum + overlapCount, 0) / 2,
    levelStyles: chooseLevelStyles(levelCounts.keys()),
    levelCounts,
    span: spanOf(includedEntries),
  };
}

/** Time (ms) between two records that isn't a gap yet, because many services state 23:59:59 as the end of a day. */
export const endToleranceMs = 1000;
export const dayMs = 86_400_000;

function toEntries(parsedRecords: readonly ParsedRecord[]): HistoryEntry[] {
  // Skip records without duration, because their start doesn't end an earlier record that has no end date.
  const starts = parsedRecords
    .filter(({ from, statedTo, isIncluded }) => isIncluded && statedTo !== from)
    .map(({ from }) => from ?? 0)
    .sort((a, b) => a - b);
  return parsedRecords.map((parsedRecord, index) => {
    const { record, from, statedTo, isIncluded, problems } = parsedRecord;
    const { to, endKind } = findEffectiveEnd(parsedRecord, starts);
    // Don't use `...parsedRecord`. Changing an object that was made by spreading is so slow that 10 000 overlaps take minutes.
    return {
      record,
      index,
      from,
      to,
      statedTo,
      endKind,
      isIncluded,
      problems,
      previous: null,
      gap: null,
      overlap: null,
      overlapCount: 0,
    };
  });
}

/**
 * Returns the end that states, gaps and totals use. An open record ends when the next record starts. A record with a stated
 * end also ends then if the next record starts at most a second later, or a day later if the end has no time of day.
 * @param starts the starts of the included records that have a duration, in ascending order
 */
function findEffectiveEnd(
  { record, from, statedTo, endKind, isIncluded }: ParsedRecord,
  starts: readonly number[],
): Pick<HistoryEntry, 'to' | 'endKind'> {
  if (!isIncluded || from === null || (statedTo !== null && statedTo <= from))
    return { to: statedTo, endKind };
  const nextStart = starts.find((start) => start > from && (statedTo === null || start >= statedTo)) ?? null;
  if (statedTo === null) return { to: nextStart, endKind: nextStart === null ? 'open' : 'superseded' };
  const isDateOnly = record.validTo?.length === 'YYYY-MM-DD'.length;
  const isTouching = nextStart !== null && nextStart - statedTo <= (isDateOnly ? dayMs : endToleranceMs);
  return { to: isTouching ? nextStart : statedTo, endKind };
}

/** Sets the previous entry, the gap and the overlaps of each entry. */
function setRelations(includedEntries: readonly HistoryEntry[]): void {
  let ongoingEntries: HistoryEntry[] = [];
  let lastEnded: HistoryEntry | null = null;
  for (const entry of includedEntries) {
    const from = startOf(entry);
    for (const earlier of ongoingEntries)
      if (endOf(earlier) < from && (lastEnded === null || endOf(earlier) >= endOf(lastEnded)))
        lastEnded = earlier;
    ongoingEntries = ongoingEntries.filter((earlier) => endOf(earlier) >= from);
    entry.previous = ongoingEntries.findLast((earlier) => startOf(earlier) < from) ?? lastEnded;
    if (endOf(entry) <= from) continue;
    if (ongoingEntries.length === 0 && lastEnded !== null) entry.gap = { from: endOf(lastEnded), to: from };
    setOverlaps(
      ongoingEntries.filter((earlier) => endOf(earlier) > from),
      entry,
    );
    ongoingEntries.push(entry);
  }
}

function setOverlaps(overlapping: readonly HistoryEntry[], entry: HistoryEntry): void {
  let longest = overlapping[0];
  for (const other of overlapping) {
    other.overlapCount += 1;
    if (longest === undefined || endOf(other) > endOf(longest)) longest = other;
  }
  entry.overlapCount += overlapping.length;
  if (longest === undefined) return;
  const isSame = longest.from === entry.from && longest.to === entry.to;
  const isContained = endOf(entry) <= endOf(longest);
  entry.overlap = {
    earlier: longest,
    from: startOf(entry),
    to: Math.min(endOf(longest), endOf(entry)),
    kind: isSame ? 'same' : isContained ? 'contained' : 'partial',
  };
}

/**
 * Returns the included entries, oldest start first. If entries start together, the longest is first. If they also end together,
 * their order in the response is reversed, because the service lists the newest record first.
 */
export function sortIncluded(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return entries
    .filter((entry) => entry.isIncluded)
    .sort(
      (a, b) => startOf(a) - startOf(b) || (endOf(a) === endOf(b) ? b.index - a.index : endOf(b) - endOf(a)),
    );
}

/** Returns the start (ms UTC). Use it only for entries with a readable start. */
export function startOf(entry: HistoryEntry): number {
  return entry.from ?? 0;
}

export function endOf(entry: HistoryEntry): number {
  return entry.to ?? Number.POSITIVE_INFINITY;
}

function countLevels(newestFirst: readonly HistoryEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of [...newestFirst].reverse()) {
    const key = getLevelKey(record.level);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function spanOf(includedEntries: readonly HistoryEntry[]): Span | null {
  const from = includedEntries[0]?.from ?? null;
  if (from === null) return null;
  const to = includedEntries.reduce((last, entry) => Math.max(last, startOf(entry), entry.to ?? from), from);
  return { from, to };
}

export const historyStates = ['current', 'scheduled', 'ended', 'unknown'] as const;
export type HistoryState = (typeof historyStates)[number];

/** Returns the state at `now` (ms UTC). It is unknown if the record names a different workspace or ends before it starts. */
export function getStateAt(entry: HistoryEntry, now: number): HistoryState {
  const { from, to, problems } = entry;
  if (problems.includes('different-workspace') || problems.includes('end-before-start')) return 'unknown';
  if (from !== null && from > now) return 'scheduled';
  if (to !== null && to <= now) return 'ended';
  return entry.isIncluded ? 'current' : 'unknown';
}
