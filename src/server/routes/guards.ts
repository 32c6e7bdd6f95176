import type { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { maxBodyBytes } from '../../rules/requests.ts';
import { RefusalError } from '../refusal.ts';
import type { HonoEnv } from '../requestLog.ts';
import { type ApiEnv, createReadMatcher } from './reads.ts';

const maxTargetLength = 16_384;
const maxBulkBodyBytes = 4 * 1024 * 1024;
/** A client that is still sending would get a reset in place of our response, so this much is read and dropped. */
const maxDroppedBytes = 32 * 1024 * 1024;

/** Refuses unknown paths, and finds the read of the service that the path stands for. */
export function createRouteGuard(instancesPath: string | null): MiddlewareHandler<ApiEnv> {
  const matchRead = createReadMatcher(instancesPath);
  return async (context, next) => {
    const { req, env } = context;
    const route = matchedRoutes(context).find(
      ({ method, path }) => method !== 'ALL' && path.startsWith('/api/'),
    );
    const read =
      route === undefined && req.method === 'GET' ? matchRead(req.path.slice('/api'.length)) : null;
    env.entry.route = '/api/*';
    if (route === undefined && read === null) throw createUnknownPathError(context);
    if (typeof read === 'string') throw new RefusalError('path', read);
    context.set('read', read);
    env.entry.route = route?.path ?? `/api${read?.template}`;
    env.entry.rawPath = req.path;
    await next();
  };
}

/** For GET and HEAD 404, otherwise 400, because a 404 to a delete could be taken for a sign that the instance is gone. */
export function createUnknownPathError({ req }: Context): RefusalError {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return new RefusalError('invalid', 'This path is unknown to the console.', isRead ? 404 : 400);
}

export const limitUrlLength: MiddlewareHandler<HonoEnv> = async ({ env }, next) => {
  if ((env.incoming.url ?? '').length > maxTargetLength)
    throw new RefusalError('invalid', 'The URL is too long.', 414);
  await next();
};

/** The service of this console is the console itself: each request would cause the next one. */
export const refuseLoop: MiddlewareHandler<HonoEnv> = async ({ req }, next) => {
  if (/\bworkspace-console\b/i.test(req.header('via') ?? ''))
    throw new RefusalError('service', 'SERVICE_URL is the address of the console itself.', 508);
  await next();
};

/** Pages of other sites may only link to the console. Browsers send `Sec-Fetch-Site`, and no script can change it. */
export const refuseCrossSite: MiddlewareHandler<HonoEnv> = async ({ req }, next) => {
  const isLink =
    req.method === 'GET' && !req.path.startsWith('/api') && req.header('sec-fetch-mode') === 'navigate';
  if (!isLink && isForeign(req.header('sec-fetch-site'), req.header('origin'), req.header('host')))
    throw new RefusalError('invalid', 'This request comes from a different website.', 403);
  await next();
};

function isForeign(site: string | undefined, origin: string | undefined, host: string | undefined): boolean {
  // A proxy in front may have changed the `Host`.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return (
    !URL.canParse(origin) || new URL(origin).host !== new URL(`${origin.split(':', 1)[0]}://${host}`).host
  );
}

/** A form of a different website can't send JSON. A request without a body needs no content type. */
export const requireJsonBody: MiddlewareHandler<HonoEnv> = async ({ env, req }, next) => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = env.incoming.headers;
  if (length === '0' && encoding === undefined) return next();
  if (!/^application\/json\s*(?:;|$)/i.test(req.header('content-type') ?? ''))
    throw new RefusalError('invalid', 'The body must be application/json.', 415);
  const maxBytes = env.entry.route.includes('/bulk-deletions/') ? maxBulkBodyBytes : maxBodyBytes;
  if (Number(length) > maxBytes) await readBytes(env.incoming, maxBytes);
  // Without a length, read it here. Hono's own `bodyLimit` needs the global `Request` of its Node adapter.
  if (encoding !== undefined)
    req.raw = new Request(req.url, {
      ...{ method: req.method, headers: req.raw.headers },
      body: await readBytes(env.incoming, maxBytes),
    });
  await next();
};

async function readBytes(stream: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    if (bytes > maxDroppedBytes) break;
  }
  if (bytes > maxBytes)
    throw new RefusalError('invalid', `The body is larger than ${maxBytes / 1024} KiB.`, 413);
  return Buffer.concat(chunks);
}
