import type { Zone } from '../../ui/time.ts';
import { endOf, type HistoryEntry, oldestFirst, type Span, startOf, stateAt } from './history.ts';
import { type HistoryView, viewSpan } from './historyView.ts';
import { levelKey } from './levels.tsx';

export type HistorySummary = {
  /** The current entry that started last. */
  current: HistoryEntry | null;
  /** Number of other current entries. */
  alsoCurrent: number;
  /** The latest started entry with an unreadable end date. null if any entry is current. */
  unreadable: HistoryEntry | null;
  /** The latest started entry whose open end was closed by a later record. null if any entry is current. */
  mayApplyAgain: HistoryEntry | null;
  /** The uninterrupted time of the current level, including renewals; `until` is null if it is open. */
  since: number | null;
  until: number | null;
  next: HistoryEntry | null;
  /** Time covered up to now. */
  coveredMs: number;
};

export function summaryAt(entries: readonly HistoryEntry[], now: number): HistorySummary {
  const oldest = oldestFirst(entries);
  const currents = oldest.filter((entry) => stateAt(entry, now) === 'current');
  const current = currents.at(-1) ?? null;
  const level = levelKey(current?.record.level ?? null);
  const sameLevel = oldest.filter((entry) => levelKey(entry.record.level) === level);
  const run = current && mergedSpans(sameLevel).find((span) => span.from <= now && now < span.to);
  return {
    current,
    alsoCurrent: Math.max(0, currents.length - 1),
    unreadable: current ? null : lastStarted(entries, now, hasUnreadableEnd),
    mayApplyAgain: current ? null : lastStarted(oldest, now, ({ ending }) => ending === 'superseded'),
    since: run?.from ?? null,
    until: run ? (run.last.statedTo ?? run.last.to) : null,
    next: oldest.find((entry) => startOf(entry) > now) ?? null,
    coveredMs: coveredMs(oldest, { from: Number.NEGATIVE_INFINITY, to: now }),
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

/** Merges the times of counted entries that touch or overlap; `last` is the entry that ends last. */
function mergedSpans(entries: readonly HistoryEntry[]): (Span & { last: HistoryEntry })[] {
  const spans: (Span & { last: HistoryEntry })[] = [];
  for (const entry of oldestFirst(entries)) {
    const [from, to] = [startOf(entry), endOf(entry)];
    const span = spans.at(-1);
    if (span === undefined || span.to < from) spans.push({ from, to, last: entry });
    else if (to >= span.to) Object.assign(span, { to, last: entry });
  }
  return spans;
}

/** Returns how many ms of a window are covered. Overlapping time is counted once. */
export function coveredMs(entries: readonly HistoryEntry[], window: Span): number {
  let total = 0;
  for (const { from, to } of mergedSpans(entries))
    total += Math.max(0, Math.min(to, window.to) - Math.max(from, window.from));
  return total;
}

export type LevelTotal = { level: string; ms: number; records: number };

/**
 * Returns the time per level of the entries shown, within the selected days and the time since their first start. The
 * window ends at `now` (ms UTC) at the latest, because scheduled time isn't covered yet.
 */
export function totalsOf(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): { totals: readonly LevelTotal[]; window: Span | null } {
  const selected = viewSpan(view, zone);
  const firstStart = oldestFirst(entries)[0]?.from ?? Number.POSITIVE_INFINITY;
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
