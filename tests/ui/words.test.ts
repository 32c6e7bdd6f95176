import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupedDigits } from '../../src/ui/words.ts';

it('formats counts like toLocaleString', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (count) => {
      expect(groupedDigits(count)).toBe(count.toLocaleString('en'));
    }),
  );
  expect([0, 999, 1000, 100_000].map(groupedDigits)).toEqual(['0', '999', '1,000', '100,000']);
});
