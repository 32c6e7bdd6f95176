import type { Zone } from '../ui/time.ts';
import { endOf, getStateAt, type HistoryEntry, type Span, sortIncluded, startOf } from './history.ts';
import { getSelectedSpan, type HistoryView } from './historyView.ts';
import { getLevelKey } from './levels.tsx';

export type HistorySummary = {
  /** The current entry with the latest start. */
  current: HistoryEntry | null;
  /** Number of current entries besides `current`. */
  otherCurrentCount: number;
  /** The latest started entry with an unreadable end date, if no entry is current. */
  unreadableEndEntry: HistoryEntry | null;
  /**
   * The latest entry without an end date that a later record replaced, if no entry is current. The later record has ended, so
   * this level may apply again.
   */
  supersededEntry: HistoryEntry | null;
  /** The start of the uninterrupted time with the current level. null if no entry is current. */
  since: number | null;
  /** The end of the uninterrupted time with the current level. null if this time has no end or no entry is current. */
  until: number | null;
  nextEntry: HistoryEntry | null;
  /** Time (ms) with a subscription until now. */
  subscribedMs: number;
};

export function summarizeHistory(entries: readonly HistoryEntry[], now: number): HistorySummary {
  const includedEntries = sortIncluded(entries);
  const currentEntries = includedEntries.filter((entry) => getStateAt(entry, now) === 'current');
  const current = currentEntries.at(-1) ?? null;
  const level = getLevelKey(current?.record.level ?? null);
  const sameLevelEntries = includedEntries.filter((entry) => getLevelKey(entry.record.level) === level);
  const currentSpan =
    current && mergeSpans(sameLevelEntries).find((span) => span.from <= now && now < span.to);
  return {
    current,
    otherCurrentCount: Math.max(0, currentEntries.length - 1),
    unreadableEndEntry: current ? null : findLastStarted(entries, now, hasUnreadableEnd),
    supersededEntry: current
      ? null
      : findLastStarted(includedEntries, now, ({ endKind }) => endKind === 'superseded'),
    since: currentSpan?.from ?? null,
    until: currentSpan ? (currentSpan.last.statedTo ?? currentSpan.last.to) : null,
    nextEntry: includedEntries.find((entry) => startOf(entry) > now) ?? null,
    subscribedMs: sumSubscribedMs(includedEntries, { from: Number.NEGATIVE_INFINITY, to: now }),
  };
}

function hasUnreadableEnd({ endKind, problems }: HistoryEntry): boolean {
  return endKind === 'unknown' && !problems.includes('different-workspace');
}

function findLastStarted(
  entries: readonly HistoryEntry[],
  now: number,
  matches: (entry: HistoryEntry) => boolean,
): HistoryEntry | null {
  const startedEntries = entries.filter(
    (entry) => entry.from !== null && entry.from <= now && matches(entry),
  );
  return startedEntries.sort((a, b) => startOf(b) - startOf(a))[0] ?? null;
}

/** Merges the times of entries that touch or overlap. `last` is the entry with the latest end. */
function mergeSpans(entries: readonly HistoryEntry[]): (Span & { last: HistoryEntry })[] {
  const spans: (Span & { last: HistoryEntry })[] = [];
  for (const entry of sortIncluded(entries)) {
    const [from, to] = [startOf(entry), endOf(entry)];
    const span = spans.at(-1);
    if (span === undefined || span.to < from) spans.push({ from, to, last: entry });
    else if (to >= span.to) Object.assign(span, { to, last: entry });
  }
  return spans;
}

/** Returns the time (ms) with a subscription in a period. Overlapping time is counted once. */
export function sumSubscribedMs(entries: readonly HistoryEntry[], period: Span): number {
  let total = 0;
  for (const { from, to } of mergeSpans(entries))
    total += Math.max(0, Math.min(to, period.to) - Math.max(from, period.from));
  return total;
}

export type LevelTotal = { level: string; ms: number; recordCount: number };

/**
 * Returns the time per level in the selected days until `now` (ms UTC). `period` starts at the first included entry or at
 * the first selected day, whichever is later.
 */
export function computeTotals(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): { totals: readonly LevelTotal[]; period: Span | null } {
  const selectedPeriod = getSelectedSpan(view, zone);
  const firstStart = sortIncluded(entries)[0]?.from ?? Number.POSITIVE_INFINITY;
  const period = { from: Math.max(selectedPeriod.from, firstStart), to: Math.min(selectedPeriod.to, now) };
  const isEmpty = period.from >= period.to;
  return {
    totals: sumPerLevel(entries, isEmpty ? { from: now, to: now } : period),
    period: isEmpty ? null : period,
  };
}

/**
 * Returns the time (ms) per level in a period, longest first. Time with two levels is part of both totals. The sum of the
 * totals can therefore exceed `sumSubscribedMs`.
 */
export function sumPerLevel(entries: readonly HistoryEntry[], period: Span): LevelTotal[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const level = getLevelKey(entry.record.level);
    const group = groups.get(level) ?? [];
    groups.set(level, group);
    group.push(entry);
  }
  return [...groups]
    .map(([level, group]) => ({ level, ms: sumSubscribedMs(group, period), recordCount: group.length }))
    .sort((a, b) => b.ms - a.ms || b.recordCount - a.recordCount);
}
