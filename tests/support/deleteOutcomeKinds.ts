import type { DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';

/** All outcomes of a deletion. */
export const deleteOutcomeKinds: readonly DeleteOutcomeKind[] = [
  'deleted',
  'accepted',
  'gone',
  'refused',
  'unknown',
  'mismatch',
  'not-sent',
];
