declare module 'proxy-from-env' {
  /** The outbound proxy for a URL by the environment variables, or an empty string for none. */
  export function getProxyForUrl(url: string): string;
}
