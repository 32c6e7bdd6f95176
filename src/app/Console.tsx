import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { useEffect, useState } from 'react';
import { OperatorNotice } from '../session/OperatorNotice.tsx';
import { useConfig } from '../session/pageData.ts';
import { SignedIn } from '../session/SignedIn.tsx';
import { usePageSession } from '../session/useSession.ts';
import { EnvironmentStripe } from '../ui/Environment.tsx';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { createQueryClient } from './queryClient.ts';
import { OtherScreen, Screens } from './routes.tsx';
import { Sidebar } from './Sidebar.tsx';
import { StorageProblem } from './StorageProblem.tsx';
import { useSearchKeys } from './useSearchKeys.ts';

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
  const { environmentColor, notice } = useConfig();
  const isIdle = useIdle();
  useSearchKeys();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--sidebar)_minmax(0,1fr)] md:[--sidebar:3.75rem] lg:[--sidebar:13.5rem] print:block">
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        Skip to content
      </a>
      <EnvironmentStripe color={environmentColor} />
      <Sidebar />
      {/* The space at the bottom is for a toast, so that it never covers the pager. */}
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 px-4 pt-2 pb-[calc(var(--bottom-bar)+8rem)] outline-none md:px-8 md:pt-6 print:p-0"
      >
        <div className="mx-auto max-w-290">
          <div className="mb-3.5 grid gap-2 empty:hidden">
            <StorageProblem />
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

/** True once the browser has had nothing to do. Safari 17 has no such event. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (window.requestIdleCallback === undefined) {
      const timer = setTimeout(() => setIdle(true), 200);
      return () => clearTimeout(timer);
    }
    const request = window.requestIdleCallback(() => setIdle(true));
    return () => window.cancelIdleCallback(request);
  }, []);
  return isIdle;
}
