import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { type ComponentProps, useEffect, useRef, useSyncExternalStore } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { DeletionsProvider } from '../features/compute/DeletionsProvider.tsx';
import { BulkIndicator } from '../features/compute/deletion/BulkIndicator.tsx';
import { DeletionLogContext } from '../features/compute/deletion/useDeletions.ts';
import { AuthGate } from '../session/AuthGate.tsx';
import { useSession } from '../session/useSession.ts';
import { ResultsProvider } from '../ui/results.tsx';
import type { Boot } from './boot.ts';
import { CrashBoundary } from './ErrorBoundary.tsx';
import { PreferencesProvider } from './preferences.tsx';
import { RecentWorkspacesContext } from './recentWorkspaces.ts';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';

/** The whole console: the gate, and all else behind it. */
export function App({ config, session, reads, log, recentWorkspaces, preferences }: Omit<Boot, 'ready'>) {
  // The state stays the same object until something changed, so a new session brings its own client along.
  useSyncExternalStore(session.subscribe, session.get);
  return (
    <CrashBoundary>
      <BrowserRouter>
        <NuqsAdapter>
          <QueryClientProvider client={reads.get()}>
            <DeletionLogContext value={log}>
              <AuthGate store={session} config={config} around={SessionProviders}>
                <ResumeReads />
                <PreferencesProvider store={preferences}>
                  <RecentWorkspacesContext value={recentWorkspaces}>
                    <Shell config={config} running={<BulkIndicator />}>
                      <Screens config={config} />
                    </Shell>
                  </RecentWorkspacesContext>
                </PreferencesProvider>
              </AuthGate>
            </DeletionLogContext>
          </QueryClientProvider>
        </NuqsAdapter>
      </BrowserRouter>
    </CrashBoundary>
  );
}

/** What lasts from a sign-in to its sign-out, whatever workspace is open. */
function SessionProviders(props: ComponentProps<typeof DeletionsProvider>) {
  return (
    <ResultsProvider>
      <DeletionsProvider {...props} />
    </ResultsProvider>
  );
}

/** Lets the reads that failed with a rejected token try again with the next, once the page has it. */
function ResumeReads() {
  const queryClient = useQueryClient();
  const { connection } = useSession();
  const read = useRef(connection);
  useEffect(() => {
    if (read.current === connection) return;
    read.current = connection;
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [queryClient, connection]);
  return null;
}
