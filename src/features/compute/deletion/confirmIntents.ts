import type { Deletions } from '../journal/createDeletions.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { pageLock } from '../journal/pageLock.ts';
import { newIntentKey } from './newIntentKey.ts';

export type Confirmed = Pick<DeletionEntry, 'target' | 'label' | 'listed'>;

/** Writes confirmed intents down, in their order, without sending any. */
export function confirmIntents(
  { journal }: Deletions,
  confirmed: readonly Confirmed[],
  bulkKey: string | null = null,
): DeletionEntry[] {
  // A clock that was set back must not put what is asked now before what was asked earlier.
  const now = Math.max(Date.now(), (journal.entries().at(-1)?.confirmedAt ?? 0) + 1);
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
    page: pageLock.page,
    sentAt: null,
    settledAt: null,
    outcome: null,
    dismissed: false,
    putBack: false,
  };
}
