import { ServiceError } from './ServiceError.ts';

/**
 * Joins base_url and a path, and proves that a URL parser reads it exactly as it was meant.
 * @param serviceUrl base_url: a path of the own origin or an http(s) URL
 * @param path a path made by `servicePath`
 * @throws ServiceError of kind `bad-path` where the address that would be called differs from the one intended, or where
 *   base_url is none: a query, a fragment or credentials in it could not be kept
 */
export function serviceUrlOf(serviceUrl: string, path: string): { url: string; sameOrigin: boolean } {
  const page = globalThis.location?.origin ?? 'http://localhost';
  const base = readBase(serviceUrl, page);
  const basePath = base.pathname.replace(/\/+$/, '');
  const address = base.origin + basePath + path;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.origin !== base.origin || url.pathname !== basePath + path)
    throw new ServiceError({
      kind: 'bad-path',
      message: 'This address would reach something else; nothing was sent.',
    });
  return { url: address, sameOrigin: base.origin === page };
}

function readBase(serviceUrl: string, page: string): URL {
  const base = URL.canParse(serviceUrl, page) ? new URL(serviceUrl, page) : null;
  if (base && /^https?:$/.test(base.protocol) && base.href === base.origin + base.pathname) return base;
  throw new ServiceError({
    kind: 'bad-path',
    message: 'The configured address of the service is no plain http(s) address; nothing was sent.',
  });
}
