import type { ConsoleConfig } from '../config.ts';
import { createServiceData } from '../features/compute/serviceData.ts';
import { paths } from '../paths.ts';
import { createIdleTimer, type IdleTimer } from '../session/idleTimer.ts';
import { followPage } from '../session/pageLifecycle.ts';
import { createSession, type SessionStore } from '../session/session.ts';
import type { SignedInState } from '../session/sessionState.ts';
import { type LazyCode, lazyCode } from '../ui/lazyCode.ts';
import type { OpenConsole } from './Console.tsx';
import { createSessionReads, prefetchData, type SessionReads } from './queryClient.ts';

/** Everything that exists once per page, outside React. */
export type Boot = {
  config: ConsoleConfig;
  session: SessionStore;
  idleTimer: IdleTimer;
  reads: SessionReads;
  consoleCode: LazyCode<OpenConsole>;
  /** Resolves when the console's code has loaded or `maxWaitMs` has passed. Without a session, resolves immediately. */
  ready: Promise<unknown>;
  stop: () => void;
};

/** Maximum time (ms) that the first render of a stored session waits for the console's code. */
const maxWaitMs = 300;

/** Restores the stored session. If one exists, requests the data of the screen in the URL and the console's code. */
export function boot(config: ConsoleConfig): Boot {
  const { serviceUrl, serviceId, idleMinutes } = config;
  const reads = createSessionReads();
  const session = createSession({
    serviceUrl,
    serviceId,
    idleMs: idleMinutes === 'never' ? Number.POSITIVE_INFINITY : idleMinutes * 60_000,
    onVerified: reads.keepVerifiedRegions,
    onTokenDropped: reads.clearCache,
  });
  const idleTimer = createIdleTimer(session);
  const data = createServiceData(config);
  const consoleCode = lazyCode(async () => {
    const { openConsole } = await import('./Console.tsx');
    const opened = openConsole({ config, session, idleTimer, reads, data });
    await opened.ready;
    return opened;
  });

  /** Resolves when the console's code has loaded or failed to load; null if nobody is signed in. */
  let opening: Promise<void> | null = null;
  function followSession() {
    const state = session.getSignedInState();
    if (state === null) {
      opening = null;
      return reads.dropQueryClient();
    }
    opening ??= openScreen(state);
  }
  async function openScreen({ connection, verifiedWorkspaces }: SignedInState) {
    const { pathname } = window.location;
    const screen = paths.screenOf(pathname);
    const workspaceSlug = paths.workspaceOf(pathname) ?? verifiedWorkspaces[0];
    // Prefetch only for a workspace that this token was verified for, because the token may have no access to another
    // workspace.
    if (screen !== null && verifiedWorkspaces.includes(workspaceSlug))
      await prefetchData[screen](reads.getQueryClient(), { connection, workspaceSlug, config });
    // Load the code last, because evaluating it would delay the requests.
    await consoleCode.load();
  }
  session.subscribe(followSession);
  followSession();
  const stops = [idleTimer.start(), followPage(session), session.close];
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  return {
    config,
    session,
    idleTimer,
    reads,
    consoleCode,
    ready: opening === null ? Promise.resolve() : Promise.race([opening, timeout]),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
