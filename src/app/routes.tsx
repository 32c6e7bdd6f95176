import { useQueryClient } from '@tanstack/react-query';
import { Globe, History, type LucideIcon, Server } from 'lucide-react';
import { type ComponentType, useMemo } from 'react';
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { ComputePage } from '../compute/ComputePage.tsx';
import { useInstances } from '../compute/useInstances.ts';
import { paths, type Screen, screens } from '../paths.ts';
import type { RegionsPageProps } from '../regions/RegionsPage.tsx';
import { useConfig, useSession } from '../session/useSession.ts';
import { createLazyCode, useLazyCode } from '../ui/lazyCode.ts';
import { Skeleton } from '../ui/notices.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { CrashBoundary, CrashNotice } from './ErrorBoundary.tsx';
import { prefetchData } from './queryClient.ts';

type PageProps = { title: string };

type ScreenRoute = {
  label: string;
  Icon: LucideIcon;
  /** The key that opens the screen after `g`. */
  shortcutKey: string;
  Page: ComponentType<PageProps>;
  /** Loads the code of the page. Missing if the page has no separate chunk. */
  load?: () => Promise<void>;
};

/** The content of each screen. Navigation, shortcuts, palette, preloading and titles use this list. */
export const routes: Record<Screen, ScreenRoute> = {
  compute: {
    label: 'Compute',
    Icon: Server,
    shortcutKey: 'c',
    Page: ComputePage,
  },
  subscription: {
    label: 'Subscription history',
    Icon: History,
    shortcutKey: 's',
    ...createLazyPage(async () => (await import('../subscription/HistoryPage.tsx')).HistoryPage),
  },
  regions: {
    label: 'Regions',
    Icon: Globe,
    shortcutKey: 'r',
    ...createLazyPage(async () =>
      withInstanceCounts((await import('../regions/RegionsPage.tsx')).RegionsPage),
    ),
  },
};

/** Returns a function that loads the code and data of a screen before the admin opens the screen. */
export function usePrefetch(): (screen: Screen) => void {
  const config = useConfig();
  const queryClient = useQueryClient();
  const { connection, workspaceSlug } = useSession();
  return (screen) => {
    void routes[screen].load?.();
    void prefetchData[screen](queryClient, { connection, workspaceSlug, config });
  };
}

export function useOpenScreen(): (screen: Screen) => void {
  const navigate = useNavigate();
  const prefetch = usePrefetch();
  const { workspaceSlug } = useSession();
  return (screen) => {
    prefetch(screen);
    navigate(paths.screen(screen, workspaceSlug));
  };
}

export function Screens() {
  const { workspaceSlug } = useSession();
  const { pathname } = useLocation();
  // Without this check, a URL that can't be decoded would show the current workspace.
  if (pathname !== paths.home && paths.workspaceOf(pathname) === null)
    return <NotFound pathname={pathname} />;
  return (
    <CrashBoundary resetKey={pathname} renderError={(error) => <CrashNotice error={error} />}>
      <Routes>
        <Route path={paths.home} element={<Navigate replace to={paths.screen('compute', workspaceSlug)} />} />
        {screens.map((screen) => (
          <Route
            key={screen}
            caseSensitive
            path={paths.pattern(screen)}
            element={<ScreenPage key={screen} route={routes[screen]} />}
          />
        ))}
        <Route path="*" element={<NotFound pathname={pathname} />} />
      </Routes>
    </CrashBoundary>
  );
}

function ScreenPage({ route: { label, Page } }: { route: ScreenRoute }) {
  const { workspaceSlug } = useSession();
  return (
    <>
      <title>{formatDocumentTitle(label, workspaceSlug)}</title>
      <Page title={label} />
    </>
  );
}

function createLazyPage(
  fetchPage: () => Promise<ComponentType<PageProps>>,
): Pick<ScreenRoute, 'Page' | 'load'> {
  const lazy = createLazyCode(fetchPage);
  function LazyPage(props: PageProps) {
    const { code: Page, error } = useLazyCode(lazy);
    if (error !== null) return <CrashNotice error={error} />;
    return Page === null ? <LoadingScreen title={props.title} /> : <Page {...props} />;
  }
  return { Page: LazyPage, load: lazy.load };
}

/** Passes the number of loaded instances per region to the Regions page, because features don't import each other. */
function withInstanceCounts(Page: ComponentType<RegionsPageProps>) {
  return function RegionsScreen({ title }: PageProps) {
    const { rows } = useInstances({ sendsRequests: false });
    const instanceCounts = useMemo(() => {
      const counts = new Map<string, number>();
      for (const { record } of rows)
        if (record?.region != null) counts.set(record.region, (counts.get(record.region) ?? 0) + 1);
      return counts;
    }, [rows]);
    return <Page title={title} instanceCounts={instanceCounts} />;
  };
}

function LoadingScreen({ title }: { title: string }) {
  return (
    <div aria-busy="true">
      <p aria-hidden="true" className="text-title font-semibold">
        {title}
      </p>
      <Skeleton className="mt-1.5 h-3.5 w-64 max-w-full" />
      <Skeleton className="mt-6 h-9 w-full sm:max-w-72" />
    </div>
  );
}

function NotFound({ pathname }: { pathname: string }) {
  const { workspaceSlug } = useSession();
  return (
    <>
      <title>{formatDocumentTitle('Page not found', workspaceSlug)}</title>
      <PageHeading title="Page not found" />
      <p className="wrap-anywhere">
        No page has the address <code>{pathname}</code>.
      </p>
      <p className="mt-4">
        <Link
          to={paths.screen('compute', workspaceSlug)}
          className="text-accent underline underline-offset-2"
        >
          Go to Compute
        </Link>
      </p>
    </>
  );
}

function formatDocumentTitle(label: string, workspaceSlug: string): string {
  return `${label} · ${workspaceSlug} · Workspace Console`;
}
