import type { HistoryEntry } from './HistoryEntry.ts';

export type HistoryState = 'current' | 'scheduled' | 'ended' | 'unknown';

/**
 * What an entry is at a moment (ms UTC), from dates alone: current from its start up to, not including, its end.
 * Where only one end can be read the other is not guessed: such an entry is scheduled or ended where that much is
 * certain, and never current. A foreign or reversed record is unknown.
 */
export function stateAt(entry: HistoryEntry, now: number): HistoryState {
  const { from, to } = entry;
  if (entry.problems.includes('foreign-workspace') || entry.problems.includes('end-before-start'))
    return 'unknown';
  if (from !== null && from > now) return 'scheduled';
  if (to !== null && to <= now) return 'ended';
  return entry.counted ? 'current' : 'unknown';
}
