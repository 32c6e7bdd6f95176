import type { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { maxBodyBytes } from '../../rules/requests.ts';
import type { HonoEnv } from '../context.ts';
import { RefusalError } from '../refusal.ts';

/** Anybody may send one, and it has only a workspace and a token. */
const maxSignInBytes = 32 * 1024;

export const requireKnownPath: MiddlewareHandler<HonoEnv> = async (context, next) => {
  const { entry } = context.env;
  entry.route = '/api/*';
  const routes = matchedRoutes(context).filter(({ method }) => method !== 'ALL');
  const route = routes.find(({ path }) => path.startsWith('/api/'));
  if (route === undefined) throw createUnknownPathError(context);
  entry.route = route.path;
  await next();
};

/** For GET and HEAD 404, otherwise 400, because a 404 to a delete could be taken for a sign that the instance is gone. */
export function createUnknownPathError({ req }: Context): RefusalError {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return new RefusalError('invalid', 'This path is unknown to the console.', isRead ? 404 : 400);
}

/** Browsers send `Sec-Fetch-Site`, and no script can change it. */
export const refuseCrossSite: MiddlewareHandler<HonoEnv> = async ({ req }, next) => {
  if (isForeign(req.header('sec-fetch-site'), req.header('origin'), req.header('host')))
    throw new RefusalError('invalid', 'This request comes from a different website.', 403);
  await next();
};

function isForeign(site: string | undefined, origin: string | undefined, host: string | undefined): boolean {
  // A proxy in front may have changed the `Host`.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const { protocol, host: ofOrigin } = new URL(origin);
  return ofOrigin !== new URL(`${protocol}//${host}`).host;
}

/**
 * Comes after the check of the session, because nothing is kept for a stranger. A form of a different website can't send JSON.
 * A request without a body needs no content type.
 */
export const limitBody: MiddlewareHandler<HonoEnv> = async ({ env, req }, next) => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = env.incoming.headers;
  if (length === '0' && encoding === undefined) return next();
  if (!/^application\/json\s*(?:;|$)/i.test(req.header('content-type') ?? ''))
    throw new RefusalError('invalid', 'The body must be application/json.', 415);
  const maxBytes = req.path.startsWith('/api/session') ? maxSignInBytes : maxBodyBytes;
  const body = Number(length) > maxBytes ? null : await readBytes(env.incoming, maxBytes);
  if (body === null)
    throw new RefusalError('invalid', `The body is larger than ${maxBytes / 1024} KiB.`, 413);
  // Hono's own `bodyLimit` needs the global `Request` of its Node adapter.
  req.raw = new Request(req.url, { method: req.method, headers: req.raw.headers, body });
  await next();
};

/** Null if there is more. The rest stays unread, and the connection open, so that the response can still be sent. */
async function readBytes(stream: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
