import type { SubscriptionRecord } from '../../api/subscriptionHistory.ts';
import { type RecordReading, readRecord, workspaceValueOf } from './historyRecord.ts';
import { type LevelLook, levelKey, levelLooks } from './levels.tsx';

/** From `from` up to, but not including, `to`, in ms UTC; `to` is Infinity for an open end. */
export type Span = { from: number; to: number };

/** A record compared with the others. */
export type HistoryEntry = Omit<RecordReading, 'ending'> & {
  /** The position in the response. It identifies the entry, because records have no ID. */
  index: number;
  /** The exclusive end used for states, gaps and totals; null if open or unknown. */
  to: number | null;
  /** `superseded`: an open end that another record's start has closed. */
  ending: RecordReading['ending'] | 'superseded';
  /** The entry in force before this one started. */
  previous: HistoryEntry | null;
  /** The time without a subscription before this entry. */
  gap: Span | null;
  /** The longest overlap with an entry that started earlier. */
  overlap: Overlap | null;
  /** Number of entries that share time with this one. */
  sharedWith: number;
};

export type Overlap = Span & { first: HistoryEntry; kind: 'partial' | 'contained' | 'same' };

export type HistoryModel = {
  /** In the service's order. */
  entries: readonly HistoryEntry[];
  /** Newest start first; entries without a readable start last. */
  newest: readonly HistoryEntry[];
  /** The counted entries, oldest start first. */
  oldest: readonly HistoryEntry[];
  servedNewestFirst: boolean;
  /** The workspace that the records name if none of them names the requested one. */
  recordsName: string | null;
  gaps: number;
  overlaps: number;
  /** By level key, in the order of first use. */
  looks: ReadonlyMap<string, LevelLook>;
  levelCounts: ReadonlyMap<string, number>;
  /** From the first start to the last known date of a counted entry. */
  span: Span | null;
};

/** Builds the model of a history, for up to 1 000 records. It is usable with 10 000 and never throws. */
export function deriveHistory(records: readonly SubscriptionRecord[], workspaceSlug: string): HistoryModel {
  const workspaceValue = workspaceValueOf(records, workspaceSlug);
  const entries = toEntries(records.map((record) => readRecord(record, workspaceValue)));
  const oldest = oldestFirst(entries);
  compareNeighbours(oldest);
  const dated = entries.filter(({ from }) => from !== null);
  const undated = entries.filter(({ from }) => from === null);
  const newest = [...[...dated].sort((a, b) => startOf(b) - startOf(a)), ...undated];
  const levelCounts = countLevels(newest);
  return {
    entries,
    newest,
    oldest,
    servedNewestFirst: dated.every((entry, i) => startOf(entry) <= startOf(dated[i - 1] ?? entry)),
    recordsName: workspaceValue === workspaceSlug ? null : workspaceValue,
    gaps: oldest.filter(({ gap }) => gap !== null).length,
    overlaps: oldest.reduce((sum, { sharedWith }) => sum + sharedWith, 0) / 2,
    looks: levelLooks(levelCounts.keys()),
    levelCounts,
    span: spanOf(oldest),
  };
}

/** A start this soon after an end leaves no gap, because many services state an end as 23:59:59. */
export const toleranceMs = 1000;
export const dayMs = 86_400_000;

function toEntries(readings: readonly RecordReading[]): HistoryEntry[] {
  // A record without duration can't follow another one, so it closes nothing.
  const starts = readings
    .filter(({ from, statedTo, counted }) => counted && statedTo !== from)
    .map(({ from }) => from ?? 0)
    .sort((a, b) => a - b);
  return readings.map((reading, index) => {
    const { record, from, statedTo, counted, problems } = reading;
    const { to, ending } = effectiveEnd(reading, starts);
    // Not `...reading`, because objects made by spreading are slow to change: 10 000 overlaps would take minutes.
    return {
      record,
      index,
      from,
      to,
      statedTo,
      ending,
      counted,
      problems,
      previous: null,
      gap: null,
      overlap: null,
      sharedWith: 0,
    };
  });
}

/**
 * Returns the end of a record among the starts of the others, in ascending order. The next start closes an open end. It
 * also moves a stated end that is only a second before it, or on the same day if the end names only a day.
 */
function effectiveEnd(
  { record, from, statedTo, ending, counted }: RecordReading,
  starts: readonly number[],
): Pick<HistoryEntry, 'to' | 'ending'> {
  if (!counted || from === null || (statedTo !== null && statedTo <= from)) return { to: statedTo, ending };
  const next = starts.find((start) => start > from && (statedTo === null || start >= statedTo)) ?? null;
  if (statedTo === null) return { to: next, ending: next === null ? 'open' : 'superseded' };
  const isDay = record.validTo?.length === 'YYYY-MM-DD'.length;
  const isTouching = next !== null && next - statedTo <= (isDay ? dayMs : toleranceMs);
  return { to: isTouching ? next : statedTo, ending };
}

/** Sets the previous entry, the gap and the overlaps of each entry. */
function compareNeighbours(oldest: readonly HistoryEntry[]): void {
  let active: HistoryEntry[] = [];
  let lastEnded: HistoryEntry | null = null;
  for (const entry of oldest) {
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
 * Returns the counted entries by start, oldest first. Of equal starts the longer one comes first, then the one further
 * down in the response, because the service lists the newest first (section 4.2 of the service document).
 */
export function oldestFirst(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return entries
    .filter((entry) => entry.counted)
    .sort(
      (a, b) => startOf(a) - startOf(b) || (endOf(a) === endOf(b) ? b.index - a.index : endOf(b) - endOf(a)),
    );
}

/** A counted entry always has a start. */
export function startOf(entry: HistoryEntry): number {
  return entry.from ?? 0;
}

export function endOf(entry: HistoryEntry): number {
  return entry.to ?? Number.POSITIVE_INFINITY;
}

function countLevels(newest: readonly HistoryEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of [...newest].reverse()) {
    const key = levelKey(record.level);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function spanOf(oldest: readonly HistoryEntry[]): Span | null {
  const from = oldest[0]?.from ?? null;
  if (from === null) return null;
  return { from, to: oldest.reduce((last, entry) => Math.max(last, startOf(entry), entry.to ?? from), from) };
}

export const historyStates = ['current', 'scheduled', 'ended', 'unknown'] as const;
export type HistoryState = (typeof historyStates)[number];

/**
 * Returns the state of an entry at a moment (ms UTC). If only one date is readable, the entry is scheduled or ended when
 * that date proves it, and otherwise unknown. A foreign or reversed record is always unknown.
 */
export function stateAt(entry: HistoryEntry, now: number): HistoryState {
  const { from, to, problems } = entry;
  if (problems.includes('foreign-workspace') || problems.includes('end-before-start')) return 'unknown';
  if (from !== null && from > now) return 'scheduled';
  if (to !== null && to <= now) return 'ended';
  return entry.counted ? 'current' : 'unknown';
}
