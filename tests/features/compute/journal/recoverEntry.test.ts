import { describe, expect, test } from 'vitest';
import type { DeleteOutcomeKind } from '../../../../src/api/DeleteOutcome.ts';
import { notSent } from '../../../../src/features/compute/deletion/notSent.ts';
import type { DeletionEntry } from '../../../../src/features/compute/journal/DeletionEntry.ts';
import { recoverEntry } from '../../../../src/features/compute/journal/recoverEntry.ts';

const ends: DeleteOutcomeKind[] = [
  'deleted',
  'accepted',
  'gone',
  'refused',
  'unknown',
  'mismatch',
  'not-sent',
];

describe('an intent to delete that a reload cut short', () => {
  test('is unknown from now on where it was sent, and says why', () => {
    const sent = Object.freeze(open(5));
    expect(recoverEntry(sent, 9)).toEqual({
      ...sent,
      settledAt: 9,
      outcome: { ...notSent('The page was closed or reloaded before the answer came.'), kind: 'unknown' },
    });
  });

  test('is not sent where it still waited its turn, and says why', () => {
    const waiting = Object.freeze(open(null));
    const reason = 'The page was closed or reloaded before its turn came; nothing was sent.';
    expect(recoverEntry(waiting, 9)).toEqual({ ...waiting, settledAt: 9, outcome: notSent(reason) });
  });

  test('counts as sent at whatever time that was', () => {
    expect(recoverEntry(open(0), 9).outcome?.kind).toBe('unknown');
  });

  test.each(ends)('stays as it is where it was %s already', (kind) => {
    const settled = { ...open(5), settledAt: 6, outcome: { ...notSent('why'), kind } };
    expect(recoverEntry(settled, 9)).toBe(settled);
  });
});

function open(sentAt: number | null): DeletionEntry {
  return {
    intentKey: 'one',
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' },
    label: 'eu-1',
    listed: true,
    confirmedAt: 1,
    sentAt,
    settledAt: null,
    outcome: null,
    bulkKey: 'bulk',
    dismissed: false,
    putBack: false,
  };
}
