import { expect, it } from 'vitest';
import { groupedDigits } from '../../src/ui/words.ts';

it('groups the digits of a count in threes', () => {
  expect([0, 999, 1000, 100_000, 1_234_567].map(groupedDigits)).toEqual([
    '0',
    '999',
    '1,000',
    '100,000',
    '1,234,567',
  ]);
});
