import type { LevelLook } from '../labels/levelLooks.ts';
import type { Gap } from '../rules/findGaps.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import type { Span } from '../rules/mergedSpans.ts';
import type { Overlap, Overlaps } from '../rules/overlapSteps.ts';
import type { StripLanes } from '../rules/stripLanes.ts';

/** All that can be said of a history without asking what time it is; worked out once per answer of the service. */
export type HistoryDigest = {
  /** In the service's order. */
  entries: readonly HistoryEntry[];
  newest: readonly HistoryEntry[];
  servedNewestFirst: boolean;
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
  /** Where each of the `oldest` lies on the strip. */
  lanes: StripLanes;
};
