import type { DeleteOutcome } from '../../../api/DeleteOutcome.ts';
import type { Deletions } from '../journal/createDeletions.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';

/** Writes down what became of an intent. */
export function settleEntry(
  { journal }: Deletions,
  entry: DeletionEntry,
  outcome: DeleteOutcome,
): DeletionEntry {
  const change = { settledAt: Date.now(), outcome, ...(outcome.kind === 'not-sent' && { sentAt: null }) };
  return journal.update(entry.intentKey, change) ?? { ...entry, ...change };
}
