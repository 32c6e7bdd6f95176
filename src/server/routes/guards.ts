import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { RefusalError } from '../refusal.ts';
import type { HonoEnv } from '../requestLog.ts';

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
