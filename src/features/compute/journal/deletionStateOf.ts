import type { DeletionEntry } from './DeletionEntry.ts';
import type { DeletionState } from './deletionSums.ts';

/** Where an intent stands: waiting for its turn, on the wire, or at its outcome. */
export function deletionStateOf(entry: DeletionEntry): DeletionState {
  if (entry.outcome !== null) return entry.outcome.kind;
  return entry.sentAt === null ? 'waiting' : 'sending';
}
