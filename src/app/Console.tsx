import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getInventory } from '../compute/inventory.ts';
import type { ServiceData } from '../compute/serviceData.ts';
import { getServiceData } from '../compute/serviceData.ts';
import type { ConsoleConfig } from '../config.ts';
import { DeletionsProvider } from '../deletion/DeletionsProvider.tsx';
import { createDeletionLog } from '../deletion/deletionLog.ts';
import type { IdleTimer } from '../session/idleTimer.ts';
import { SessionWarningDialog } from '../session/SessionWarning.tsx';
import type { SessionStore } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';
import { WorkspaceGate } from '../session/WorkspaceGate.tsx';
import { ResultsProvider } from '../ui/results.tsx';
import { openPreferences, PreferencesProvider } from './preferences.tsx';
import type { QueryClientOwner } from './queryClient.ts';
import { openRecentWorkspaces, RecentWorkspacesContext } from './recentWorkspaces.ts';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';

type Options = {
  config: ConsoleConfig;
  session: SessionStore;
  idleTimer: IdleTimer;
  queryClientOwner: QueryClientOwner;
  data: ServiceData;
};

export type OpenedConsole = ReturnType<typeof openConsole>;

/** Opens the stored data of the console, and returns the component that is shown after sign-in. Runs once per page. */
export function openConsole({ config, session, idleTimer, queryClientOwner, data }: Options) {
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

  /** Renders the console of a session. State below `WorkspaceGate` is lost when the admin switches the workspace. */
  function Console() {
    return (
      <NuqsAdapter>
        <PreferencesProvider store={preferences}>
          <RecentWorkspacesContext value={recentWorkspaces}>
            <SessionQueryClientProvider queryClientOwner={queryClientOwner}>
              <ResultsProvider>
                <DeletionsProvider log={log}>
                  <WorkspaceGate>
                    <RetryFailedQueries />
                    <Shell>
                      <Screens />
                    </Shell>
                  </WorkspaceGate>
                  <SessionWarningDialog idleTimer={idleTimer} />
                </DeletionsProvider>
              </ResultsProvider>
            </SessionQueryClientProvider>
          </RecentWorkspacesContext>
        </PreferencesProvider>
      </NuqsAdapter>
    );
  }
  const workspaceSlug = session.getSignedInState()?.verifiedWorkspaces[0];
  const dataReady = Promise.all([
    new Promise<void>((resolve) => log.subscribe(() => log.isReady() && resolve())),
    workspaceSlug &&
      new Promise<void>((resolve) =>
        getInventory(getServiceData(config), workspaceSlug).subscribe(({ isReady }) => isReady && resolve()),
      ),
  ]);
  return { Console, log, ready: dataReady };
}

type ProviderProps = { queryClientOwner: QueryClientOwner; children: ReactNode };

/** Provides the query client of the session. `AuthGate` mounts this component again for the next session. */
function SessionQueryClientProvider({ queryClientOwner, children }: ProviderProps) {
  const [queryClient] = useState(queryClientOwner.getQueryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Repeats failed queries after the admin has signed in again, because the previous token may have been rejected. */
function RetryFailedQueries() {
  const queryClient = useQueryClient();
  const { connection } = useSession();
  const previousConnection = useRef(connection);
  useEffect(() => {
    if (previousConnection.current === connection) return;
    previousConnection.current = connection;
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [queryClient, connection]);
  return null;
}
