import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, useLocation, useNavigationType } from 'react-router-dom';
import { ComputePage } from '../compute/ComputePage.tsx';
import { paths, type Screen, screenParts } from '../paths.ts';
import { formatTabTitle, useConfig, useSession } from '../session/pageData.ts';
import { PageHeading } from '../ui/states.tsx';
import { CrashBoundary } from './App.tsx';

export const OtherScreen = lazy(async () => ({ default: (await import('./OtherScreen.tsx')).OtherScreen }));

export function Screens() {
  const { workspace } = useSession();
  const { pathname } = useLocation();
  if (pathname === paths.home) return <Navigate replace to={paths.screen('compute', workspace)} />;
  const screen = paths.workspaceOf(pathname) === null ? null : paths.screenOf(pathname);
  return (
    <CrashBoundary resetKey={pathname}>
      {screen === null ? <NotFound pathname={pathname} /> : <ScreenPage key={screen} screen={screen} />}
    </CrashBoundary>
  );
}

function ScreenPage({ screen }: { screen: Screen }) {
  const { label } = screenParts[screen];
  return (
    <Suspense fallback={<PageHeading title={label} subtitle={<span role="status">Loading…</span>} />}>
      <ScreenTitle title={label} />
      {screen === 'compute' ? <ComputePage title={label} /> : <OtherScreen screen={screen} />}
      <HeadingFocus />
    </Suspense>
  );
}

function ScreenTitle({ title }: { title: string }) {
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
    // Behind a dialog that is still open, the focus would leave the dialog.
    if (heading?.closest('[inert], [aria-hidden="true"]') === null) heading.focus({ preventScroll: true });
  }, []);
  return null;
}

function NotFound({ pathname }: { pathname: string }) {
  const { workspace } = useSession();
  return (
    <>
      <ScreenTitle title="Page not found" />
      <PageHeading title="Page not found" />
      <p className="mb-4 wrap-anywhere">{`No page has the address ${pathname}`}</p>
      <Link to={paths.screen('compute', workspace)} className="text-accent underline">
        Go to Compute
      </Link>
    </>
  );
}
