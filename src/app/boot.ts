import { createServiceData } from '../compute/serviceData.ts';
import type { ConsoleConfig } from '../config.ts';
import { paths } from '../paths.ts';
import { createIdleTimer, type IdleTimer } from '../session/idleTimer.ts';
import { followPage } from '../session/pageLifecycle.ts';
import { createSession, type SessionStore } from '../session/session.ts';
import type { SignedInState } from '../session/sessionState.ts';
import { createLazyCode, type LazyCode } from '../ui/lazyCode.ts';
import type { OpenedConsole } from './Console.tsx';
import { createQueryClientOwner, prefetchData, type QueryClientOwner } from './queryClient.ts';

/** The objects that exist once per page, outside React. */
export type Boot = {
  config: ConsoleConfig;
  session: SessionStore;
  idleTimer: IdleTimer;
  queryClientOwner: QueryClientOwner;
  consoleCode: LazyCode<OpenedConsole>;
  /** Resolves when the console's code has loaded or `maxWaitMs` has passed. Without a session, resolves immediately. */
  ready: Promise<unknown>;
  stop: () => void;
};

/** Maximum time (ms) that the first render waits for the console's code if a session is stored. */
const maxWaitMs = 300;

/** Restores the stored session. If one exists, requests the data of the screen in the URL and the console's code. */
export function boot(config: ConsoleConfig): Boot {
  const { serviceUrl, serviceId, idleMinutes } = config;
  const queryClientOwner = createQueryClientOwner();
  const session = createSession({
    serviceUrl,
    serviceId,
    idleMs: idleMinutes === 'never' ? Number.POSITIVE_INFINITY : idleMinutes * 60_000,
    onVerified: queryClientOwner.cacheVerifiedRegions,
    onTokenDropped: queryClientOwner.clearCache,
  });
  const idleTimer = createIdleTimer(session);
  const data = createServiceData(config);
  const consoleCode = createLazyCode(async () => {
    const { openConsole } = await import('./Console.tsx');
    const openedConsole = openConsole({ config, session, idleTimer, queryClientOwner, data });
    await openedConsole.ready;
    return openedConsole;
  });

  /** Resolves when the console's code has loaded or failed to load; null if nobody is signed in. */
  let consoleLoading: Promise<void> | null = null;
  function followSession() {
    const state = session.getSignedInState();
    if (state === null) {
      consoleLoading = null;
      return queryClientOwner.dropQueryClient();
    }
    consoleLoading ??= openScreen(state);
  }
  async function openScreen({ connection, verifiedWorkspaces }: SignedInState) {
    const { pathname } = window.location;
    const screen = paths.screenOf(pathname);
    const workspaceSlug = paths.workspaceOf(pathname) ?? verifiedWorkspaces[0];
    // Prefetch only for verified workspaces, because the token may have no access to other workspaces.
    if (screen !== null && verifiedWorkspaces.includes(workspaceSlug))
      await prefetchData[screen](queryClientOwner.getQueryClient(), { connection, workspaceSlug, config });
    // Load the code last, because evaluating the code would delay the requests.
    await consoleCode.load();
  }
  session.subscribe(followSession);
  followSession();
  const stopFunctions = [idleTimer.start(), followPage(session), session.close];
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  return {
    config,
    session,
    idleTimer,
    queryClientOwner,
    consoleCode,
    ready: consoleLoading === null ? Promise.resolve() : Promise.race([consoleLoading, timeout]),
    stop() {
      for (const stop of stopFunctions) stop();
    },
  };
}
