import { expect, test } from 'vitest';
import { isolatedLabel } from '../../src/features/compute/deletion/confirmation.ts';
import { outcomeSentence } from '../../src/features/compute/deletion/outcomes.tsx';

test.each([
  ['orders-primary', 'orders-primary'],
  ['billing\u202e', '\u2068billing\ufffd\u2069'],
  ['\u05d0\u05d1', '\u2068\u05d0\u05d1\u2069'],
  ['half \ud800', '\u2068half \ufffd\u2069'],
  ['two\nlines', '\u2068two\ufffdlines\u2069'],
])('%j stands in a sentence as %j', (label, shown) => {
  expect(isolatedLabel(label)).toBe(shown);
});

test('bidirectional characters in a name don’t reorder the outcome sentence', () => {
  expect(outcomeSentence('unknown', 'billing\u202e')).toBe(
    'We don’t know whether \u2068billing\ufffd\u2069 was deleted.',
  );
});
