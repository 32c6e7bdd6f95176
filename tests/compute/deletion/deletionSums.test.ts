import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notSent } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { sumsSentence } from '../../../src/features/compute/deletion/outcomes.tsx';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';
import { anEntry } from './anEntry.ts';

const entries = [
  anEntry({ sentAt: null }),
  anEntry({ sentAt: 1 }),
  ...deleteOutcomeKinds.map((kind) => anEntry({ outcome: { ...notSent(''), kind } })),
];

test('the sums of many deletions name each state in its own words, those that have ended first', () => {
  expect(sumsSentence(entries)).toBe(
    '1 deleted · 1 accepted · 1 not found · 1 rejected · 1 unconfirmed · 1 wrong workspace · 1 not sent · 1 in progress · 1 waiting',
  );
  expect(sumsSentence([])).toBe('');
});

test('the sums always add up', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...entries)), (chosen) => {
      const sums = sumsSentence(chosen).match(/[0-9]+/g) ?? [];
      expect(sums.reduce((all, sum) => all + Number(sum), 0)).toBe(chosen.length);
      expect(sums).not.toContain('0');
    }),
  );
});
