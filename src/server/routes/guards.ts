import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import { RefusalError } from '../refusal.ts';
import type { HonoEnv } from '../requestLog.ts';

const none = ["'none'"];
const self = ["'self'"];

/** No `upgrade-insecure-requests`, which breaks hosts on plain HTTP. */
const contentSecurityPolicy = {
  defaultSrc: none,
  scriptSrc: self,
  styleSrc: self,
  imgSrc: self,
  fontSrc: self,
  connectSrc: self,
  baseUri: none,
  formAction: none,
  frameAncestors: none,
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: none,
};

/** Only what differs from Hono's defaults. */
const options = {
  crossOriginEmbedderPolicy: 'require-corp',
  // Without `includeSubDomains`, which isn't ours to decide. Browsers ignore it on plain HTTP.
  strictTransportSecurity: 'max-age=63072000',
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: false, geolocation: false, microphone: false, payment: false, usb: false },
};

/** On Node's own response, so that forwarded reads have them. Vite's page has inline scripts, so no content policy. */
export function setResponseHeaders(hasContentPolicy: boolean): MiddlewareHandler<HonoEnv> {
  const ofHono = secureHeaders(hasContentPolicy ? { ...options, contentSecurityPolicy } : options);
  const blank = new Hono()
    .use(ofHono)
    .get((context) => context.body(null))
    .request('/');
  return async ({ env }, next) => {
    const { outgoing, entry } = env;
    for (const [name, value] of (await blank).headers) outgoing.setHeader(name, value);
    outgoing.setHeader('Cache-Control', 'no-store').setHeader('X-Request-Id', entry.requestId);
    await next();
  };
}

export const requireKnownPath: MiddlewareHandler<HonoEnv> = async (context, next) => {
  const { entry } = context.env;
  entry.route = '/api/*';
  const route = matchedRoutes(context).find(
    ({ method, path }) => method !== 'ALL' && path.startsWith('/api/'),
  );
  if (route === undefined) throw createUnknownPathError(context);
  entry.route = route.path;
  await next();
};

/** A delete gets no 404, which could be taken for an instance that is gone. */
export function createUnknownPathError({ req }: Context): RefusalError {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return new RefusalError('invalid', 'This path is unknown to the console.', isRead ? 404 : 400);
}

/** No script can change `Sec-Fetch-Site`, which browsers send to HTTPS and localhost: https://www.w3.org/TR/fetch-metadata/ */
export const refuseCrossSite: MiddlewareHandler<HonoEnv> = async ({ req }, next) => {
  if (isForeign(req.header('sec-fetch-site'), req.header('origin'), req.header('host')))
    throw new RefusalError('invalid', 'This request comes from a different website.', 403);
  await next();
};

function isForeign(site: string | undefined, origin: string | undefined, host: string | undefined): boolean {
  // Better than the `Host`, which a proxy may change.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
}
