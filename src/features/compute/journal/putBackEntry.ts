import type { Deletions } from './createDeletions.ts';
import type { DeletionEntry } from './DeletionEntry.ts';
import { targetKey } from './targetKey.ts';

/** Brings a row that has left back into the list, here and in the other tabs of this browser. */
export function putBackEntry({ journal, tabs }: Deletions, entry: DeletionEntry): void {
  const { intentKey, target, outcome } = entry;
  // What is still on its way has not left, and is not to be forgotten by anybody.
  if (outcome === null) return;
  journal.update(intentKey, { putBack: true });
  const key = targetKey(target);
  // Where another tab is deleting it again by now, the others have to go on seeing that.
  if (tabs.elsewhere().get(key) !== 'sending') tabs.tell(key, 'put-back');
}
