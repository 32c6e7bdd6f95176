import type { ServiceList } from '../api/readList.ts';
import type { SubscriptionRecord } from '../api/subscriptionHistory.ts';
import type { EpochMs } from '../format/time.ts';
import { dayMs } from '../format/time.ts';
import {
  compareStarts,
  getEntryEnd,
  getEntryStart,
  getLevelKey,
  guessWorkspaceValue,
  type HistoryEntry,
  type ParsedRecord,
  parseRecord,
  type Span,
} from './historyRecord.ts';
import { findLevelAt, isUnclear, type LevelAtMoment, type LevelSpan, type LevelTimeline } from './levels.ts';

export type HistoryModel = LevelTimeline & {
  current: LevelAtMoment;
  /** The levels in the order of their first appearance. The empty key means no level. */
  levels: readonly string[];
  gaps: readonly Span[];
  overlapCount: number;
  /** Number of records that can't be understood, so that they may apply at any time. */
  unclearCount: number;
  /** The workspace that most records name if none names the requested one, otherwise null. */
  differentWorkspace: string | null;
};

/** Fast enough for 10 000 records. Never throws. */
export function deriveHistory(
  { items, unreadable, isComplete }: Omit<ServiceList<SubscriptionRecord>, 'servedAt'>,
  workspaceSlug: string,
  now: EpochMs,
): HistoryModel {
  const workspaceValue = guessWorkspaceValue(items, workspaceSlug);
  const served = toEntries(items.map((record, index) => parseRecord(record, index, { now, workspaceValue })));
  const oldestFirst = served.filter(({ from }) => from !== null).sort(compareStarts);
  const undated = served.filter(({ from }) => from === null);
  const segments = linkEntries(oldestFirst.filter(({ isIncluded }) => isIncluded));
  const model = {
    entries: [...oldestFirst].reverse().concat(undated),
    segments,
    now,
    levels: [...new Set([...oldestFirst, ...undated].map(getLevelKey))],
    gaps: segments.filter(({ entry }) => entry === null),
    unclearCount: served.filter(isUnclear).length + unreadable.length,
    overlapCount: oldestFirst.filter(({ overlap }) => overlap !== null).length,
    isServedNewestFirst: oldestFirst.every(({ index }, i) => index <= (oldestFirst[i - 1]?.index ?? index)),
    isComplete,
    malformedCount: unreadable.length,
    differentWorkspace: workspaceValue === workspaceSlug ? null : workspaceValue,
  };
  return { ...model, current: findLevelAt(model, now) };
}

/** Time (ms) between two records that isn't a gap yet, because many services state 23:59:59 as the end of a day. */
const toleranceMs = 1000;

function toEntries(records: readonly ParsedRecord[]): HistoryEntry[] {
  // A record without duration ends no earlier record.
  const starts = records
    .filter(({ from, to, isIncluded }) => isIncluded && from !== to)
    .map(getEntryStart)
    .sort((a, b) => a - b);
  return records.map((parsed) => ({
    ...parsed,
    ...findEnd(parsed, starts),
    previous: null,
    gap: null,
    overlap: null,
  }));
}

/** An open end is the next start. A stated one moves to a start within 1 s, or on its day if untimed. */
function findEnd(parsed: ParsedRecord, starts: readonly EpochMs[]): Pick<HistoryEntry, 'to' | 'ending'> {
  const { from, to, ending, endsWithDay, isIncluded } = parsed;
  if (!isIncluded || from === null || from === to) return { to, ending };
  const earliest = to === null ? from : endsWithDay ? to - dayMs : to;
  const next = findFirst(starts, (start) => start > from && start >= earliest);
  if (to === null) return { to: next, ending: next === null ? 'open' : 'next-record' };
  return { to: next !== null && next - to <= toleranceMs ? next : to, ending };
}

/** Needs ascending values. */
function findFirst(values: readonly EpochMs[], isLateEnough: (value: EpochMs) => boolean): EpochMs | null {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = values[middle];
    if (value === undefined || isLateEnough(value)) high = middle;
    else low = middle + 1;
  }
  return values[low] ?? null;
}

/** Sets the relations of the entries, oldest first, and returns the time in which each applies. */
function linkEntries(oldestFirst: readonly HistoryEntry[]): LevelSpan[] {
  const segments: LevelSpan[] = [];
  /** The entries that haven't ended, by start. The last one applies. */
  const running: HistoryEntry[] = [];
  // A record without duration begins no time, so nothing is missing after it.
  let cursor = oldestFirst.find(({ from, to }) => from !== to)?.from ?? 0;
  let lastApplied: HistoryEntry | null = null;
  let lastToEnd: HistoryEntry | null = null;

  function advance(until: EpochMs) {
    for (let entry = running.at(-1); entry !== undefined; entry = running.at(-1)) {
      const to = Math.min(getEntryEnd(entry), until);
      if (to > cursor) {
        segments.push({ from: cursor, to, entry });
        lastApplied = entry;
        cursor = to;
      }
      if (getEntryEnd(entry) > until) return;
      running.pop();
    }
  }

  for (const entry of oldestFirst) {
    const from = getEntryStart(entry);
    advance(from);
    entry.previous = running.at(-1) ?? lastApplied;
    if (from === entry.to) continue;
    if (running.length === 0 && from > cursor) {
      entry.gap = { from: cursor, to: from };
      segments.push({ ...entry.gap, entry: null });
      cursor = from;
    }
    if (lastToEnd !== null && getEntryEnd(lastToEnd) - from > toleranceMs)
      entry.overlap = { other: lastToEnd, from, to: Math.min(getEntryEnd(lastToEnd), getEntryEnd(entry)) };
    if (lastToEnd === null || getEntryEnd(entry) > getEntryEnd(lastToEnd)) lastToEnd = entry;
    running.push(entry);
  }
  advance(Number.POSITIVE_INFINITY);
  return segments;
}

export const entryStateLabels = {
  current: 'Current',
  /** Covers now too, but an entry with a later start applies. */
  overlapped: 'Overlapped',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Unknown',
} as const;

export function getEntryState(
  entry: HistoryEntry,
  { current, now }: HistoryModel,
): keyof typeof entryStateLabels {
  const { from, to, isIncluded, problems } = entry;
  if (problems.includes('different-workspace') || problems.includes('end-before-start')) return 'unknown';
  if (from !== null && from > now) return 'scheduled';
  if (to !== null && to <= now) return 'ended';
  if (!isIncluded) return 'unknown';
  if (current.entry !== entry) return 'overlapped';
  return current.kind === 'level' ? 'current' : 'unknown';
}
