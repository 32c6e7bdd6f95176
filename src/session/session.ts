import { createStore } from 'zustand/vanilla';
import type { ServiceList } from '../api/readList.ts';
import { listRegions } from '../api/regions.ts';
import type { ConsoleConfig } from '../config.ts';
import { paths } from '../paths.ts';
import type { Connection } from '../rules/connection.ts';
import { configStore } from './config.ts';
import { IdleTimer } from './idle.ts';
import { type Credentials, parseCredentials, type SignInProblem, toSignInProblem } from './signInProblem.ts';
import { type StoredSession, signedOutSessions, storedSession } from './storedSession.ts';
import { TabChannel } from './tabs.ts';

export type SignedOutState = {
  status: 'signed-out';
  /** Null before the first sign-in on this page. */
  reason: 'here' | 'elsewhere' | 'idle' | null;
  lastWorkspace: string | null;
};

export type ActiveSession = {
  status: 'signed-in';
  id: string;
  workspace: string;
  connection: Connection;
  /** True after a 401 to the current token. */
  isRejected: boolean;
  isKept: boolean;
};

export type SessionState = SignedOutState | ActiveSession;

/** `outdated`: the form was closed or the session has changed meanwhile, so the response was ignored. */
export type AccessCheckResult = 'accepted' | 'outdated' | SignInProblem;

export type PrefetchHandle = {
  commit: () => void;
  drop: () => void;
};

type Options = Pick<ConsoleConfig, 'serviceUrl' | 'serviceId'> & {
  /** The connection belongs to a token that is still being checked. */
  prefetch?: (connection: Connection, workspace: string) => PrefetchHandle;
  onVerified?: (connection: Connection, workspace: string, regions: ServiceList<string>) => void;
  /** Called before the new state is announced. The cache must be cleared then. */
  onChange?: () => void;
};

/** The connections of a token share this object, so clearing the token closes all of them. */
type Secret = { token: string | null };

/** No request sends this text, because `isOpen` returns false. */
const closedToken = '-';

/** One token and one workspace. Lives outside React, because timers and late responses need its state. */
export class SessionStore {
  readonly #options: Options;
  readonly #state = createStore<SessionState>(() => createSignedOut(null, null));
  readonly #tabs: TabChannel;
  readonly #listeners = new AbortController();
  #secret: Secret = { token: null };
  #workCount = 0;
  readonly idle: IdleTimer;
  readonly getState = this.#state.getState;
  /** The prerendered form, which React takes over even if a session has arrived meanwhile. */
  readonly getInitialState = this.#state.getInitialState;
  readonly subscribe = this.#state.subscribe;

  constructor(options: Options) {
    this.#options = options;
    const { serviceId } = options;
    this.idle = new IdleTimer({
      getLimitMs() {
        const { idleMinutes } = configStore.getState();
        return idleMinutes === 'never' ? Number.POSITIVE_INFINITY : idleMinutes * 60_000;
      },
      isPaused: () => this.isWorking(),
      isCovered: () => this.#active?.isRejected === true,
      onEnd: () => this.#end('idle'),
    });
    this.#tabs = new TabChannel(serviceId, {
      onSignOut: (id) => this.#active?.id === id && this.#end('elsewhere'),
      getSession: () => {
        this.#endIfOver();
        return this.#active?.isRejected ? null : this.#getKeptSession();
      },
    });
    this.#followPage();
    const stored = storedSession.read(serviceId);
    if (stored !== null) this.#continue(stored);
    if (this.#active === null)
      this.#tabs.ask(
        paths.workspaceOf(window.location.pathname),
        (session) => this.#active === null && this.#continue(session),
      );
  }

  get #active(): ActiveSession | null {
    const state = this.getState();
    return state.status === 'signed-in' ? state : null;
  }

  /** A failure changes nothing. `openWorkspace` comes before, so that the URL is right for the screens. */
  async signIn(
    credentials: Credentials,
    signal: AbortSignal,
    openWorkspace: (workspace: string) => void = () => {},
  ): Promise<AccessCheckResult> {
    const { workspace, token, problem } = parseCredentials(credentials);
    if (problem !== null) return problem;
    const secret: Secret = { token };
    const result = await this.#check(secret, workspace, signal, () => {
      openWorkspace(workspace);
      this.#secret.token = null;
      this.#begin(secret, { id: crypto.randomUUID(), workspace, isKept: credentials.isKept });
    });
    if (result !== 'accepted') secret.token = null;
    return result;
  }

  /** Moves the session to a different workspace. A failure changes nothing. */
  async checkWorkspace(workspace: string, signal: AbortSignal): Promise<AccessCheckResult> {
    return this.#check(this.#secret, workspace, signal, () => {
      if (this.#active === null) return;
      this.#setState({ ...this.#active, workspace, isRejected: false });
      this.#save();
    });
  }

  /** Also ends the session in the other tabs of this sign-in. A DELETE that was sent goes on. */
  readonly signOut = (): void => {
    if (this.#active === null) return;
    const { id } = this.#active;
    signedOutSessions.add(this.#options.serviceId, id);
    this.#tabs.sendSignOut(id);
    this.#end('here');
  };

  /** Until the result is called (once), leaving the page needs a confirmation, and no idle time passes. */
  beginWork(): () => void {
    this.#workCount += 1;
    window.addEventListener('beforeunload', preventUnload);
    this.idle.check();
    return () => {
      // The last check during the work begins the idle time anew.
      this.idle.check();
      this.#workCount -= 1;
      if (this.#workCount === 0) window.removeEventListener('beforeunload', preventUnload);
    };
  }

  isWorking(): boolean {
    return this.#workCount > 0;
  }

  /** For tests, because a page has one store until it ends. */
  close(): void {
    this.idle.close();
    this.#tabs.close();
    this.#listeners.abort();
  }

  /** Sends one cheap read, the regions. Meanwhile the first list of the screen is requested, too. */
  async #check(
    secret: Secret,
    workspace: string,
    signal: AbortSignal,
    accept: () => void,
  ): Promise<AccessCheckResult> {
    const { prefetch, onChange, onVerified } = this.#options;
    const idAtStart = this.#active?.id;
    const isOutdated = () => signal.aborted || this.#active?.id !== idAtStart;
    const trial = this.#connect(secret, null);
    const handle = prefetch?.(trial, workspace);
    try {
      const regions = await listRegions(trial, workspace, signal);
      if (isOutdated()) {
        handle?.drop();
        return 'outdated';
      }
      const isSameData = this.#secret.token === secret.token && this.#active?.workspace === workspace;
      if (!isSameData) onChange?.();
      onVerified?.(trial, workspace, regions);
      handle?.commit();
      accept();
      return 'accepted';
    } catch (error) {
      handle?.drop();
      return isOutdated() ? 'outdated' : toSignInProblem(error, workspace);
    }
  }

  /** A 401 rejects the session `id`. Null for the check of a token, whose 401 rejects nothing. */
  #connect(secret: Secret, id: string | null): Connection {
    const { serviceUrl, serviceId } = this.#options;
    return {
      serviceUrl,
      serviceId,
      get token() {
        return secret.token ?? closedToken;
      },
      isOpen: () => secret.token !== null,
      onRejectedToken: () => {
        const active = this.#active;
        if (active !== null && active.id === id && !active.isRejected)
          this.#setState({ ...active, isRejected: true });
      },
    };
  }

  #continue({ id, token, workspace, activeAt }: StoredSession): void {
    const isSignedOut = signedOutSessions.includes(this.#options.serviceId, id);
    if (isSignedOut || this.idle.hasExpired(activeAt)) {
      storedSession.clear();
      this.#setState(createSignedOut(isSignedOut ? 'elsewhere' : 'idle', workspace));
    } else this.#begin({ token }, { id, workspace, isKept: true });
  }

  #begin(secret: Secret, session: Pick<ActiveSession, 'id' | 'workspace' | 'isKept'>): void {
    this.#secret = secret;
    const connection = this.#connect(secret, session.id);
    this.#setState({ status: 'signed-in', ...session, connection, isRejected: false });
    this.idle.start();
    this.#save();
  }

  #end(reason: SignedOutState['reason']): void {
    const workspace = this.#active?.workspace ?? null;
    this.#secret.token = null;
    storedSession.clear();
    this.idle.stop();
    this.#options.onChange?.();
    this.#setState(createSignedOut(reason, workspace));
  }

  #setState(state: SessionState): void {
    this.#state.setState(state, true);
  }

  #save(): void {
    const session = this.#getKeptSession();
    if (session !== null) storedSession.write(this.#options.serviceId, session);
    else if (this.#active?.isKept === false) storedSession.clear();
  }

  /** Null if the session isn't kept, or after the page has been left. */
  #getKeptSession(): StoredSession | null {
    const { token } = this.#secret;
    if (this.#active === null || !this.#active.isKept || token === null) return null;
    const { id, workspace } = this.#active;
    return { id, workspace, token, activeAt: this.idle.activeAt };
  }

  /** While this tab slept, a different tab may have signed out, or the idle time may have passed. */
  #endIfOver(): void {
    if (this.#active !== null && signedOutSessions.includes(this.#options.serviceId, this.#active.id))
      this.#end('elsewhere');
    this.idle.check();
  }

  #followPage(): void {
    const { signal } = this.#listeners;
    const checkAndSave = () => {
      this.#endIfOver();
      this.#save();
    };
    document.addEventListener('visibilitychange', checkAndSave, { signal });
    window.addEventListener('focus', checkAndSave, { signal });
    const leavePage = () => {
      checkAndSave();
      // The browser may keep the page in its back/forward cache. It loads again if the admin comes back.
      this.#secret.token = null;
    };
    const reloadKeptPage = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pagehide', leavePage, { signal });
    window.addEventListener('pageshow', reloadKeptPage, { signal });
  }
}

function createSignedOut(reason: SignedOutState['reason'], lastWorkspace: string | null): SignedOutState {
  return { status: 'signed-out', reason, lastWorkspace };
}

function preventUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}
