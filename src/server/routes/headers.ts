import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Exchange, HonoEnv } from '../requestLog.ts';

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

/** What differs from the defaults of Hono. The test has all values. */
const options = {
  crossOriginEmbedderPolicy: 'require-corp',
  // Without `includeSubDomains`, which isn't ours to decide. Browsers ignore it on plain HTTP.
  strictTransportSecurity: 'max-age=63072000',
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: false, geolocation: false, microphone: false, payment: false, usb: false },
};

const setAllHeaders = secureHeaders({ ...options, contentSecurityPolicy });

/** For every answer of our server, also an error. Vite adds inline scripts to the page, so it has no policy under it. */
export function setResponseHeaders(hasContentPolicy: boolean): MiddlewareHandler<HonoEnv> {
  const setSecureHeaders = hasContentPolicy ? setAllHeaders : secureHeaders(options);
  return async (context, next) => {
    await setSecureHeaders(context, next);
    const { headers } = context.res;
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    headers.set('X-Request-Id', context.env.entry.requestId);
  };
}

const setReadHeaders = setResponseHeaders(true);

/** A read is written to Node's own response, which Hono's headers don't reach. */
export async function writeReadHeaders(context: Context): Promise<void> {
  const { outgoing }: Exchange = context.env;
  await setReadHeaders(context, async () => {});
  for (const [name, value] of context.res.headers) outgoing.setHeader(name, value);
}
