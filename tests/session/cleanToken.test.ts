import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanToken } from '../../src/session/signInProblem.ts';

/** Valid tokens: visible ASCII that doesn't look like quotes or a prefix. */
const tokens = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-._~+/='), minLength: 1, maxLength: 80 })
  .filter((token) => !/^bearer$/i.test(token));
const spaces = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r\n', '\u00a0', '\ufeff') });
const quotes = fc.constantFrom('"', "'", '`');
const prefixes = fc.constantFrom(
  '',
  'Bearer ',
  'bearer\t',
  'BEARER  ',
  'Authorization: Bearer ',
  'authorization:Bearer ',
);

describe('cleanToken', () => {
  it.each([
    ['sandbox-token', 'sandbox-token'],
    ['  sandbox-token\r\n', 'sandbox-token'],
    ['"sandbox-token"', 'sandbox-token'],
    ['Bearer sandbox-token', 'sandbox-token'],
    ['Authorization: Bearer "sandbox-token"', 'sandbox-token'],
    ['"Bearer sandbox-token"', 'sandbox-token'],
    ['Authorization : Bearer sandbox-token', 'sandbox-token'],
    ['', ''],
    ['   ', ''],
    ['""', ''],
    // Quotes that are no pair, and a word that only starts alike, belong to the token.
    ['"sandbox-token', '"sandbox-token'],
    ['sandbox"token"', 'sandbox"token"'],
    ['"sandbox"token', '"sandbox"token'],
    ['bearertoken', 'bearertoken'],
    ['token bearer x', 'token bearer x'],
    ['Bearer', ''],
    ['"Authorization: Bearer"', ''],
    ['two words', 'two words'],
  ])('makes %j of it: %j', (pasted, token) => {
    expect(cleanToken(pasted)).toBe(token);
  });

  it('finds a token among quotes, spaces and prefixes', () => {
    const wrapped = fc.tuple(tokens, spaces, quotes, prefixes, fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(wrapped, ([token, space, quote, prefix, layers]) => {
        let pasted = `${prefix}${token}`;
        for (let layer = 0; layer < layers; layer += 1)
          pasted = `${space}${quote}${space}${pasted}${space}${quote}`;
        expect(cleanToken(`${space}${pasted}${space}`)).toBe(token);
      }),
    );
  });
});
