import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { BulkIndicator } from '../features/compute/deletion/BulkIndicator.tsx';
import { DeletionsProvider } from '../features/compute/deletion/DeletionsProvider.tsx';
import { AuthGate } from '../session/AuthGate.tsx';
import { SessionWarningDialog } from '../session/SessionWarning.tsx';
import { ConfigContext, useSession } from '../session/useSession.ts';
import { WorkspaceGate } from '../session/WorkspaceGate.tsx';
import { ResultsProvider } from '../ui/results.tsx';
import type { Boot } from './boot.ts';
import { CrashBoundary } from './ErrorBoundary.tsx';
import { PreferencesProvider } from './preferences.tsx';
import type { SessionReads } from './queryClient.ts';
import { RecentWorkspacesContext } from './recentWorkspaces.ts';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';

type Props = Omit<Boot, 'ready' | 'stop'>;

/** The console. Providers above `WorkspaceGate` last for a session, those below for one workspace. */
export function App(props: Props) {
  const { config, session, idleTimer, reads, log, recentWorkspaces, preferences } = props;
  return (
    <CrashBoundary>
      <ConfigContext value={config}>
        <BrowserRouter>
          <NuqsAdapter>
            <PreferencesProvider store={preferences}>
              <RecentWorkspacesContext value={recentWorkspaces}>
                <AuthGate store={session} idleTimer={idleTimer}>
                  <SessionReadsProvider reads={reads}>
                    <ResultsProvider>
                      <DeletionsProvider log={log}>
                        <WorkspaceGate>
                          <ResumeReads />
                          <Shell running={<BulkIndicator />}>
                            <Screens />
                          </Shell>
                        </WorkspaceGate>
                        <SessionWarningDialog idleTimer={idleTimer} />
                      </DeletionsProvider>
                    </ResultsProvider>
                  </SessionReadsProvider>
                </AuthGate>
              </RecentWorkspacesContext>
            </PreferencesProvider>
          </NuqsAdapter>
        </BrowserRouter>
      </ConfigContext>
    </CrashBoundary>
  );
}

/** Provides the query client of the session that is mounted with it. */
function SessionReadsProvider({ reads, children }: { reads: SessionReads; children: ReactNode }) {
  const [queryClient] = useState(reads.get);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Repeats the reads that failed with a rejected token once there is another one. */
function ResumeReads() {
  const queryClient = useQueryClient();
  const { connection } = useSession();
  const previous = useRef(connection);
  useEffect(() => {
    if (previous.current === connection) return;
    previous.current = connection;
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [queryClient, connection]);
  return null;
}
