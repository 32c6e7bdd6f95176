/** The console's own addresses: every link is built here, every address is read here. */
export type Screen = 'compute' | 'subscription' | 'regions';

const tails: Record<Screen, string> = {
  compute: 'compute',
  subscription: 'subscription/history',
  regions: 'regions',
};

export const paths = {
  home: '/',
  screen: (screen: Screen, workspaceSlug: string) =>
    `/workspaces/${encodeURIComponent(workspaceSlug)}/${tails[screen]}`,
  /** Route patterns for the router; the slug is read with `workspaceOf`, never with useParams. */
  patterns: {
    compute: `/workspaces/:workspaceSlug/${tails.compute}`,
    subscription: `/workspaces/:workspaceSlug/${tails.subscription}`,
    regions: `/workspaces/:workspaceSlug/${tails.regions}`,
  },
  /**
   * The workspace slug an address names, decoded exactly once; null where it names none.
   * React Router decodes twice around slashes, so `a%2Fb` would arrive as `a/b` from useParams.
   */
  workspaceOf: (pathname: string): string | null => {
    const segment = /^\/workspaces\/([^/]+)/.exec(pathname)?.[1];
    if (segment === undefined) return null;
    try {
      return decodeURIComponent(segment);
    } catch {
      return null;
    }
  },
  /** The screen an address leads to; Compute for `/` and for addresses that lead nowhere. */
  screenOf: (pathname: string): Screen => {
    const tail = pathname.replace(/^\/workspaces\/[^/]+\//, '').replace(/\/$/, '');
    return tail === tails.subscription ? 'subscription' : tail === tails.regions ? 'regions' : 'compute';
  },
  /** The same address in another workspace. */
  inWorkspace: (pathname: string, workspaceSlug: string): string =>
    pathname.replace(/^\/workspaces\/[^/]+/, () => `/workspaces/${encodeURIComponent(workspaceSlug)}`),
};
