import type { EpochMs } from '../format/time.ts';
import {
  compareStarts,
  getEntryEnd,
  getEntryStart,
  getLevelKey,
  type HistoryEntry,
  type Span,
} from './historyRecord.ts';

export type LevelSpan = Span & { entry: HistoryEntry | null };

export type LevelTimeline = {
  now: EpochMs;
  /** Newest start first. Entries without a readable start are last. */
  entries: readonly HistoryEntry[];
  segments: readonly LevelSpan[];
  isServedNewestFirst: boolean;
  isComplete: boolean;
  malformedCount: number;
};

/** The level at one moment. `entry` is what applies by the records that can be understood. */
export type LevelAtMoment =
  | { kind: 'level'; entry: HistoryEntry }
  /** The time without a subscription. null if no subscription is before or after it. */
  | { kind: 'none'; from: EpochMs | null; to: EpochMs | null; entry: null }
  | { kind: 'unknown'; reason: 'unclear-records'; count: number; entry: HistoryEntry | null }
  | { kind: 'unknown'; reason: 'incomplete'; entry: HistoryEntry | null }
  | { kind: 'unknown'; reason: 'open-end'; openEntry: HistoryEntry; entry: null };

/** The level at a moment, or "unknown" if a record that can't be understood or is missing could change the answer. */
export function findLevelAt(history: LevelTimeline, moment: EpochMs): LevelAtMoment {
  const { entries, segments, isComplete, isServedNewestFirst, malformedCount } = history;
  const segment = segments.find(({ from, to }) => from <= moment && moment < to);
  const entry = segment?.entry ?? null;
  const unclear = entries.filter(
    (candidate) => couldApplyAt(candidate, moment) && (entry === null || couldReplace(candidate, entry)),
  );
  const count = unclear.length + malformedCount;
  if (count > 0) return { kind: 'unknown', reason: 'unclear-records', count, entry };
  if (entry !== null && (isComplete || isServedNewestFirst)) return { kind: 'level', entry };
  if (!isComplete) return { kind: 'unknown', reason: 'incomplete', entry };
  if (segment !== undefined) return { kind: 'none', from: segment.from, to: segment.to, entry: null };
  const firstStart = segments[0]?.from ?? null;
  if (firstStart === null || moment < firstStart)
    return { kind: 'none', from: null, to: firstStart, entry: null };
  const openEntry = entries.find(({ isIncluded, ending }) => isIncluded && ending === 'next-record');
  if (openEntry !== undefined) return { kind: 'unknown', reason: 'open-end', openEntry, entry: null };
  return { kind: 'none', from: segments.at(-1)?.to ?? null, to: null, entry: null };

  /** Without a correct date, only the order of the service says which record is newer. */
  function couldReplace(candidate: HistoryEntry, applying: HistoryEntry): boolean {
    if (isServedNewestFirst) return candidate.index < applying.index;
    const isUnordered = candidate.from === null || candidate.problems.includes('end-before-start');
    return isUnordered || compareStarts(candidate, applying) > 0;
  }
}

export function isUnclear({ isIncluded, problems }: HistoryEntry): boolean {
  return !isIncluded && !problems.includes('different-workspace');
}

/** True if an unclear record could cover the moment. If it ends before it starts, either date may be wrong. */
function couldApplyAt(entry: HistoryEntry, moment: EpochMs): boolean {
  if (!isUnclear(entry)) return false;
  const hasStarted = getEntryStart(entry) <= moment;
  const hasNotEnded = moment < getEntryEnd(entry);
  return entry.problems.includes('end-before-start') ? hasStarted || hasNotEnded : hasStarted && hasNotEnded;
}

/** A moment at which the level changes. `entry` is null if a subscription ends then. */
export type LevelChange = { at: EpochMs; entry: HistoryEntry | null };

export function findChangesWithin({ segments }: LevelTimeline, { from, to }: Span): LevelChange[] {
  const end = segments.at(-1)?.to ?? from;
  return [
    ...segments.map((segment) => ({ at: segment.from, entry: segment.entry })),
    { at: end, entry: null },
  ].filter(({ at }) => from < at && at < to);
}

/** The first change to a different level. A renewal isn't one. null if none is scheduled. */
export function findNextChange(history: LevelTimeline): LevelChange | 'unknown' | null {
  const { now, entries, isComplete } = history;
  const level = findCurrentRun(history)?.level ?? null;
  const changes = findChangesWithin(history, { from: now, to: Number.POSITIVE_INFINITY });
  const change = changes.find(({ entry }) => (entry && getLevelKey(entry)) !== level) ?? null;
  if (change === null && !isComplete) return 'unknown';
  const isBefore = (start: EpochMs) => now < start && start < (change?.at ?? Number.POSITIVE_INFINITY);
  const unclearStarts = entries.filter(isUnclear).map(getEntryStart).filter(isBefore);
  if ([now, ...unclearStarts].some((moment) => findLevelAt(history, moment).kind === 'unknown'))
    return 'unknown';
  const after = change === null ? null : findLevelAt(history, change.at);
  // The end of a level is certain, even if an earlier record without an end date may apply after it.
  return after?.kind === 'unknown' && after.reason !== 'open-end' ? 'unknown' : change;
}

export type LevelRun = { level: string; first: HistoryEntry; last: HistoryEntry };

export function findCurrentRun({ segments, now }: LevelTimeline): LevelRun | null {
  const position = segments.findIndex(({ from, to }) => from <= now && now < to);
  const entry = segments[position]?.entry ?? null;
  if (entry === null) return null;
  const level = getLevelKey(entry);
  const isDifferent = (segment: LevelSpan) => segment.entry === null || getLevelKey(segment.entry) !== level;
  const start = segments.slice(0, position).findLastIndex(isDifferent) + 1;
  const length = segments.slice(start).findIndex(isDifferent);
  const run = segments.slice(start, length === -1 ? undefined : start + length);
  return { level, first: run[0]?.entry ?? entry, last: run.at(-1)?.entry ?? entry };
}

/** The time (ms) of each level until now, longest first. Each moment counts once, for the level that applied. */
export function sumPerLevel({ segments, now }: LevelTimeline): { level: string; ms: number }[] {
  const totals = new Map<string, number>();
  for (const { from, to, entry } of segments) {
    const ms = Math.min(to, now) - from;
    if (entry !== null && ms > 0) totals.set(getLevelKey(entry), (totals.get(getLevelKey(entry)) ?? 0) + ms);
  }
  return [...totals].map(([level, ms]) => ({ level, ms })).sort((a, b) => b.ms - a.ms);
}
