import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeletionState, deletionSums } from '../../../src/features/compute/deletion/outcomes.tsx';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';

const states: readonly DeletionState[] = ['waiting', 'sending', ...deleteOutcomeKinds];

describe('deletionSums', () => {
  it('puts each state into its own sum', () => {
    for (const state of states) {
      const { total, ...sums } = deletionSums([state, state]);
      expect(total).toBe(2);
      expect(sums[state === 'not-sent' ? 'notSent' : state]).toBe(2);
    }
  });

  it('always adds up', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states)), (items) => {
        const { total, ...sums } = deletionSums(items);
        expect(total).toBe(items.length);
        expect(Object.values(sums).reduce((sum, one) => sum + one, 0)).toBe(total);
      }),
    );
  });
});
