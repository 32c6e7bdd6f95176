import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createSecret,
  deriveKey,
  hashSecret,
  readSecretCookie,
  sealToken,
  unsealToken,
} from '../../../src/server/sessions/secret.ts';

it('only the same secret opens a token, only in its place, and only unchanged', () => {
  const token = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
  const property = fc.property(token, fc.string(), fc.nat(), (text, place, position) => {
    const key = deriveKey(createSecret());
    const sealed = sealToken(key, place, text);
    expect(unsealToken(key, place, sealed)).toBe(text);
    expect(sealToken(key, place, text)).not.toBe(sealed);
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[position % bytes.length] = (bytes[position % bytes.length] ?? 0) ^ 1;
    expect(() => unsealToken(key, place, bytes.toString('base64url'))).toThrow();
    expect(() => unsealToken(key, `${place}x`, sealed)).toThrow();
    expect(() => unsealToken(deriveKey(createSecret()), place, sealed)).toThrow();
  });
  fc.assert(property, { numRuns: 50 });
});

it('a secret is 32 random bytes, and its hash does not contain it', () => {
  const secret = createSecret();
  const read = (text: string) =>
    readSecretCookie({ incoming: { headers: { host: 'localhost:1', cookie: `console-1=${text}` } } });
  expect(read(secret)).toBe(secret);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
  for (const text of ['', secret.slice(1), `${secret}=`, `${secret}.`]) expect(read(text)).toBeNull();
});
