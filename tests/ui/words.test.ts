import { expect, it } from 'vitest';
import { formatNumber } from '../../src/ui/words.ts';

it('formatNumber separates groups of three digits by commas', () => {
  expect([0, 999, 1000, 100_000, 1_234_567].map(formatNumber)).toEqual([
    '0',
    '999',
    '1,000',
    '100,000',
    '1,234,567',
  ]);
});
