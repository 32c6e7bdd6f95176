declare module 'proxy-from-env' {
  /** Reads HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY. An empty string means no proxy. */
  export function getProxyForUrl(url: string): string;
}
