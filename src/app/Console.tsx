import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorBoundary } from 'react-error-boundary';
import { Link, Navigate, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { ComputePage } from '../compute/ComputePage.tsx';
import { searchFieldId } from '../compute/useInstanceTable.ts';
import { paths, type Screen, screenInfo } from '../paths.ts';
import { EnvironmentStripe } from '../session/Environment.tsx';
import { formatTabTitle, useConfig, useSession, useSessionForPath } from '../session/pageData.ts';
import { SignedIn } from '../session/SignedIn.tsx';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { OperatorNotice } from '../ui/notices.tsx';
import { PageHeading } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { CrashPage } from './App.tsx';
import { createQueryClient } from './queryClient.ts';
import { Sidebar } from './Sidebar.tsx';

const queryClient = createQueryClient();

export function Console() {
  if (useSessionForPath() === null) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn>
        <NuqsAdapter>
          <Shell />
        </NuqsAdapter>
      </SignedIn>
    </QueryClientProvider>
  );
}

function Shell() {
  const { notice } = useConfig();
  const [isIdle, setIdle] = useState(false);
  // Safari 17 has no `requestIdleCallback`.
  useEffect(() => void (window.requestIdleCallback ?? setTimeout)(() => setIdle(true)), []);
  useSearchKeys();
  return (
    <div className="md:grid md:grid-cols-[var(--sidebar)_minmax(0,1fr)] md:[--sidebar:5.75rem] lg:[--sidebar:13.5rem] print:block">
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        Skip to content
      </a>
      <EnvironmentStripe />
      <Sidebar />
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 px-4 pt-2 pb-[calc(var(--bottom-bar)+9rem)] outline-none md:px-5 md:pt-6 lg:px-8 print:p-0"
      >
        <div className="mx-auto max-w-290">
          <div className="mb-3.5 empty:hidden">
            <OperatorNotice text={notice} />
          </div>
          <Screens />
        </div>
      </main>
      <LateBoundary>{isIdle && <LateScreen screen={null} />}</LateBoundary>
      <Toasts />
    </div>
  );
}

const dialogSelector = '[role=alertdialog][data-open], [role=dialog][data-open]:not(.drawer)';

function useSearchKeys(): void {
  const { workspace } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    function openSearch(event: KeyboardEvent) {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      if (document.querySelector(dialogSelector) !== null) return;
      if (paths.screenOf(window.location.pathname) !== 'compute')
        flushSync(() => void navigate(paths.screen('compute', workspace)));
      const search = document.querySelector<HTMLInputElement>(`#${searchFieldId}`);
      search?.focus();
      search?.select();
    }
    window.addEventListener('keydown', openSearch);
    return () => window.removeEventListener('keydown', openSearch);
  }, [navigate, workspace]);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !altKey && !shiftKey;
  return (
    key === '/' &&
    !(target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null)
  );
}

const LateScreen = lazy(async () => ({ default: (await import('./LateScreen.tsx')).LateScreen }));

function Screens() {
  const { workspace } = useSession();
  const { pathname } = useLocation();
  if (pathname === paths.home) return <Navigate replace to={paths.screen('compute', workspace)} />;
  const screen = paths.workspaceOf(pathname) === null ? null : paths.screenOf(pathname);
  return (
    <ErrorBoundary resetKeys={[pathname]} FallbackComponent={CrashPage}>
      {screen === null ? <NotFound /> : <ScreenPage key={screen} screen={screen} />}
    </ErrorBoundary>
  );
}

function ScreenPage({ screen }: { screen: Screen }) {
  const { label } = screenInfo[screen];
  return (
    <Suspense fallback={<PageHeading title={label} subtitle={<span role="status">Loading…</span>} />}>
      <ScreenTitle title={label} />
      {screen === 'compute' ? <ComputePage title={label} /> : <LateScreen screen={screen} />}
      <HeadingFocus />
    </Suspense>
  );
}

function ScreenTitle({ title }: { title: string }) {
  const { workspace } = useSession();
  const { environment } = useConfig();
  return <title>{formatTabTitle([title, workspace], environment)}</title>;
}

/** Does nothing on a page that nobody has used yet, where Tab starts at the top. */
function HeadingFocus() {
  const isReturn = useRef(useNavigationType() === 'POP');
  useEffect(() => {
    if (!navigator.userActivation.hasBeenActive) return;
    // After Back, Forward or a load, the focus can already be where the admin goes on.
    const { activeElement } = document;
    if (isReturn.current && activeElement !== null && activeElement !== document.body) return;
    if (!isReturn.current) window.scrollTo(0, 0);
    const heading = document.getElementById('page-heading');
    // A heading behind an open dialog would take the focus out of the dialog.
    if (heading?.closest('[inert], [aria-hidden="true"]') === null) heading.focus({ preventScroll: true });
  }, []);
  return null;
}

function NotFound() {
  const { workspace } = useSession();
  return (
    <>
      <ScreenTitle title="Page not found" />
      <PageHeading title="Page not found" />
      <Link to={paths.screen('compute', workspace)} className="text-accent underline">
        Go to Compute
      </Link>
    </>
  );
}
