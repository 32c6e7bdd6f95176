import { describe, expect, test } from 'vitest';
import { notSent } from '../../../../src/features/compute/deletion/notSent.ts';
import { recoverEntry } from '../../../../src/features/compute/journal/recoverEntry.ts';
import { deleteOutcomeKinds } from '../../../support/deleteOutcomeKinds.ts';
import { anEntry } from './anEntry.ts';

describe('an intent to delete that a reload cut short', () => {
  test('is unknown from now on where it was sent, and says why', () => {
    const sent = Object.freeze(anEntry({ sentAt: 5 }));
    expect(recoverEntry(sent, 9)).toEqual({
      ...sent,
      settledAt: 9,
      outcome: {
        ...notSent('The page was closed, reloaded or duplicated before the answer came.'),
        kind: 'unknown',
      },
    });
  });

  test('is not sent where it still waited its turn, and says why', () => {
    const waiting = Object.freeze(anEntry({ sentAt: null }));
    const reason = 'The page was closed, reloaded or duplicated before its turn came; this tab sent nothing.';
    expect(recoverEntry(waiting, 9)).toEqual({ ...waiting, settledAt: 9, outcome: notSent(reason) });
  });

  test('counts as sent at whatever time that was', () => {
    expect(recoverEntry(anEntry({ sentAt: 0 }), 9).outcome?.kind).toBe('unknown');
  });

  test.each(deleteOutcomeKinds)('stays as it is where it was %s already', (kind) => {
    const settled = { ...anEntry({ sentAt: 5 }), settledAt: 6, outcome: { ...notSent('why'), kind } };
    expect(recoverEntry(settled, 9)).toBe(settled);
  });
});
