import type { DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';

/** Every way in which a delete may end. */
export const deleteOutcomeKinds: readonly DeleteOutcomeKind[] = [
  'deleted',
  'accepted',
  'gone',
  'refused',
  'unknown',
  'mismatch',
  'not-sent',
];
