import type { Zone } from '../../ui/time.ts';
import { endOf, type HistoryEntry, type Span, sortCounted, startOf, stateAt } from './history.ts';
import { type HistoryView, viewSpan } from './historyView.ts';
import { levelKey } from './levels.tsx';

export type HistorySummary = {
  /** The current entry that started last. */
  current: HistoryEntry | null;
  /** Number of other current entries. */
  alsoCurrent: number;
  /** The most recently started entry whose end date can't be read. null if any entry is current. */
  unreadableEndEntry: HistoryEntry | null;
  /** The most recently started entry that is superseded. It may apply again. null if any entry is current. */
  supersededEntry: HistoryEntry | null;
  /** The start of the uninterrupted time with the current level, including renewals. null if no entry is current. */
  since: number | null;
  /** The end of the same time. null if the time has no end or no entry is current. */
  until: number | null;
  nextEntry: HistoryEntry | null;
  /** Time (ms) with a subscription up to now. */
  coveredMs: number;
};

export function summaryAt(entries: readonly HistoryEntry[], now: number): HistorySummary {
  const countedEntries = sortCounted(entries);
  const currents = countedEntries.filter((entry) => stateAt(entry, now) === 'current');
  const current = currents.at(-1) ?? null;
  const level = levelKey(current?.record.level ?? null);
  const sameLevel = countedEntries.filter((entry) => levelKey(entry.record.level) === level);
  const currentSpan = current && mergedSpans(sameLevel).find((span) => span.from <= now && now < span.to);
  return {
    current,
    alsoCurrent: Math.max(0, currents.length - 1),
    unreadableEndEntry: current ? null : lastStarted(entries, now, hasUnreadableEnd),
    supersededEntry: current
      ? null
      : lastStarted(countedEntries, now, ({ ending }) => ending === 'superseded'),
    since: currentSpan?.from ?? null,
    until: currentSpan ? (currentSpan.last.statedTo ?? currentSpan.last.to) : null,
    nextEntry: countedEntries.find((entry) => startOf(entry) > now) ?? null,
    coveredMs: coveredMs(countedEntries, { from: Number.NEGATIVE_INFINITY, to: now }),
  };
}

function hasUnreadableEnd({ ending, problems }: HistoryEntry): boolean {
  return ending === 'unknown' && !problems.includes('foreign-workspace');
}

function lastStarted(
  entries: readonly HistoryEntry[],
  now: number,
  matches: (entry: HistoryEntry) => boolean,
): HistoryEntry | null {
  const started = entries.filter((entry) => entry.from !== null && entry.from <= now && matches(entry));
  return started.sort((a, b) => startOf(b) - startOf(a))[0] ?? null;
}

/** Merges the times of counted entries that touch or overlap. `last` is the entry that ends last. */
function mergedSpans(entries: readonly HistoryEntry[]): (Span & { last: HistoryEntry })[] {
  const spans: (Span & { last: HistoryEntry })[] = [];
  for (const entry of sortCounted(entries)) {
    const [from, to] = [startOf(entry), endOf(entry)];
    const span = spans.at(-1);
    if (span === undefined || span.to < from) spans.push({ from, to, last: entry });
    else if (to >= span.to) Object.assign(span, { to, last: entry });
  }
  return spans;
}

/** Returns how much time (ms) of a window the counted entries cover. Overlapping time is counted once. */
export function coveredMs(entries: readonly HistoryEntry[], window: Span): number {
  let total = 0;
  for (const { from, to } of mergedSpans(entries))
    total += Math.max(0, Math.min(to, window.to) - Math.max(from, window.from));
  return total;
}

export type LevelTotal = { level: string; ms: number; records: number };

/**
 * Returns the time per level in the selected days, and the window in which time is counted. The window starts no earlier than
 * the first counted entry. It ends no later than `now` (ms UTC), because future time isn't covered yet.
 */
export function totalsOf(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): { totals: readonly LevelTotal[]; window: Span | null } {
  const selected = viewSpan(view, zone);
  const firstStart = sortCounted(entries)[0]?.from ?? Number.POSITIVE_INFINITY;
  const window = { from: Math.max(selected.from, firstStart), to: Math.min(selected.to, now) };
  const isEmpty = window.from >= window.to;
  return {
    totals: levelTotals(entries, isEmpty ? { from: now, to: now } : window),
    window: isEmpty ? null : window,
  };
}

/**
 * Returns the time in ms per level key in a window, longest first. Overlapping time is counted once per level, so the sum
 * can exceed `coveredMs`. Entries that aren't counted add no time.
 */
export function levelTotals(entries: readonly HistoryEntry[], window: Span): LevelTotal[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const level = levelKey(entry.record.level);
    const group = groups.get(level) ?? [];
    groups.set(level, group);
    group.push(entry);
  }
  return [...groups]
    .map(([level, group]) => ({ level, ms: coveredMs(group, window), records: group.length }))
    .sort((a, b) => b.ms - a.ms || b.records - a.records);
}
