import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse, serialize } from 'hono/utils/cookie';

type Exchange = { incoming: Pick<IncomingMessage, 'headers'>; outgoing: Pick<ServerResponse, 'setHeader'> };

const secretBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The value of a session's cookie. Only the browser has it. */
export function createSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

export function readSecretCookie({ incoming }: Pick<Exchange, 'incoming'>): string | null {
  const { name } = describeCookie(incoming);
  const secret = parse(incoming.headers.cookie ?? '', name)[name] ?? '';
  return /^[\w-]{43}$/.test(secret) ? secret : null;
}

/** Null removes it. Without `Max-Age`, it ends with the browser. With `SameSite=Lax`, a link in a ticket finds the session. */
export function setSecretCookie({ incoming, outgoing }: Exchange, secret: string | null): void {
  const { name, secure } = describeCookie(incoming);
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', secure } as const;
  const end = secret === null && { maxAge: 0 };
  outgoing.setHeader('Set-Cookie', serialize(name, secret ?? '', { ...attributes, ...end }));
}

/** On loopback, Safari drops `Secure` cookies of plain http. Cookies ignore ports (RFC 6265, section 8.5), so the name has the port. */
function describeCookie({ headers }: Pick<IncomingMessage, 'headers'>): { name: string; secure: boolean } {
  // Neither a script nor a subdomain can set a cookie with the prefix `__Host-Http-`:
  // https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
  const [isLoopback, port = '80'] = loopback.exec(headers.host ?? '') ?? [];
  return isLoopback === undefined
    ? { name: '__Host-Http-console', secure: true }
    : { name: `console-${port}`, secure: false };
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i;

/** Key of the session's row, as hex. It doesn't reveal the secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('hex');
}

/** Encrypts tokens under a key that only the cookie can derive, so a copy of the database opens no session. */
export function deriveKey(secret: string): Buffer {
  const key = hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'workspace-console token', 32);
  return Buffer.from(key);
}

/** `place` says where the sealed token belongs: in a different row it can't be opened. */
export function sealToken(key: Buffer, place: string, token: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = [nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Throws if the row was changed, or belongs to a different secret or place. */
export function unsealToken(key: Buffer, place: string, sealedToken: string): string {
  const bytes = Buffer.from(sealedToken, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
  const sealed = bytes.subarray(nonceBytes, -tagBytes);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
