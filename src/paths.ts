export const screens = ['compute', 'subscription', 'regions', 'activity'] as const;

export type Screen = (typeof screens)[number];

export const screenInfo: Record<Screen, { path: string; label: string; short?: string }> = {
  compute: { path: 'compute', label: 'Compute' },
  subscription: { path: 'subscription/history', label: 'Subscription history', short: 'History' },
  regions: { path: 'regions', label: 'Regions' },
  activity: { path: 'activity', label: 'Activity' },
};

export const paths = {
  home: '/',
  /** Shows the form even with a session, to add a workspace. */
  signIn: '/sign-in',
  screen: (screen: Screen, workspace: string) =>
    `/workspaces/${encodeURIComponent(workspace)}/${screenInfo[screen].path}`,
  instancesIn: (region: string, workspace: string) =>
    `${paths.screen('compute', workspace)}?${new URLSearchParams({ region })}`,
  deletion: (workspace: string, id: string) => `${paths.screen('activity', workspace)}?deletion=${id}`,
  /** Decoded once: `useParams` would return `/` for `%252F`. Null if the URL has none or can't be decoded. */
  workspaceOf: (pathname: string): string | null => {
    const segment = /^\/workspaces\/([^/]+)/.exec(pathname)?.[1];
    if (segment === undefined) return null;
    try {
      return decodeURIComponent(segment);
    } catch {
      return null;
    }
  },
  /** Compute for `/`. Null if the URL has none. */
  screenOf: (pathname: string): Screen | null => {
    if (pathname === paths.home) return 'compute';
    const screenPath = /^\/workspaces\/[^/]+\/(.+?)\/?$/.exec(pathname)?.[1];
    return screens.find((screen) => screenInfo[screen].path === screenPath) ?? null;
  },
};
