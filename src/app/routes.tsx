import type { QueryClient } from '@tanstack/react-query';
import { Globe, History, type LucideIcon, Server, TextAlignStart } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { regionsQuery } from '../api/useRegions.ts';
import { subscriptionHistoryQuery } from '../api/useSubscriptionHistory.ts';
import { ComputePage } from '../compute/ComputePage.tsx';
import { paths, type Screen, screenLabels, screens } from '../paths.ts';
import { formatTabTitle, useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { PageHeading } from '../ui/states.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';

type PageProps = { title: string };

const HistoryPage = lazyComponent(async () => (await import('../subscription/HistoryPage.tsx')).HistoryPage);
const RegionsPage = lazyComponent(async () => (await import('../regions/RegionsPage.tsx')).RegionsPage);
const ActivityPage = lazyComponent(async () => (await import('../activity/ActivityPage.tsx')).ActivityPage);

export function preloadScreens(): Promise<unknown> {
  return Promise.all([HistoryPage, RegionsPage, ActivityPage].map(({ preload }) => preload()));
}

type ScreenRoute = { Icon: LucideIcon; Page: ComponentType<PageProps> };

export const screenRoutes: Record<Screen, ScreenRoute> = {
  compute: { Icon: Server, Page: ComputePage },
  subscription: { Icon: History, Page: HistoryPage },
  regions: { Icon: Globe, Page: RegionsPage },
  activity: { Icon: TextAlignStart, Page: ActivityPage },
};

/** Requests the data of the screens that don't show instances. A failure is forgotten, so that the screen itself asks again. */
export async function prefetchOtherScreens(client: QueryClient, workspace: string): Promise<void> {
  await Promise.all([
    client.prefetchQuery(subscriptionHistoryQuery(workspace)),
    client.prefetchQuery(regionsQuery(workspace)),
  ]);
  client.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' });
}

export function Screens() {
  const { workspace } = useSession();
  const { pathname } = useLocation();
  // Without this check, a URL that can't be decoded would show the current workspace.
  if (pathname !== paths.home && paths.workspaceOf(pathname) === null)
    return <NotFound pathname={pathname} />;
  return (
    <CrashBoundary resetKey={pathname}>
      <Routes>
        <Route path={paths.home} element={<Navigate replace to={paths.screen('compute', workspace)} />} />
        {screens.map((screen) => (
          <Route
            key={screen}
            caseSensitive
            path={paths.pattern(screen)}
            element={
              <ScreenPage key={screen} title={screenLabels[screen].label} Page={screenRoutes[screen].Page} />
            }
          />
        ))}
        <Route path="*" element={<NotFound pathname={pathname} />} />
      </Routes>
    </CrashBoundary>
  );
}

function ScreenPage({ title, Page }: PageProps & Pick<ScreenRoute, 'Page'>) {
  return (
    <Suspense fallback={<LoadingScreen title={title} />}>
      <ScreenTitle title={title} />
      <Page title={title} />
      <HeadingFocus />
    </Suspense>
  );
}

function ScreenTitle({ title }: PageProps) {
  const { workspace } = useSession();
  const { environment } = useConfig();
  return <title>{formatTabTitle([title, workspace], environment)}</title>;
}

/** Moves the focus to the heading of a new screen. On a new page, which nobody has used yet, Tab starts at the top. */
function HeadingFocus() {
  const isReturn = useRef(useNavigationType() === 'POP');
  useEffect(() => {
    if (!navigator.userActivation.hasBeenActive) return;
    // While the first screen was loading, or after Back, the focus can be where the admin goes on.
    const { activeElement } = document;
    if (isReturn.current && activeElement !== null && activeElement !== document.body) return;
    if (!isReturn.current) window.scrollTo(0, 0);
    const heading = document.getElementById('page-heading');
    // Behind the dialog of a bulk delete, the focus would leave the dialog.
    if (heading?.closest('[inert], [aria-hidden="true"]') === null) heading.focus({ preventScroll: true });
  }, []);
  return null;
}

function LoadingScreen({ title }: PageProps) {
  return (
    <div aria-busy="true">
      <p aria-hidden="true" className="mb-4 text-title font-semibold">
        {title}
      </p>
      <span className="sr-only">Loading…</span>
      <i className="skeleton h-40" />
    </div>
  );
}

function NotFound({ pathname }: { pathname: string }) {
  const { workspace } = useSession();
  return (
    <>
      <ScreenTitle title="Page not found" />
      <PageHeading title="Page not found" />
      <p className="mb-4 wrap-anywhere">
        <span>No page has the address </span>
        <code translate="no">{pathname}</code>
      </p>
      <Link to={paths.screen('compute', workspace)} className="text-accent underline">
        Go to Compute
      </Link>
    </>
  );
}
