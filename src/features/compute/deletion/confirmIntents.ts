import type { Deletions } from '../journal/createDeletions.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { newIntentKey } from './newIntentKey.ts';

export type Confirmed = Pick<DeletionEntry, 'target' | 'label' | 'listed'>;

/** Writes confirmed intents down, in their order, without sending any. */
export function confirmIntents(
  { journal }: Deletions,
  confirmed: readonly Confirmed[],
  bulkKey: string | null = null,
): DeletionEntry[] {
  const now = Date.now();
  const entries = confirmed.map(({ target, label, listed }, place) => ({
    ...blank(),
    // Apart by a thousandth of a ms, so that their order outlives a reload.
    confirmedAt: now + place / 1000,
    target,
    label,
    listed,
    bulkKey,
  }));
  journal.add(entries);
  return entries;
}

function blank() {
  return {
    intentKey: newIntentKey(),
    sentAt: null,
    settledAt: null,
    outcome: null,
    dismissed: false,
    putBack: false,
  };
}
