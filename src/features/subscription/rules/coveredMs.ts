import type { HistoryEntry } from './HistoryEntry.ts';
import { mergedSpans, type Span } from './mergedSpans.ts';

/** How many ms of a finite window counted entries cover; what several cover counts once. */
export function coveredMs(entries: readonly HistoryEntry[], window: Span): number {
  let total = 0;
  for (const span of mergedSpans(entries))
    total += Math.max(0, Math.min(span.to, window.to) - Math.max(span.from, window.from));
  return total;
}
