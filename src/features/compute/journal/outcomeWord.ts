import type { DeletionState } from './deletionSums.ts';

/** The state of a deletion in a word or two, the same wherever it is told. */
export const outcomeWord: Record<DeletionState, string> = {
  waiting: 'Waiting',
  sending: 'Deleting…',
  deleted: 'Deleted',
  accepted: 'Accepted',
  gone: 'Not there',
  refused: 'Refused',
  unknown: 'Unknown',
  mismatch: 'Check answer',
  'not-sent': 'Not sent',
};
