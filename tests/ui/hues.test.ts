import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hueOf } from '../../src/ui/hues.ts';

it('gives every text one of eight hues, and the documented providers two of them', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect([0, 1, 2, 3, 4, 5, 6, 7]).toContain(hueOf(text));
    }),
  );
  expect(hueOf('CLOUDA')).not.toBe(hueOf('CLOUDB'));
});
