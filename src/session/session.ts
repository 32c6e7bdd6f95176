import { createStore } from 'zustand/vanilla';
import type { Connection, RequestRecord } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { paths } from '../paths.ts';
import { createActiveWork } from './activeWork.ts';
import { createConnections, ignoringRejection } from './connections.ts';
import { type SessionTimes, sessionEnd, tokenExpiry } from './sessionClock.ts';
import { type SessionState, type SignedInState, type SignOutReason, signedOut } from './sessionState.ts';
import { type Credentials, checkCredentials } from './signInProblem.ts';
import { adoptOldSession, type StoredSession, signOutMarker, storedSession } from './storedSession.ts';
import { openTabChannel } from './tabs.ts';
import { type Verification, verify, workspaceInUrl } from './verification.ts';

export type VerifiedToken = {
  token: string;
  workspaceSlug: string;
  /** The read that verified the token. */
  regions: ServiceList<string>;
  records: readonly RequestRecord[];
};

type Options = {
  serviceUrl: string;
  serviceId: string;
  idleMs: number;
  /** Receives the regions that verified the token, so that they need not be read again. */
  onVerified: (connection: Connection, workspaceSlug: string, regions: ServiceList<string>) => void;
  onTokenDropped: () => void;
};

export type SessionStore = ReturnType<typeof createSession>;

/** Holds the session outside React, so that responses to an old token can be ignored. */
export function createSession({ serviceUrl, serviceId, idleMs, onVerified, onTokenDropped }: Options) {
  adoptOldSession({ serviceUrl, serviceId });
  const connections = createConnections({
    serviceUrl,
    serviceId,
    onTokenDropped,
    onRejected(connection) {
      const state = signedInState();
      if (state?.connection === connection) set({ ...state, isRejected: true });
    },
  });
  const activeWork = createActiveWork();
  /** Time of the last user activity in any tab, in ms since the epoch. */
  const activity = createStore(() => Date.now());
  let workEndedAt = 0;
  let isPersistent = false;
  let endedSessions = 0;
  const store = createStore<SessionState>(() => restore(storedSession.read(serviceId)));
  const set = (state: SessionState) => store.setState(state, true);
  const tabs = openTabChannel(serviceId, {
    onSignOut: () => signedInState() !== null && end('elsewhere'),
    onActivity: (at) => activity.setState(Math.max(activity.getState(), at), true),
    onRequest() {
      endIfDue();
      const state = signedInState();
      return isPersistent && state?.isRejected === false ? toStored(state) : null;
    },
    onSession: accept,
  });
  if (signedInState() === null) tabs.requestSession();
  activeWork.subscribe((isRunning) => {
    if (!isRunning) workEndedAt = Date.now();
  });

  function signedInState(): SignedInState | null {
    const state = store.getState();
    return state.status === 'signed-in' ? state : null;
  }

  function begin(session: Omit<StoredSession, 'activeAt'>): SignedInState {
    const { token, sessionId, workspaceSlug, signedInAt, signOut } = session;
    activity.setState(Date.now(), true);
    workEndedAt = 0;
    const connection = connections.connect(token, sessionId);
    const verifiedWorkspaces = [workspaceSlug] as const;
    return { status: 'signed-in', connection, isRejected: false, signedInAt, signOut, verifiedWorkspaces };
  }

  /** Restores a session from this tab's storage or from another tab, unless it has expired or been signed out. */
  function restore(stored: StoredSession | null): SessionState {
    if (stored === null) return signedOut(null);
    const due = sessionEnd({ ...stored, workEndedAt: 0, idleMs, expiresAt: null });
    const isSignedOut = signOutMarker.hasChanged(serviceId, stored.signOut);
    const why = isSignedOut ? 'elsewhere' : Date.now() >= due.at ? due.why : null;
    if (why !== null) {
      storedSession.clear();
      return signedOut(why, stored.workspaceSlug);
    }
    isPersistent = true;
    return begin(stored);
  }

  /** Continues the session of another tab, and stores the session in this tab too. */
  function accept(session: StoredSession) {
    if (signedInState() !== null) return;
    set(restore(session));
    save();
  }

  /** Signs in with a verified token. Signing in again with the same token keeps the data read with it. */
  function enter({ token, workspaceSlug, regions, records }: VerifiedToken, persist: boolean) {
    isPersistent = persist;
    const signOut = signOutMarker.read(serviceId);
    const state = begin({ token, sessionId: null, workspaceSlug, signedInAt: Date.now(), signOut });
    for (const record of records) connections.log(record);
    onVerified(state.connection, workspaceSlug, regions);
    set(state);
    save();
  }

  function addWorkspace(connection: Connection, workspaceSlug: string, regions: ServiceList<string>) {
    const state = signedInState();
    if (state?.connection !== connection) return;
    onVerified(connection, workspaceSlug, regions);
    const others = state.verifiedWorkspaces.filter((slug) => slug !== workspaceSlug);
    // The service has just accepted the token, so it is no longer rejected.
    set({ ...state, verifiedWorkspaces: [workspaceSlug, ...others], isRejected: false });
    save();
  }

  function createSameSessionCheck(): () => boolean {
    const before = signedInState()?.connection;
    return () => signedInState()?.connection === before;
  }

  function toStored({ connection, signedInAt, signOut, verifiedWorkspaces }: SignedInState): StoredSession {
    const [workspaceSlug] = verifiedWorkspaces;
    const { token, sessionId = null } = connection;
    return { workspaceSlug, token, sessionId, signedInAt, activeAt: activity.getState(), signOut };
  }

  function save() {
    const state = signedInState();
    if (state === null) return;
    if (isPersistent) storedSession.write(serviceId, toStored(state));
    else storedSession.clear();
  }

  /** Returns the times of the session, none of them later than now: a clock that was set back must not extend it. */
  function times(): SessionTimes | null {
    const state = signedInState();
    if (state === null) return null;
    const now = Date.now();
    if (state.signedInAt > now) set({ ...state, signedInAt: now });
    if (activity.getState() > now) activity.setState(now, true);
    workEndedAt = Math.min(workEndedAt, now);
    const expiresAt = tokenExpiry(state.connection.token);
    const signedInAt = Math.min(state.signedInAt, now);
    return { signedInAt, activeAt: activity.getState(), workEndedAt, idleMs, expiresAt };
  }

  /** Ends the session if it has expired, or was signed out while this tab slept. Running work postpones its expiry. */
  function endIfDue() {
    const state = signedInState();
    if (state === null) return;
    if (signOutMarker.hasChanged(serviceId, state.signOut)) return end('elsewhere');
    const current = times();
    if (current === null || activeWork.isRunning()) return;
    const due = sessionEnd(current);
    if (Date.now() >= due.at) end(due.why);
  }

  function end(why: SignOutReason) {
    storedSession.clear();
    leave(why, activeWork.isRunning());
  }

  function leave(why: SignOutReason, duringDeletion: boolean) {
    const workspaceSlug = signedInState()?.verifiedWorkspaces[0] ?? null;
    connections.dropToken();
    endedSessions += 1;
    isPersistent = false;
    set(signedOut(why, workspaceSlug, duringDeletion));
  }

  return {
    activeWork,
    activity,
    requests: connections.requests,
    get: store.getState,
    subscribe: store.subscribe,
    signedInState,
    /** Returns the number of sessions that have ended on this page. */
    endedSessions: () => endedSessions,
    isPersistent: () => isPersistent,
    accept,
    enter,
    addWorkspace,
    /** Verifies a token and signs in with it. If the URL names another workspace, `moveTo` changes the URL first. */
    async signIn(
      credentials: Credentials,
      signal: AbortSignal,
      moveTo: (path: string) => void,
    ): Promise<Verification> {
      const { workspaceSlug, token, problem } = checkCredentials(credentials);
      if (problem !== null) return problem;
      const records: RequestRecord[] = [];
      const onRequest = (record: RequestRecord) => void records.push(record);
      const accept = (regions: ServiceList<string>) => {
        const slugInUrl = workspaceInUrl();
        if (slugInUrl !== null && slugInUrl !== workspaceSlug)
          moveTo(paths.inWorkspace(window.location.pathname, workspaceSlug));
        enter({ token, workspaceSlug, regions, records }, credentials.isPersistent);
      };
      const trial: Connection = { serviceUrl, serviceId, token, onRequest };
      return verify(trial, workspaceSlug, signal, createSameSessionCheck(), accept);
    },
    /** Verifies the present token for another workspace. A failure leaves the session as it is. */
    verifyWorkspace(
      connection: Connection,
      workspaceSlug: string,
      signal: AbortSignal,
    ): Promise<Verification> {
      return verify(
        ignoringRejection(connection),
        workspaceSlug,
        signal,
        createSameSessionCheck(),
        (regions) => addWorkspace(connection, workspaceSlug, regions),
      );
    },
    times,
    endIfDue,
    save,
    end,
    noteActivity() {
      if (signedInState() === null) return;
      activity.setState(Date.now(), true);
      tabs.sendActivity(activity.getState());
    },
    signOut() {
      signOutMarker.renew(serviceId);
      tabs.sendSignOut();
      end(null);
    },
    /** Drops the session from memory while the page is hidden, because the browser may restore the page from its cache. */
    suspend: () => signedInState() !== null && leave(null, false),
    resume: () => signedInState() === null && set(restore(storedSession.read(serviceId))),
    close: tabs.close,
  };
}
