import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecret, sealToken, unsealToken } from '../../../src/server/sessions/cookies.ts';

it('only the same secret opens a token, only in its place, and only unchanged', () => {
  const token = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
  const property = fc.property(token, fc.string(), fc.nat(), (text, place, position) => {
    const secret = createSecret();
    const sealed = sealToken(secret, place, text);
    expect(unsealToken(secret, place, sealed)).toBe(text);
    expect(sealToken(secret, place, text)).not.toBe(sealed);
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[position % bytes.length] = (bytes[position % bytes.length] ?? 0) ^ 1;
    expect(unsealToken(secret, place, bytes.toString('base64url'))).toBeNull();
    expect(unsealToken(secret, `${place}x`, sealed)).toBeNull();
    expect(unsealToken(createSecret(), place, sealed)).toBeNull();
  });
  fc.assert(property, { numRuns: 50 });
});
