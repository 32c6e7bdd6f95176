import type { HistoryEntry } from '../../../src/features/subscription/rules/HistoryEntry.ts';
import { overlapSteps } from '../../../src/features/subscription/rules/overlapSteps.ts';
import { runToEnd } from '../../../src/features/subscription/rules/runToEnd.ts';

/** The overlaps, worked out in one go. */
export function findOverlaps(entries: readonly HistoryEntry[], limit?: number) {
  return runToEnd(overlapSteps(entries, limit));
}
