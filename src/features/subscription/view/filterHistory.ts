import type { Zone } from '../../../ui/Zone.ts';
import { levelKey } from '../labels/levelKey.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import { stateAt } from '../rules/stateAt.ts';
import type { HistoryView } from './HistoryView.ts';
import { viewSpan } from './viewSpan.ts';

/**
 * The entries a view asks for, in the order given; all of them where it asks for nothing. O(n).
 * A span takes what lasts into it, or stands in it where it has no length. `undated` counts those that only the span
 * leaves out because they name no moment at all: nothing says that they do not belong into it.
 * @param now ms UTC, for the states
 */
export function filterHistory(
  entries: readonly HistoryEntry[],
  view: HistoryView,
  now: number,
  zone: Zone,
): { entries: readonly HistoryEntry[]; undated: number } {
  const { level, state } = view;
  const span = viewSpan(view, zone);
  if (level === null && state === null && span === null) return { entries, undated: 0 };
  let undated = 0;
  const kept = entries.filter((entry) => {
    if (level !== null && !isOfLevel(entry, level)) return false;
    if (state !== null && stateAt(entry, now) !== state) return false;
    if (span === null) return true;
    const from = entry.from ?? entry.to;
    if (from === null) {
      undated += 1;
      return false;
    }
    const to = endOf(entry, from);
    return from < span.to && (to > span.from || (to <= from && from >= span.from));
  });
  return { entries: kept, undated };
}

/** As `levelKey` tells levels apart; asked of every record, so a level that is named is compared as it stands. */
function isOfLevel({ record }: HistoryEntry, key: string): boolean {
  return key === '' ? levelKey(record.level) === '' : record.level === key;
}

function endOf(entry: HistoryEntry, from: number): number {
  if (entry.to !== null) return entry.to;
  return entry.ending === 'open' && entry.from !== null ? Number.POSITIVE_INFINITY : from;
}
