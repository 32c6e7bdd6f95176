import type { SubscriptionRecord } from '../../../api/decodeSubscriptionRecord.ts';
import { levelKey } from '../labels/levelKey.ts';
import { levelLooks } from '../labels/levelLooks.ts';
import { analyseSteps } from '../rules/analyseSteps.ts';
import { findGaps } from '../rules/findGaps.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import { mergedSpans, type Span } from '../rules/mergedSpans.ts';
import { newestFirst } from '../rules/newestFirst.ts';
import { oldestFirst } from '../rules/oldestFirst.ts';
import { type Overlap, overlapSteps } from '../rules/overlapSteps.ts';
import { stripLanes } from '../rules/stripLanes.ts';
import type { HistoryDigest } from './HistoryDigest.ts';

/**
 * Works out the digest of a history, in steps between which the page may breathe; O(n log n), never throws.
 * @param records the answer of operation 4.2 of the service document, as decoded
 * @param workspaceSlug the workspace asked for
 */
export function* digestSteps(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): Generator<void, HistoryDigest> {
  const entries = yield* analyseSteps(records, workspaceSlug);
  const { entries: newest, servedNewestFirst } = newestFirst(entries);
  yield;
  const oldest = oldestFirst(entries);
  yield;
  const gaps = findGaps(oldest);
  yield;
  const overlaps = yield* overlapSteps(oldest);
  yield;
  // Asked for as soon as the history is drawn, and kept by the list.
  mergedSpans(oldest);
  yield;
  const overlapsBelow = bySecond(overlaps.pairs);
  const gapBelow = new Map(gaps.map((gap) => [gap.before.index, gap]));
  yield;
  const levelCounts = countLevels(newest);
  yield;
  const looks = levelLooks(levelCounts.keys());
  const span = spanOf(oldest);
  yield;
  return {
    entries,
    newest,
    servedNewestFirst,
    oldest,
    gaps,
    overlaps,
    gapBelow,
    overlapsBelow,
    looks,
    levelCounts,
    span,
    lanes: stripLanes(oldest),
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
  for (let at = newest.length - 1; at >= 0; at -= 1) {
    const key = levelKey(newest[at]?.record.level ?? null);
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
