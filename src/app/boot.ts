import type { ConsoleConfig } from '../config.ts';
import { createDeletionLog, type DeletionLog } from '../features/compute/deletion/deletionLog.ts';
import { paths } from '../paths.ts';
import { createIdleTimer, type IdleTimer } from '../session/idleTimer.ts';
import { followPage } from '../session/pageLifecycle.ts';
import { createSession, type SessionStore } from '../session/session.ts';
import type { Persisted } from '../ui/persisted.ts';
import type { Preferences } from '../ui/usePreferences.ts';
import { openPreferences } from './preferences.tsx';
import { createSessionReads, type SessionReads } from './queryClient.ts';
import { addRecentWorkspace, openRecentWorkspaces, type RecentWorkspaces } from './recentWorkspaces.ts';
import { prefetchScreen } from './routes.tsx';

/** Everything that exists once per page, outside React. */
export type Boot = {
  config: ConsoleConfig;
  session: SessionStore;
  idleTimer: IdleTimer;
  reads: SessionReads;
  log: DeletionLog;
  recentWorkspaces: RecentWorkspaces;
  preferences: Persisted<Preferences>;
  /** Resolves when the screen in the URL can be rendered with its data, or after a moment. */
  ready: Promise<unknown>;
  /** Stops timers, listeners and channels. */
  stop: () => void;
};

/** How long the first render waits for data (ms), to avoid rendering twice. */
const timeoutMs = 300;

/** Restores the stored session and requests the data of the screen in the URL before anything is rendered. */
export function boot(config: ConsoleConfig): Boot {
  const { serviceUrl, serviceId, idleMinutes } = config;
  const reads = createSessionReads();
  const session = createSession({
    serviceUrl,
    serviceId,
    idleMs: idleMinutes === 'never' ? Number.POSITIVE_INFINITY : idleMinutes * 60_000,
    onVerified: reads.keepVerified,
    onTokenDropped: reads.clear,
  });
  const idleTimer = createIdleTimer(session);
  const recentWorkspaces = openRecentWorkspaces({ serviceUrl, serviceId });
  const log = createDeletionLog(config);

  let openWorkspace: string | undefined;
  let firstRead: Promise<void> | undefined;
  function followSession() {
    const state = session.present();
    if (state === null) {
      openWorkspace = undefined;
      return reads.drop();
    }
    const { connection, verifiedWorkspaces } = state;
    if (verifiedWorkspaces[0] === openWorkspace) return;
    const isNew = openWorkspace === undefined;
    [openWorkspace] = verifiedWorkspaces;
    addRecentWorkspace(recentWorkspaces, openWorkspace);
    const { pathname } = window.location;
    const screen = paths.screenOf(pathname);
    const workspaceSlug = paths.workspaceOf(pathname) ?? openWorkspace;
    // Prefetch only workspaces this token was verified for.
    if (isNew && screen !== null && verifiedWorkspaces.includes(workspaceSlug))
      firstRead = prefetchScreen(screen, reads.get(), { connection, workspaceSlug, config });
  }
  session.subscribe(followSession);
  followSession();
  // Old log entries are removed only while the service confirms the clock.
  session.requests.subscribe(([latest]) => {
    if (latest !== undefined && latest.servedAt !== null) log.confirmClock(latest.servedAt);
  });
  const stops = [idleTimer.start(), followPage(session), session.close];
  const logRead = new Promise<void>((resolve) => log.subscribe(() => log.isReady() && resolve()));
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  return {
    config,
    session,
    idleTimer,
    reads,
    log,
    recentWorkspaces,
    preferences: openPreferences(),
    ready: firstRead ? Promise.race([Promise.all([firstRead, logRead]), timeout]) : Promise.resolve(),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
