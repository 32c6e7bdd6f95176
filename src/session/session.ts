import { createStore } from 'zustand/vanilla';
import type { Connection, RequestRecord } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { paths } from '../paths.ts';
import { createActiveWork } from './activeWork.ts';
import { createConnections, ignoreRejection } from './connections.ts';
import { getSessionEnd, readTokenExpiry, type SessionTimes } from './sessionClock.ts';
import {
  createSignedOutState,
  type SessionState,
  type SignedInState,
  type SignOutReason,
} from './sessionState.ts';
import { type Credentials, checkCredentials } from './signInProblem.ts';
import { adoptOldSession, type StoredSession, signOutMarker, storedSession } from './storedSession.ts';
import { openTabChannel } from './tabs.ts';
import { readSlugInUrl, type Verification, verifyToken } from './verification.ts';

export type VerifiedToken = {
  token: string;
  workspaceSlug: string;
  /** The response that verified the token. */
  regions: ServiceList<string>;
  /** The requests of the verification, for the request log. */
  records: readonly RequestRecord[];
};

type Options = {
  serviceUrl: string;
  serviceId: string;
  idleMs: number;
  /** Receives the response that verified the token, so that the regions are not requested again. */
  onVerified: (connection: Connection, workspaceSlug: string, regions: ServiceList<string>) => void;
  onTokenDropped: () => void;
};

export type SessionStore = ReturnType<typeof createSession>;

/** Creates the session store. The store is outside React, because timers and late responses must read the current state. */
export function createSession({ serviceUrl, serviceId, idleMs, onVerified, onTokenDropped }: Options) {
  adoptOldSession({ serviceUrl, serviceId });
  const connections = createConnections({
    serviceUrl,
    serviceId,
    onTokenDropped,
    onRejected(connection) {
      const state = getSignedInState();
      if (state?.connection === connection) setState({ ...state, isRejected: true });
    },
  });
  const activeWork = createActiveWork();
  /** Time of the last user activity in any tab, in ms since the epoch. */
  const activity = createStore(() => Date.now());
  let workEndedAt = 0;
  let isPersistent = false;
  let endedSessionCount = 0;
  const store = createStore<SessionState>(() => restoreSession(storedSession.read(serviceId)));
  const setState = (state: SessionState) => store.setState(state, true);
  const tabChannel = openTabChannel(serviceId, {
    onSignOut: () => getSignedInState() !== null && endSession('elsewhere'),
    onActivity: (at) => activity.setState(Math.max(activity.getState(), at), true),
    onRequest() {
      endIfExpired();
      const state = getSignedInState();
      return isPersistent && state?.isRejected === false ? toStoredSession(state) : null;
    },
    onSession: acceptSession,
  });
  if (getSignedInState() === null) tabChannel.requestSession();
  activeWork.subscribe((isRunning) => {
    if (!isRunning) workEndedAt = Date.now();
  });

  function getSignedInState(): SignedInState | null {
    const state = store.getState();
    return state.status === 'signed-in' ? state : null;
  }

  function createSignedInState(session: Omit<StoredSession, 'activeAt'>): SignedInState {
    const { token, sessionId, workspaceSlug, signedInAt, signOut } = session;
    activity.setState(Date.now(), true);
    workEndedAt = 0;
    const connection = connections.connect(token, sessionId);
    const verifiedWorkspaces = [workspaceSlug] as const;
    return { status: 'signed-in', connection, isRejected: false, signedInAt, signOut, verifiedWorkspaces };
  }

  /** Restores a session from this tab's storage or from another tab, unless it has expired or been signed out. */
  function restoreSession(stored: StoredSession | null): SessionState {
    if (stored === null) return createSignedOutState(null);
    const end = getSessionEnd({ ...stored, workEndedAt: 0, idleMs, tokenExpiresAt: null });
    const isSignedOut = signOutMarker.hasChanged(serviceId, stored.signOut);
    const reason = isSignedOut ? 'elsewhere' : Date.now() >= end.endsAt ? end.reason : null;
    if (reason !== null) {
      storedSession.clear();
      return createSignedOutState(reason, stored.workspaceSlug);
    }
    isPersistent = true;
    return createSignedInState(stored);
  }

  /** Restores and stores a session that another tab sent, unless this tab is already signed in. */
  function acceptSession(session: StoredSession) {
    if (getSignedInState() !== null) return;
    setState(restoreSession(session));
    saveSession();
  }

  /** Signs in with a verified token. Signing in again with the same token keeps the cached data. */
  function startSession({ token, workspaceSlug, regions, records }: VerifiedToken, persist: boolean) {
    isPersistent = persist;
    const signOut = signOutMarker.read(serviceId);
    const signedInAt = Date.now();
    const state = createSignedInState({ token, sessionId: null, workspaceSlug, signedInAt, signOut });
    for (const record of records) connections.logRequest(record);
    onVerified(state.connection, workspaceSlug, regions);
    setState(state);
    saveSession();
  }

  function addWorkspace(connection: Connection, workspaceSlug: string, regions: ServiceList<string>) {
    const state = getSignedInState();
    if (state?.connection !== connection) return;
    onVerified(connection, workspaceSlug, regions);
    const otherSlugs = state.verifiedWorkspaces.filter((slug) => slug !== workspaceSlug);
    // The service has just accepted the token, so the token is no longer rejected.
    setState({ ...state, verifiedWorkspaces: [workspaceSlug, ...otherSlugs], isRejected: false });
    saveSession();
  }

  function createSameSessionCheck(): () => boolean {
    const connectionAtStart = getSignedInState()?.connection;
    return () => getSignedInState()?.connection === connectionAtStart;
  }

  function toStoredSession({
    connection,
    signedInAt,
    signOut,
    verifiedWorkspaces,
  }: SignedInState): StoredSession {
    const [workspaceSlug] = verifiedWorkspaces;
    const { token, sessionId = null } = connection;
    return { workspaceSlug, token, sessionId, signedInAt, activeAt: activity.getState(), signOut };
  }

  function saveSession() {
    const state = getSignedInState();
    if (state === null) return;
    if (isPersistent) storedSession.write(serviceId, toStoredSession(state));
    else storedSession.clear();
  }

  /**
   * Returns the times of the session. Replaces future times with the present time, because a clock that was set back must
   * not extend the session.
   */
  function readTimes(): SessionTimes | null {
    const state = getSignedInState();
    if (state === null) return null;
    const now = Date.now();
    if (state.signedInAt > now) setState({ ...state, signedInAt: now });
    if (activity.getState() > now) activity.setState(now, true);
    workEndedAt = Math.min(workEndedAt, now);
    const tokenExpiresAt = readTokenExpiry(state.connection.token);
    const signedInAt = Math.min(state.signedInAt, now);
    return { signedInAt, activeAt: activity.getState(), workEndedAt, idleMs, tokenExpiresAt };
  }

  /** Ends the session if it has expired or another tab has signed out. Running deletions postpone the expiry. */
  function endIfExpired() {
    const state = getSignedInState();
    if (state === null) return;
    if (signOutMarker.hasChanged(serviceId, state.signOut)) return endSession('elsewhere');
    const times = readTimes();
    if (times === null || activeWork.isRunning()) return;
    const { reason, endsAt } = getSessionEnd(times);
    if (Date.now() >= endsAt) endSession(reason);
  }

  function endSession(reason: SignOutReason) {
    storedSession.clear();
    dropSession(reason, activeWork.isRunning());
  }

  function dropSession(reason: SignOutReason, duringDeletion: boolean) {
    const workspaceSlug = getSignedInState()?.verifiedWorkspaces[0] ?? null;
    connections.dropToken();
    endedSessionCount += 1;
    isPersistent = false;
    setState(createSignedOutState(reason, workspaceSlug, duringDeletion));
  }

  return {
    activeWork,
    activity,
    requests: connections.requests,
    getState: store.getState,
    subscribe: store.subscribe,
    getSignedInState,
    /** Returns how many sessions have ended or been suspended on this page. */
    getEndedSessionCount: () => endedSessionCount,
    isPersistent: () => isPersistent,
    acceptSession,
    startSession,
    addWorkspace,
    /** Verifies a token and signs in with it. If the URL names another workspace, `navigate` changes the URL first. */
    async signIn(
      credentials: Credentials,
      signal: AbortSignal,
      navigate: (path: string) => void,
    ): Promise<Verification> {
      const { workspaceSlug, token, problem } = checkCredentials(credentials);
      if (problem !== null) return problem;
      const records: RequestRecord[] = [];
      const onRequest = (record: RequestRecord) => void records.push(record);
      const onTokenVerified = (regions: ServiceList<string>) => {
        const slugInUrl = readSlugInUrl();
        if (slugInUrl !== null && slugInUrl !== workspaceSlug)
          navigate(paths.inWorkspace(window.location.pathname, workspaceSlug));
        startSession({ token, workspaceSlug, regions, records }, credentials.isPersistent);
      };
      const trialConnection: Connection = { serviceUrl, serviceId, token, onRequest };
      return verifyToken(trialConnection, workspaceSlug, signal, createSameSessionCheck(), onTokenVerified);
    },
    /** Verifies the present token for another workspace. A failure doesn't change the session. */
    verifyWorkspace(
      connection: Connection,
      workspaceSlug: string,
      signal: AbortSignal,
    ): Promise<Verification> {
      return verifyToken(
        ignoreRejection(connection),
        workspaceSlug,
        signal,
        createSameSessionCheck(),
        (regions) => addWorkspace(connection, workspaceSlug, regions),
      );
    },
    readTimes,
    endIfExpired,
    save: saveSession,
    end: endSession,
    noteActivity() {
      if (getSignedInState() === null) return;
      activity.setState(Date.now(), true);
      tabChannel.sendActivity(activity.getState());
    },
    signOut() {
      signOutMarker.renew(serviceId);
      tabChannel.sendSignOut();
      endSession(null);
    },
    /** Drops the session from memory, because the browser may keep the page in its back/forward cache. */
    suspend: () => getSignedInState() !== null && dropSession(null, false),
    resume: () => getSignedInState() === null && setState(restoreSession(storedSession.read(serviceId))),
    close: tabChannel.close,
  };
}
