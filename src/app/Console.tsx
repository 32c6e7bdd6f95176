import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { EnvironmentStripe } from '../session/Environment.tsx';
import { useConfig, usePageSession, useSession } from '../session/pageData.ts';
import { SignedIn } from '../session/SignedIn.tsx';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { OperatorNotice } from '../ui/notices.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { createQueryClient } from './queryClient.ts';
import { OtherScreen, Screens } from './routes.tsx';
import { Sidebar } from './Sidebar.tsx';

/** One per page. A sign-out clears it. */
const queryClient = createQueryClient();

export function Console() {
  if (usePageSession() === null) return null;
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
  // Safari 17 has no such event.
  useEffect(() => void (window.requestIdleCallback ?? setTimeout)(() => setIdle(true)), []);
  useSearchKeys();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--sidebar)_minmax(0,1fr)] md:[--sidebar:3.75rem] lg:[--sidebar:13.5rem] print:block">
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        Skip to content
      </a>
      <EnvironmentStripe />
      <Sidebar />
      {/* The space at the bottom is for a toast, so that it never covers the pager. */}
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 px-4 pt-2 pb-[calc(var(--bottom-bar)+9rem)] outline-none md:px-8 md:pt-6 print:p-0"
      >
        <div className="mx-auto max-w-290">
          <div className="mb-3.5 empty:hidden">
            <OperatorNotice text={notice} />
          </div>
          <Screens />
        </div>
      </main>
      <LateBoundary>{isIdle && <OtherScreen screen={null} />}</LateBoundary>
      <Toasts />
    </div>
  );
}

const dialogSelector = '[role=alertdialog][data-open], [role=dialog][data-open]:not(.drawer)';

/** `/`, Ctrl K and ⌘ K go to the search of Compute from every screen. */
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
      const search = document.querySelector<HTMLInputElement>('#instance-search');
      search?.focus();
      search?.select();
    }
    window.addEventListener('keydown', openSearch);
    return () => window.removeEventListener('keydown', openSearch);
  }, [navigate, workspace]);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !altKey && !shiftKey;
  return key === '/' && !(target instanceof Element && target.closest('input, textarea, select') !== null);
}
