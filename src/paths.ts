/** The last part of each screen's URL. A new screen also needs an entry in `app/routes.tsx`. */
const screenPaths = {
  compute: 'compute',
  subscription: 'subscription/history',
  regions: 'regions',
} as const;

export type Screen = keyof typeof screenPaths;

/** Functions that build and read the paths of the console's URLs. */
export const paths = {
  home: '/',
  screen: (screen: Screen, workspaceSlug: string) =>
    `/workspaces/${encodeURIComponent(workspaceSlug)}/${screenPaths[screen]}`,
  /** Returns a route pattern. Don't read the slug with `useParams`, because it returns `a/b` for the slug `a%2Fb`. */
  pattern: (screen: Screen) => `/workspaces/:workspaceSlug/${screenPaths[screen]}`,
  /** Returns the workspace slug of a URL, decoded once. Null if the URL has no slug or can't be decoded. */
  workspaceOf: (pathname: string): string | null => {
    const segment = /^\/workspaces\/([^/]+)/.exec(pathname)?.[1];
    if (segment === undefined) return null;
    try {
      return decodeURIComponent(segment);
    } catch {
      return null;
    }
  },
  /** Returns the screen of a URL: Compute for `/`, null for an unknown URL. */
  screenOf: (pathname: string): Screen | null => {
    if (pathname === paths.home) return 'compute';
    const screenPath = /^\/workspaces\/[^/]+\/(.+?)\/?$/.exec(pathname)?.[1];
    return screens.find((screen) => screenPaths[screen] === screenPath) ?? null;
  },
  /** Replaces the workspace in the path of a URL. */
  inWorkspace: (pathname: string, workspaceSlug: string): string =>
    pathname.replace(/^\/workspaces\/[^/]+/, () => `/workspaces/${encodeURIComponent(workspaceSlug)}`),
};

function isScreen(name: string): name is Screen {
  return name in screenPaths;
}

/** All screens in the order of the navigation. */
export const screens: readonly Screen[] = Object.keys(screenPaths).filter(isScreen);
