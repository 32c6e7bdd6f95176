import type { HistoryEntry } from './HistoryEntry.ts';
import { oldestFirst } from './oldestFirst.ts';

/** From `from` up to, not including, `to`, in ms UTC; an open end is Infinity. */
export type Span = { from: number; to: number };

/** The time that counted entries cover, as spans that neither touch nor overlap, oldest first; O(n log n), once a list. */
export function mergedSpans(entries: readonly HistoryEntry[]): readonly Span[] {
  const known = merged.get(entries);
  if (known !== undefined) return known;
  const spans: Span[] = [];
  for (const entry of oldestFirst(entries)) {
    const from = entry.from ?? 0;
    const to = entry.to ?? Number.POSITIVE_INFINITY;
    const last = spans.at(-1);
    if (to <= from) continue;
    if (last === undefined || last.to < from) spans.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  merged.set(entries, spans);
  return spans;
}

const merged = new WeakMap<readonly HistoryEntry[], readonly Span[]>();
