import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';

export type SessionCookie = { name: string; secret: string };

export const maxSessionCookies = 20;

const nonceBytes = 12;
const tagBytes = 16;

/** Usually oldest first (RFC 6265, section 5.4). */
export function readCookies(context: Context): SessionCookie[] {
  const { prefix } = getCookieOptions(context);
  // Hono's reader would keep only the first of several values for a name.
  const cookies = (context.req.header('cookie') ?? '').split(';').flatMap((pair) => {
    const [name = '', secret = ''] = pair.trim().split('=', 2);
    const isOurs = name.startsWith(prefix) && /^[0-9a-f]{16}$/.test(name.slice(prefix.length));
    return isOurs && /^[\w-]{43}$/.test(secret) ? [{ name, secret }] : [];
  });
  return cookies.slice(-maxSessionCookies);
}

export function getCookieName(context: Context, workspace: string): string {
  return getCookieOptions(context).prefix + hash('sha256', workspace).slice(0, 16);
}

export function storeCookie(context: Context, { name, secret }: SessionCookie): void {
  setCookie(context, name, secret, getCookieOptions(context).attributes);
}

export function removeCookies(context: Context, cookies: readonly SessionCookie[]): void {
  for (const { name } of cookies) deleteCookie(context, name, getCookieOptions(context).attributes);
}

function getCookieOptions({ req }: Context) {
  const host = req.header('host') ?? '';
  // On loopback, Safari may drop `Secure` cookies of plain http: https://webkit.org/b/281149
  const secure = !isLoopback(host);
  const port = /:(\d{1,5})$/.exec(host)?.[1] ?? (secure ? '443' : '80');
  return {
    // No subdomain, and in newer browsers no script, can set a `__Host-Http-` cookie.
    // Cookies ignore ports (RFC 6265, section 8.5), so the name has the port.
    prefix: `${secure ? '__Host-Http-' : ''}console-${port}-`,
    // Without `Max-Age`, it ends with the browser's session. With `SameSite=Lax`, a link in a ticket finds the session.
    attributes: { httpOnly: true, sameSite: 'Lax', path: '/', secure } as const,
  };
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host);
}

/** Stored only by the browser. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): string {
  return hash('sha256', Buffer.from(secret, 'base64url'));
}

/** Sealed with a key from the cookie, so a copy of the database opens no session. */
export function sealToken(secret: string, place: string, token: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce).setAAD(Buffer.from(place));
  const sealed = [nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Null unless it was sealed with this secret and place. */
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
