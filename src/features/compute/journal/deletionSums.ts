import type { DeleteOutcomeKind } from '../../../api/DeleteOutcome.ts';

/** Where one item of a bulk deletion stands: waiting for its turn, on the wire, or at its outcome. */
export type DeletionState = 'waiting' | 'sending' | DeleteOutcomeKind;

export type DeletionSums = Record<Exclude<DeletionState, 'not-sent'> | 'notSent' | 'total', number>;

/** Counts a bulk deletion. Every item is in exactly one sum, so the sums add up to `total`. */
export function deletionSums(states: readonly DeletionState[]): DeletionSums {
  const sums: DeletionSums = {
    total: states.length,
    waiting: 0,
    sending: 0,
    deleted: 0,
    accepted: 0,
    gone: 0,
    refused: 0,
    unknown: 0,
    mismatch: 0,
    notSent: 0,
  };
  for (const state of states) sums[state === 'not-sent' ? 'notSent' : state] += 1;
  return sums;
}
