import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { leavingKinds } from '../journal/leavingKinds.ts';
import { targetKey } from '../journal/targetKey.ts';

const retriable = new Set(['refused', 'unknown', 'not-sent']);

/**
 * The intents of a bulk deletion that may be confirmed once more: those that failed, without what has left since.
 * @param entries every intent of the journal
 */
export function retriableEntries(entries: readonly DeletionEntry[], bulkKey: string): DeletionEntry[] {
  const left = new Set<string>();
  for (const { target, outcome, putBack } of entries)
    if (outcome !== null && leavingKinds.has(outcome.kind) && !putBack) left.add(targetKey(target));
  return entries.filter(
    (entry) =>
      entry.bulkKey === bulkKey &&
      entry.outcome !== null &&
      retriable.has(entry.outcome.kind) &&
      !left.has(targetKey(entry.target)),
  );
}
