/** In the order of the navigation. A new screen also needs an entry in `app/routes.tsx`. */
export const screens = ['compute', 'subscription', 'regions', 'activity'] as const;

export type Screen = (typeof screens)[number];

const screenPaths: Record<Screen, string> = {
  compute: 'compute',
  subscription: 'subscription/history',
  regions: 'regions',
  activity: 'activity',
};

export const paths = {
  home: '/',
  /** The form, also with a session: for a further workspace. */
  signIn: '/sign-in',
  screen: (screen: Screen, workspace: string) =>
    `/workspaces/${encodeURIComponent(workspace)}/${screenPaths[screen]}`,
  /** Compute, filtered by a region. The parameter is read in `compute/useInstanceTable.ts`. */
  instancesIn: (region: string, workspace: string) =>
    `${paths.screen('compute', workspace)}?${new URLSearchParams({ region })}`,
  /** The entry of Activity, which it opens. */
  deletion: (workspace: string, id: string) =>
    `${paths.screen('activity', workspace)}?${new URLSearchParams({ deletion: id })}`,
  /** Decoded once, unlike by `useParams`, which returns `a/b` for `a%2Fb`. Null if the URL has none or can't be decoded. */
  workspaceOf: (pathname: string): string | null => {
    const segment = /^\/workspaces\/([^/]+)/.exec(pathname)?.[1];
    if (segment === undefined) return null;
    try {
      return decodeURIComponent(segment);
    } catch {
      return null;
    }
  },
  /** Compute for `/`, null for an unknown URL. */
  screenOf: (pathname: string): Screen | null => {
    if (pathname === paths.home) return 'compute';
    const screenPath = /^\/workspaces\/[^/]+\/(.+?)\/?$/.exec(pathname)?.[1];
    return screens.find((screen) => screenPaths[screen] === screenPath) ?? null;
  },
  inWorkspace: (pathname: string, workspace: string): string =>
    pathname.replace(/^\/workspaces\/[^/]+/, () => `/workspaces/${encodeURIComponent(workspace)}`),
};

/** `short` is for the bar at the bottom of a phone. */
export const screenLabels: Record<Screen, { label: string; short?: string }> = {
  compute: { label: 'Compute' },
  subscription: { label: 'Subscription history', short: 'History' },
  regions: { label: 'Regions' },
  activity: { label: 'Activity' },
};
