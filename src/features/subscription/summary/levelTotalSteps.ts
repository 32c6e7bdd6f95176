import { levelKey } from '../labels/levelKey.ts';
import { coveredMs } from '../rules/coveredMs.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import type { Span } from '../rules/mergedSpans.ts';

export type LevelTotal = { level: string | null; ms: number; records: number };

/**
 * Time in ms per level inside a finite window, the longest first, levels verbatim, null for all that name none. A
 * level's own overlaps count once; where two levels overlap each has the time, so the sum can exceed `coveredMs`.
 * Records that are not counted add to `records` and to no time. In steps, as `analyseSteps` is.
 */
export function* levelTotalSteps(
  entries: readonly HistoryEntry[],
  window: Span,
): Generator<void, LevelTotal[]> {
  const groups = new Map<string | null, HistoryEntry[]>();
  for (const [at, entry] of entries.entries()) {
    if (at % entriesPerStep === 0) yield;
    const level = levelKey(entry.record.level) || null;
    const group = groups.get(level);
    if (group === undefined) groups.set(level, [entry]);
    else group.push(entry);
  }
  const totals: LevelTotal[] = [];
  for (const [level, group] of groups) {
    totals.push({ level, ms: coveredMs(group, window), records: group.length });
    yield;
  }
  return totals.sort((a, b) => b.ms - a.ms || b.records - a.records);
}

const entriesPerStep = 5000;
