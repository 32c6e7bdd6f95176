import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { DeletionsProvider } from '../features/compute/deletion/DeletionsProvider.tsx';
import { createDeletionLog } from '../features/compute/deletion/deletionLog.ts';
import { inventoryOf } from '../features/compute/inventory.ts';
import type { ServiceData } from '../features/compute/serviceData.ts';
import { serviceDataOf } from '../features/compute/serviceData.ts';
import type { IdleTimer } from '../session/idleTimer.ts';
import { SessionWarningDialog } from '../session/SessionWarning.tsx';
import type { SessionStore } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';
import { WorkspaceGate } from '../session/WorkspaceGate.tsx';
import { ResultsProvider } from '../ui/results.tsx';
import { openPreferences, PreferencesProvider } from './preferences.tsx';
import type { SessionReads } from './queryClient.ts';
import { openRecentWorkspaces, RecentWorkspacesContext } from './recentWorkspaces.ts';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';

type Options = {
  config: ConsoleConfig;
  session: SessionStore;
  idleTimer: IdleTimer;
  reads: SessionReads;
  data: ServiceData;
};

export type OpenConsole = ReturnType<typeof openConsole>;

/** Opens the stored data of the console, and returns the component that is shown after sign-in. Runs once per page. */
export function openConsole({ config, session, idleTimer, reads, data }: Options) {
  const log = createDeletionLog(config, data);
  const preferences = openPreferences();
  const recentWorkspaces = openRecentWorkspaces(config);

  let lastWorkspace: string | undefined;
  function addRecentWorkspace() {
    const currentWorkspace = session.getSignedInState()?.verifiedWorkspaces[0];
    if (currentWorkspace !== undefined && currentWorkspace !== lastWorkspace)
      recentWorkspaces.add(currentWorkspace);
    lastWorkspace = currentWorkspace;
  }
  // The log removes old entries only if the date of a response agrees with the clock of this browser.
  function confirmClock() {
    const servedAt = session.requests.getState()[0]?.servedAt ?? null;
    if (servedAt !== null) log.confirmClock(servedAt);
  }
  session.subscribe(addRecentWorkspace);
  session.requests.subscribe(confirmClock);
  addRecentWorkspace();
  confirmClock();

  /** Renders the console of a session. Above `WorkspaceGate`, state lasts for the session; below, for one workspace. */
  function Console() {
    return (
      <NuqsAdapter>
        <PreferencesProvider store={preferences}>
          <RecentWorkspacesContext value={recentWorkspaces}>
            <SessionReadsProvider reads={reads}>
              <ResultsProvider>
                <DeletionsProvider log={log}>
                  <WorkspaceGate>
                    <ResumeReads />
                    <Shell>
                      <Screens />
                    </Shell>
                  </WorkspaceGate>
                  <SessionWarningDialog idleTimer={idleTimer} />
                </DeletionsProvider>
              </ResultsProvider>
            </SessionReadsProvider>
          </RecentWorkspacesContext>
        </PreferencesProvider>
      </NuqsAdapter>
    );
  }
  const workspaceSlug = session.getSignedInState()?.verifiedWorkspaces[0];
  const ready = Promise.all([
    new Promise<void>((resolve) => log.subscribe(() => log.isReady() && resolve())),
    workspaceSlug &&
      new Promise<void>((resolve) =>
        inventoryOf(serviceDataOf(config), workspaceSlug).subscribe(({ isReady }) => isReady && resolve()),
      ),
  ]);
  return { Console, log, ready };
}

/** Provides the query client of the session. `AuthGate` mounts this component again for the next session. */
function SessionReadsProvider({ reads, children }: { reads: SessionReads; children: ReactNode }) {
  const [queryClient] = useState(reads.getQueryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Repeats the failed reads after the admin has signed in again, because a rejected token may be the reason. */
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
