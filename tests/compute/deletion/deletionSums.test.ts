import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notSent } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { bulkResult, countsSentence } from '../../../src/features/compute/deletion/outcomes.tsx';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';
import { anEntry } from './deletionFixtures.ts';

const entries = [
  anEntry({ sentAt: null }),
  anEntry({ sentAt: 1 }),
  ...deleteOutcomeKinds.map((kind) => anEntry({ outcome: { ...notSent(''), kind } })),
];

test('names the number of deletions in each state, finished ones first', () => {
  expect(countsSentence(entries)).toBe(
    '1 deleted · 1 accepted · 1 not found · 1 rejected · 1 unconfirmed · 1 wrong workspace · 1 not sent · 1 in progress · 1 waiting',
  );
  expect(countsSentence([])).toBe('');
});

test('the message of a bulk deletion passes only if no result has a note', () => {
  const deleted = (...notes: string[]) => anEntry({ outcome: { ...notSent(''), kind: 'deleted', notes } });
  expect(bulkResult([deleted(), deleted()], null)).toEqual({
    content: 'Bulk deletion finished: 2 deleted.',
    passing: true,
  });
  expect(bulkResult([deleted(), deleted('A different name.')], null)).toEqual({
    content: 'Bulk deletion finished: 2 deleted. Open Activity and read the notes on 1 result.',
    passing: false,
  });
});

test('the sums add up to the number of deletions', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...entries)), (chosen) => {
      const sums = countsSentence(chosen).match(/[0-9]+/g) ?? [];
      expect(sums.reduce((all, sum) => all + Number(sum), 0)).toBe(chosen.length);
      expect(sums).not.toContain('0');
    }),
  );
});
