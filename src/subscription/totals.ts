import type { HistoryModel } from './history.ts';
import { type HistoryEntry, levelKeyOf, type Segment } from './historyEntry.ts';
import type { LevelChange } from './levelAt.ts';

/** The uninterrupted time with one level around now. */
export type LevelRun = { first: HistoryEntry; last: HistoryEntry };

export type LevelTotal = { level: string; ms: number };

/** Returns the run that covers now, or null without a subscription. */
export function findCurrentRun({ segments, now }: HistoryModel): LevelRun | null {
  const position = segments.findIndex(({ from, to }) => from <= now && now < to);
  const entry = segments[position]?.entry ?? null;
  if (entry === null) return null;
  const isSameLevel = (segment: Segment | undefined) =>
    segment?.entry != null && levelKeyOf(segment.entry) === levelKeyOf(entry);
  let first = position;
  let last = position;
  while (isSameLevel(segments[first - 1])) first -= 1;
  while (isSameLevel(segments[last + 1])) last += 1;
  return { first: segments[first]?.entry ?? entry, last: segments[last]?.entry ?? entry };
}

export function findNextChange(model: HistoryModel): LevelChange | null {
  const { segments, now } = model;
  const run = findCurrentRun(model);
  if (run === null) {
    const next = segments.find(({ from, entry }) => entry !== null && from > now);
    return next === undefined ? null : { at: next.from, entry: next.entry };
  }
  const position = segments.findLastIndex(({ entry }) => entry === run.last);
  const segment = segments[position];
  if (segment === undefined || segment.to === Number.POSITIVE_INFINITY) return null;
  return { at: segment.to, entry: segments[position + 1]?.entry ?? null };
}

/** Returns the time of each level until now, longest first. Each moment counts once, for the level that applied. */
export function sumPerLevel({ segments, now }: HistoryModel): LevelTotal[] {
  const totals = new Map<string, number>();
  for (const { from, to, entry } of segments) {
    const ms = Math.min(to, now) - from;
    if (entry !== null && ms > 0) totals.set(levelKeyOf(entry), (totals.get(levelKeyOf(entry)) ?? 0) + ms);
  }
  return [...totals].map(([level, ms]) => ({ level, ms })).sort((a, b) => b.ms - a.ms);
}
