import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const secretBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The value of a session's cookie. Only the browser has it. */
export function createSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** Key of the session's row, as hex. It doesn't reveal the secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('hex');
}

/**
 * Encrypted under a key that only the cookie can derive, so a copy of the database opens no session.
 * @param place says where the sealed token belongs: in a different row it can't be opened
 */
export function sealToken(secret: string, place: string, token: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce).setAAD(Buffer.from(place));
  const sealed = [nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Null if the row was changed, or belongs to a different secret or place. */
export function unsealToken(secret: string, place: string, sealedToken: string): string | null {
  const bytes = Buffer.from(sealedToken, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
    const sealed = bytes.subarray(nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function deriveKey(secret: string): Buffer {
  const key = hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'workspace-console token', 32);
  return Buffer.from(key);
}
