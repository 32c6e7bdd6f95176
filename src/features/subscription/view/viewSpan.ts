import type { Zone } from '../../../ui/Zone.ts';
import { dayStart } from '../rules/dayStart.ts';
import type { Span } from '../rules/mergedSpans.ts';
import type { HistoryView } from './HistoryView.ts';

/** The span of time a view asks for, in ms UTC, infinite where it is open; null where it asks for none. */
export function viewSpan({ from, to }: HistoryView, zone: Zone): Span | null {
  if (from === null && to === null) return null;
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : dayStart(from, zone),
    to: to === null ? Number.POSITIVE_INFINITY : dayStart(to, zone, 1),
  };
}
