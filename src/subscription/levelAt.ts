import type { EpochMs } from '../ui/time.ts';
import { compareStarts, endOf, type HistoryEntry, type Segment, type Span, startOf } from './historyEntry.ts';

/** The level at one moment. */
export type LevelAnswer =
  | { kind: 'level'; entry: HistoryEntry }
  /** The time without a subscription. null if no record is before or after it. */
  | { kind: 'none'; from: EpochMs | null; to: EpochMs | null }
  /** `entry` is what applies by the records that can be understood. */
  | { kind: 'unknown'; reason: 'unclear-records'; count: number; entry: HistoryEntry | null }
  | { kind: 'unknown'; reason: 'incomplete'; entry: HistoryEntry | null }
  | { kind: 'unknown'; reason: 'open-end'; openEntry: HistoryEntry; entry: null };

/** What the service returned, and what is missing in it. */
export type KnownHistory = {
  /** Newest start first. Entries without a readable start are last. */
  entries: readonly HistoryEntry[];
  /** All time from the first start to the last end, oldest first. */
  segments: readonly Segment[];
  isServedNewestFirst: boolean;
  /** False if the service returned only a part of the records. */
  isComplete: boolean;
  malformedCount: number;
};

/** Returns the level at a moment, or "unknown" if a record that can't be understood or is missing could change the answer. */
export function findLevelAt(history: KnownHistory, moment: EpochMs): LevelAnswer {
  const { entries, segments, isComplete, isServedNewestFirst, malformedCount } = history;
  const segment = segments.find(({ from, to }) => from <= moment && moment < to);
  const entry = segment?.entry ?? null;
  const unclear = entries.filter(
    (candidate) => couldApplyAt(candidate, moment) && (entry === null || couldReplace(candidate, entry)),
  );
  const count = unclear.length + malformedCount;
  if (count > 0) return { kind: 'unknown', reason: 'unclear-records', count, entry };
  if (entry !== null)
    return isComplete || isServedNewestFirst
      ? { kind: 'level', entry }
      : { kind: 'unknown', reason: 'incomplete', entry };
  if (!isComplete) return { kind: 'unknown', reason: 'incomplete', entry };
  if (segment !== undefined) return { kind: 'none', from: segment.from, to: segment.to };
  const [first] = segments;
  const last = segments.at(-1);
  if (last === undefined || first === undefined) return { kind: 'none', from: null, to: null };
  if (moment < first.from) return { kind: 'none', from: null, to: first.from };
  const openEntry = entries.find(({ isIncluded, ending }) => isIncluded && ending === 'next-record');
  if (openEntry !== undefined) return { kind: 'unknown', reason: 'open-end', openEntry, entry: null };
  return { kind: 'none', from: last.to, to: null };

  /** Without a correct date, only the order of the service says which record is newer. */
  function couldReplace(candidate: HistoryEntry, applying: HistoryEntry): boolean {
    if (isServedNewestFirst) return candidate.index < applying.index;
    return isUnordered(candidate) || compareStarts(candidate, applying) > 0;
  }
}

/** A moment at which the level changes. `entry` is null if a subscription ends then. */
export type LevelChange = { at: EpochMs; entry: HistoryEntry | null };

/** Returns the changes after the start of the span and before its end. */
export function findChangesWithin({ segments }: KnownHistory, { from, to }: Span): LevelChange[] {
  const end = segments.at(-1)?.to ?? from;
  return [
    ...segments.map((segment) => ({ at: segment.from, entry: segment.entry })),
    { at: end, entry: null },
  ].filter(({ at }) => from < at && at < to);
}

/** True if the record can't be understood and could cover the moment. If it ends before it starts, either date may be wrong. */
function couldApplyAt(entry: HistoryEntry, moment: EpochMs): boolean {
  if (entry.isIncluded || entry.problems.includes('different-workspace')) return false;
  const hasStarted = startOf(entry) <= moment;
  const hasNotEnded = moment < endOf(entry);
  return entry.problems.includes('end-before-start') ? hasStarted || hasNotEnded : hasStarted && hasNotEnded;
}

function isUnordered({ from, problems }: HistoryEntry): boolean {
  return from === null || problems.includes('end-before-start');
}
