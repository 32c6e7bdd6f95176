import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isToken } from '../../src/api/connection.ts';

describe('isToken', () => {
  it('accepts only 1 to 8192 visible ASCII characters', () => {
    expect([isToken('a'), isToken('!~'), isToken('x'.repeat(8192))]).toEqual([true, true, true]);
    expect(isToken('x'.repeat(8193))).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
        expect(isToken(text)).toBe(codes.length > 0 && codes.every((code) => code > 0x20 && code < 0x7f));
      }),
    );
  });
});
