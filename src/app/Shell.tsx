import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useConfig } from '../session/config.ts';
import { OperatorNotice } from '../session/OperatorNotice.tsx';
import { addRecentWorkspace } from '../session/recentWorkspaces.ts';
import { useSession } from '../session/useSession.ts';
import { EnvironmentStripe, WorkspaceRibbon } from '../ui/Environment.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { PartBoundary } from './CrashBoundary.tsx';
import { preloadScreens } from './routes.tsx';
import { mainClass, shellClass } from './ShellSkeleton.tsx';
import { Sidebar } from './Sidebar.tsx';
import { StorageProblem } from './StorageProblem.tsx';
import { useSearchKeys } from './useSearchKeys.ts';

const BulkDialog = lazyComponent(async () => (await import('../instances/bulk/BulkDialog.tsx')).BulkDialog);
const OpenWorkspaceDialog = lazyComponent(
  async () => (await import('./OpenWorkspaceDialog.tsx')).OpenWorkspaceDialog,
);

export function Shell({ children }: { children: ReactNode }) {
  const [isOpeningOther, setOpeningOther] = useState(false);
  const [hasAllCode, setHasAllCode] = useState(false);
  const { workspace } = useSession();
  const { environment, environmentColor, notice } = useConfig();
  useEffect(() => addRecentWorkspace(workspace), [workspace]);
  useSearchKeys();
  return (
    <div className={shellClass}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        Skip to content
      </a>
      <EnvironmentStripe color={environmentColor} />
      <LoadingBar onPreload={() => setHasAllCode(true)} />
      <Sidebar onOpenOther={() => setOpeningOther(true)} />
      <main id="main" tabIndex={-1} className={mainClass}>
        <div className="mx-auto max-w-290">
          <WorkspaceRibbon slug={workspace} environment={environment} color={environmentColor} />
          <StorageProblem />
          {notice !== null && (
            <div className="mb-3.5 empty:hidden">
              <OperatorNotice text={notice} />
            </div>
          )}
          {children}
        </div>
      </main>
      <PartBoundary>
        <Suspense fallback={null}>{hasAllCode && <BulkDialog />}</Suspense>
      </PartBoundary>
      <PartBoundary>
        <Suspense fallback={null}>
          {isOpeningOther && <OpenWorkspaceDialog onClose={() => setOpeningOther(false)} />}
        </Suspense>
      </PartBoundary>
      <Toasts />
    </div>
  );
}

/** Time (ms) between the end of the first requests and the loading of the remaining code. */
const preloadDelayMs = 200;

/** Also loads the remaining code after the first rows. CSS delays the bar by 300 ms. */
function LoadingBar({ onPreload }: { onPreload: () => void }) {
  // The log is polled.
  const isReading = useIsFetching({ predicate: ({ queryKey }) => queryKey[2] !== 'deletions' }) > 0;
  const hasPreloaded = useRef(false);
  useEffect(() => {
    if (isReading || hasPreloaded.current) return;
    const timer = setTimeout(() => {
      hasPreloaded.current = true;
      const parts = [BulkDialog.preload(), OpenWorkspaceDialog.preload(), preloadScreens()];
      // A failure is reported when the code is needed.
      void Promise.allSettled(parts).then(onPreload);
    }, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isReading, onPreload]);
  return isReading && <div aria-hidden="true" data-loading-bar className="loading-bar" />;
}
