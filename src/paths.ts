/** The end of each screen's URL. What else a screen is stands in `app/routes.tsx`; a new one here is asked for there. */
const ends = {
  compute: 'compute',
  subscription: 'subscription/history',
  regions: 'regions',
} as const;

export type Screen = keyof typeof ends;

/** The console's own URLs: every link is built here, every URL is read here. */
export const paths = {
  home: '/',
  screen: (screen: Screen, workspaceSlug: string) =>
    `/workspaces/${encodeURIComponent(workspaceSlug)}/${ends[screen]}`,
  /** The route pattern for the router; the slug is read with `workspaceOf`, never with useParams. */
  pattern: (screen: Screen) => `/workspaces/:workspaceSlug/${ends[screen]}`,
  /**
   * The workspace slug a URL names, decoded exactly once; null where it names none.
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
  /** The screen a URL leads to: Compute for `/`, null for URLs that lead nowhere. */
  screenOf: (pathname: string): Screen | null => {
    if (pathname === paths.home) return 'compute';
    const end = /^\/workspaces\/[^/]+\/(.+?)\/?$/.exec(pathname)?.[1];
    return screens.find((screen) => ends[screen] === end) ?? null;
  },
  /** The same URL in another workspace. */
  inWorkspace: (pathname: string, workspaceSlug: string): string =>
    pathname.replace(/^\/workspaces\/[^/]+/, () => `/workspaces/${encodeURIComponent(workspaceSlug)}`),
};

function isScreen(name: string): name is Screen {
  return name in ends;
}

/** Every screen, in the order of the navigation. */
export const screens: readonly Screen[] = Object.keys(ends).filter(isScreen);
