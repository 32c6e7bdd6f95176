import type { Zone } from '../../../ui/Zone.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import type { Span } from '../rules/mergedSpans.ts';
import type { HistoryView } from '../view/HistoryView.ts';
import { viewSpan } from '../view/viewSpan.ts';
import { type LevelTotal, levelTotalSteps } from './levelTotalSteps.ts';

export type HistorySums = { totals: readonly LevelTotal[]; window: Span | null };

/**
 * Time per level of the entries a view shows, from their first start, or the first day asked for, up to the last day
 * asked for, but never beyond `now` (ms UTC): what is scheduled has not been covered yet.
 * `window` is null where no time is left; records still count then. In steps, as `analyseSteps` is.
 */
export function* totalsSteps(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): Generator<void, HistorySums> {
  const asked = viewSpan(view, zone) ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  let first = Number.POSITIVE_INFINITY;
  for (const { counted, from } of entries) if (counted && from !== null && from < first) first = from;
  const window = { from: Math.max(asked.from, first), to: Math.min(asked.to, now) };
  const empty = !(window.from < window.to);
  const totals = yield* levelTotalSteps(entries, empty ? { from: now, to: now } : window);
  return { totals, window: empty ? null : window };
}
