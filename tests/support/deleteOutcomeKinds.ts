import type { DeleteOutcomeKind } from '../../src/rules/outcome.ts';

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
