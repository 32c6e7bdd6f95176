declare module 'proxy-from-env' {
  /** By the environment variables. An empty string means no proxy. */
  export function getProxyForUrl(url: string): string;
}
