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

/** Opens what the console keeps in this browser, once per page, and returns the component that a session renders. */
export function openConsole({ config, session, idleTimer, reads, data }: Options) {
  const log = createDeletionLog(config, data);
  const preferences = openPreferences();
  const recentWorkspaces = openRecentWorkspaces(config);

  let openWorkspace: string | undefined;
  function followSession() {
    const latest = session.getSignedInState()?.verifiedWorkspaces[0];
    if (latest !== undefined && latest !== openWorkspace) recentWorkspaces.add(latest);
    openWorkspace = latest;
  }
  // Old log entries are removed only if the date of a response is close to the clock of this browser.
  function confirmClock() {
    const servedAt = session.requests.getState()[0]?.servedAt ?? null;
    if (servedAt !== null) log.confirmClock(servedAt);
  }
  session.subscribe(followSession);
  session.requests.subscribe(confirmClock);
  followSession();
  confirmClock();

  /** Everything behind the sign-in form. Providers above `WorkspaceGate` last for a session, those below for one workspace. */
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
