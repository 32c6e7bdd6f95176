import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { type ComponentProps, useEffect, useRef, useSyncExternalStore } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { DeletionsProvider } from '../features/compute/DeletionsProvider.tsx';
import { WhatRuns } from '../features/compute/WhatRuns.tsx';
import { paths } from '../paths.ts';
import { AuthGate } from '../session/AuthGate.tsx';
import { createSession, type SessionStore } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';
import { ResultsProvider } from '../ui/results.tsx';
import { CrashBoundary } from './ErrorBoundary.tsx';
import { PreferencesProvider } from './preferences.tsx';
import { createSessionReads, type SessionReads } from './queryClient.ts';
import { recentWorkspaces } from './recentWorkspaces.ts';
import { prefetchScreen, Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';

/** Who is asking at this page, and what was read for them. */
export type Boot = { config: ConsoleConfig; session: SessionStore; reads: SessionReads };

/**
 * Reads the kept session, and asks for what the screen in the URL shows as soon as somebody is signed in. Called once
 * and outside React, so that the data is on its way before anything is drawn.
 */
export function boot(config: ConsoleConfig): Boot {
  const { serviceUrl, idleMinutes } = config;
  const reads = createSessionReads();
  const session = createSession({
    serviceUrl,
    idleMs: idleMinutes * 60_000,
    onProof: reads.keepProof,
    onTokenDropped: reads.empty,
  });

  let workspaceSlug: string | undefined;
  function follow() {
    const state = session.get();
    if (state.status === 'signed-out') {
      workspaceSlug = undefined;
      return reads.drop();
    }
    if (state.proved[0] === workspaceSlug) return;
    const isNew = workspaceSlug === undefined;
    [workspaceSlug = ''] = state.proved;
    recentWorkspaces(serviceUrl).add(workspaceSlug);
    const { pathname } = window.location;
    const screen = paths.screenOf(pathname);
    const asked = paths.workspaceOf(pathname) ?? workspaceSlug;
    // Of a workspace that the token has not proved itself for nothing is asked but the proof.
    if (isNew && screen !== null && state.proved.includes(asked))
      void prefetchScreen(screen, reads.get(), {
        connection: state.connection,
        workspaceSlug: asked,
        config,
      });
  }
  session.subscribe(follow);
  follow();
  return { config, session, reads };
}

/** The whole console: the gate, and all else behind it. */
export function App({ config, session, reads }: Boot) {
  // The state stays the same object until something changed, so a new session brings its own client along.
  useSyncExternalStore(session.subscribe, session.get);
  return (
    <CrashBoundary>
      <BrowserRouter>
        <NuqsAdapter>
          <QueryClientProvider client={reads.get()}>
            <AuthGate store={session} config={config} around={SessionProviders}>
              <ResumeReads />
              <PreferencesProvider>
                <Shell config={config} running={<WhatRuns />}>
                  <Screens config={config} />
                </Shell>
              </PreferencesProvider>
            </AuthGate>
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
