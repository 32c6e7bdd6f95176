import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse, serialize } from 'hono/utils/cookie';
import { isSecret } from './seal.ts';

type Exchange = { incoming: Pick<IncomingMessage, 'headers'>; outgoing: Pick<ServerResponse, 'setHeader'> };

/** The secret of the browser's session, or null. */
export function readSecret({ incoming }: Pick<Exchange, 'incoming'>): string | null {
  const { name } = describeCookie(incoming);
  const secret = parse(incoming.headers.cookie ?? '', name)[name] ?? '';
  return isSecret(secret) ? secret : null;
}

/** Without `Max-Age`, the browser forgets it at its end. With `SameSite=Lax`, a link in a ticket finds the session. */
export function writeSecret({ incoming, outgoing }: Exchange, secret: string): void {
  const { name, secure } = describeCookie(incoming);
  outgoing.setHeader('Set-Cookie', serialize(name, secret, { ...attributes, secure }));
}

export function removeSecret({ incoming, outgoing }: Exchange): void {
  const { name, secure } = describeCookie(incoming);
  outgoing.setHeader('Set-Cookie', serialize(name, '', { ...attributes, secure, maxAge: 0 }));
}

const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;

/**
 * On loopback, Safari drops `Secure` cookies of plain http. Cookies ignore ports (RFC 6265, section 8.5), so the name contains
 * the port. The prefix `__Host-Http-` forbids scripts and subdomains to set the cookie.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
function describeCookie({ headers }: Pick<IncomingMessage, 'headers'>): { name: string; secure: boolean } {
  const [isLoopback, port = '80'] = loopback.exec(headers.host ?? '') ?? [];
  return isLoopback === undefined
    ? { name: '__Host-Http-console', secure: true }
    : { name: `console-${port}`, secure: false };
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i;
