import type { SubscriptionRecord } from '../../api/subscriptionHistory.ts';
import { analyseHistory, type Doubt, type HistoryEntry, newestFirst, oldestFirst } from './historyEntries.ts';
import { ownWorkspaceValue } from './historyRecord.ts';
import { type LevelLook, levelKey, levelLooks } from './levels.tsx';
import { findGaps, findOverlaps, type Gap, type Overlap, type Overlaps, type Span } from './spans.ts';

/** All that can be said of a history without asking what time it is. */
export type HistoryModel = {
  /** In the service's order. */
  entries: readonly HistoryEntry[];
  newest: readonly HistoryEntry[];
  servedNewestFirst: boolean;
  /** What the records name as their workspace, where none of them names the one that was asked for; null otherwise. */
  recordsName: string | null;
  /** Times in which an entry may hold again, oldest first. */
  doubts: readonly Doubt[];
  /** The counted ones, oldest first. */
  oldest: readonly HistoryEntry[];
  gaps: readonly Gap[];
  overlaps: Overlaps;
  /** By index of the entry that a gap ends with, and of the later one of two that overlap. */
  gapBelow: ReadonlyMap<number, Gap>;
  overlapsBelow: ReadonlyMap<number, readonly Overlap[]>;
  /** By level key, the oldest level first. */
  looks: ReadonlyMap<string, LevelLook>;
  /** How many records each level key has, in the same order. */
  levelCounts: ReadonlyMap<string, number>;
  /** From the first start to the last moment that any counted entry names; null where none is counted. */
  span: Span | null;
};

/**
 * Works out the model of a history; O(n log n), never throws.
 * @param records the answer of operation 4.2 of the service document, as decoded
 * @param workspaceSlug the workspace asked for
 */
export function deriveHistory(records: readonly SubscriptionRecord[], workspaceSlug: string): HistoryModel {
  const entries = analyseHistory(records, workspaceSlug);
  const { entries: newest, servedNewestFirst } = newestFirst(entries);
  const oldest = oldestFirst(entries);
  const gaps = findGaps(oldest);
  const overlaps = findOverlaps(oldest);
  const own = ownWorkspaceValue(records, workspaceSlug);
  const levelCounts = countLevels(newest);
  return {
    entries,
    newest,
    servedNewestFirst,
    recordsName: own === workspaceSlug ? null : own,
    doubts: oldest.flatMap((entry) => entry.mayHoldAgain.map((span) => ({ entry, ...span }))),
    oldest,
    gaps,
    overlaps,
    gapBelow: new Map(gaps.map((gap) => [gap.before.index, gap])),
    overlapsBelow: bySecond(overlaps.pairs),
    looks: levelLooks(levelCounts.keys()),
    levelCounts,
    span: spanOf(oldest),
  };
}

function bySecond(pairs: readonly Overlap[]): ReadonlyMap<number, readonly Overlap[]> {
  const groups = new Map<number, Overlap[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.second.index);
    if (group === undefined) groups.set(pair.second.index, [pair]);
    else group.push(pair);
  }
  return groups;
}

/** The oldest level first. */
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
  let to = from;
  for (const entry of oldest) to = Math.max(to, entry.from ?? from, entry.to ?? from);
  return { from, to };
}
