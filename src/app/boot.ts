import type { ConsoleConfig } from '../config.ts';
import { createDeletionLog, type DeletionLog } from '../features/compute/deletion/deletionLog.ts';
import { paths } from '../paths.ts';
import { createSession, type SessionStore } from '../session/session.ts';
import type { Persisted } from '../ui/persisted.ts';
import type { Preferences } from '../ui/usePreferences.ts';
import { openPreferences } from './preferences.tsx';
import { createSessionReads, type SessionReads } from './queryClient.ts';
import { addRecentWorkspace, openRecentWorkspaces, type RecentWorkspaces } from './recentWorkspaces.ts';
import { prefetchScreen } from './routes.tsx';

/** Who is asking at this page, and what was read for them. */
export type Boot = {
  config: ConsoleConfig;
  session: SessionStore;
  reads: SessionReads;
  log: DeletionLog;
  recentWorkspaces: RecentWorkspaces;
  preferences: Persisted<Preferences>;
  /** Ends when the screen in the URL can be drawn with its data, or after a moment; undefined where nothing is read. */
  ready: Promise<unknown> | undefined;
};

/** ms; drawing the page once with its data is quicker than twice, but nobody looks at nothing for longer. */
const patienceMs = 300;

/**
 * Reads the kept session, and asks for what the screen in the URL shows as soon as somebody is signed in. Called once
 * and outside React, so that the data is on its way before anything is drawn.
 */
export function boot(config: ConsoleConfig): Boot {
  const { serviceUrl, serviceId, idleMinutes } = config;
  const reads = createSessionReads();
  const session = createSession({
    serviceUrl,
    serviceId,
    idleMs: idleMinutes === 'never' ? Number.POSITIVE_INFINITY : idleMinutes * 60_000,
    onProof: reads.keepProof,
    onTokenDropped: reads.empty,
  });
  const recentWorkspaces = openRecentWorkspaces({ serviceUrl, serviceId });
  const log = createDeletionLog(config);

  let workspaceSlug: string | undefined;
  let firstRead: Promise<void> | undefined;
  function follow() {
    const state = session.get();
    if (state.status === 'signed-out') {
      workspaceSlug = undefined;
      return reads.drop();
    }
    if (state.proved[0] === workspaceSlug) return;
    const isNew = workspaceSlug === undefined;
    [workspaceSlug] = state.proved;
    addRecentWorkspace(recentWorkspaces, workspaceSlug);
    const { pathname } = window.location;
    const screen = paths.screenOf(pathname);
    const asked = paths.workspaceOf(pathname) ?? workspaceSlug;
    // Of a workspace that the token has not proved itself for nothing is asked but the proof.
    if (isNew && screen !== null && state.proved.includes(asked))
      firstRead = prefetchScreen(screen, reads.get(), {
        connection: state.connection,
        workspaceSlug: asked,
        config,
      });
  }
  session.subscribe(follow);
  follow();
  const logRead = new Promise<void>((resolve) => log.subscribe(() => log.isReady() && resolve()));
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const ready = firstRead && Promise.race([Promise.all([firstRead, logRead]), patience]);
  return { config, session, reads, log, recentWorkspaces, preferences: openPreferences(), ready };
}
