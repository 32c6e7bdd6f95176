import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';

export type SessionCookie = { name: string; secret: string };

/** The cookies of this console that came with a request. Each session has its own. */
export class SessionCookies {
  readonly #context: Context;
  readonly #isSecure: boolean;
  readonly #prefix: string;

  constructor(context: Context) {
    this.#context = context;
    const host = context.req.header('host') ?? '';
    // On loopback, Safari drops `Secure` cookies of plain http.
    this.#isSecure = !isLoopback(host);
    const port = /:(\d{1,5})$/.exec(host)?.[1] ?? (this.#isSecure ? '443' : '80');
    // Neither a script nor a subdomain can set a cookie with the prefix `__Host-Http-`:
    // https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
    // Cookies ignore ports (RFC 6265, section 8.5), so the name has the port.
    this.#prefix = `${this.#isSecure ? '__Host-Http-' : ''}console-${port}-`;
  }

  /** In the order of the header, oldest first. With several values for a name, each of them: Hono's reader keeps the first only. */
  read(): SessionCookie[] {
    const pairs = (this.#context.req.header('cookie') ?? '').split(';');
    return pairs.flatMap((pair) => {
      const [name = '', secret = ''] = pair.trim().split('=', 2);
      const isOurs = name.startsWith(this.#prefix) && /^[0-9a-f]{16}$/.test(name.slice(this.#prefix.length));
      return isOurs && /^[\w-]{43}$/.test(secret) ? [{ name, secret }] : [];
    });
  }

  nameOf(workspace: string): string {
    return this.#prefix + createHash('sha256').update(workspace).digest('hex').slice(0, 16);
  }

  /** Without `Max-Age`, it ends with the browser. With `SameSite=Lax`, a link in a ticket finds the session. */
  set(name: string, secret: string, maxAge?: number): void {
    const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', secure: this.#isSecure } as const;
    setCookie(this.#context, name, secret, maxAge === undefined ? attributes : { ...attributes, maxAge });
  }

  remove(cookies: readonly SessionCookie[]): void {
    for (const name of new Set(cookies.map((cookie) => cookie.name))) this.set(name, '', 0);
  }
}

/** @param host name or address, with or without a port */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host);
}
