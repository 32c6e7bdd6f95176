import { createContext, use, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiError, type Caller, callApi, emptyBodySchema } from '../api/http.ts';
import { type ConsoleConfig, type PageData, type PageSession, pageDataSchema } from '../config.ts';
import { paths } from '../paths.ts';
import { noPolicy } from '../rules/policy.ts';

/** Without a session, nothing can be deleted, and no list is requested. */
const signedOutConfig: ConsoleConfig = {
  ...{ idleMinutes: 'never', environment: null, environmentColor: 'gray', notice: null, sandbox: null },
  ...{ policy: { ...noPolicy, readOnly: { reason: '' } }, recovery: null, instancesPath: null },
};

export const configStore = createStore(() => signedOutConfig);

export function useConfig(): ConsoleConfig {
  return useStore(configStore);
}

type SessionState = {
  sessions: readonly PageSession[];
  /** With a session: why the sign-in form covers the page. Without one: why the sign-out failed. */
  problem: ApiError | null;
};

export const sessionStore = createStore<SessionState>(() => ({ sessions: [], problem: null }));

export function setPageData(data: PageData): void {
  configStore.setState({ ...signedOutConfig, ...data.public, ...data.private }, true);
  sessionStore.setState({ sessions: data.sessions, problem: null });
}

/** Null if the URL needs the sign-in form. */
function findSessionForPath(sessions: readonly PageSession[], pathname: string): PageSession | null {
  if (pathname === paths.signIn) return null;
  const workspace = paths.workspaceOf(pathname);
  const isWanted = (session: PageSession) => workspace === null || session.workspace === workspace;
  return sessions.find(isWanted) ?? null;
}

export function findCurrentSession(): PageSession | null {
  return findSessionForPath(sessionStore.getState().sessions, window.location.pathname);
}

export const SessionContext = createContext<PageSession | null>(null);

export function useSessionForPath(): PageSession | null {
  const { sessions } = useStore(sessionStore);
  return findSessionForPath(sessions, useLocation().pathname);
}

export function useSession(): PageSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('This component needs SignedIn above it.');
  return session;
}

/** `sessionId` is from when the dialog opened. `problem` is null until a new sign-in. */
export function useDialogSession(): { sessionId: string; problem: string | null } {
  const { sessionId: current } = useSession();
  const [sessionId] = useState(current);
  const problem = 'You have signed in again since this was opened. Close it, and open it again.';
  return { sessionId, problem: sessionId === current ? null : problem };
}

/** Has the current session, because the page may have signed in again since a dialog was opened. */
export function findCaller({ workspace, actor }: PageSession): Caller {
  const { sessions } = sessionStore.getState();
  const own = sessions.find((each) => each.workspace === workspace && each.actor === actor);
  return { workspace, sessionId: own?.sessionId ?? '' };
}

export function coverIfSignInNeeded(error: unknown): void {
  if (error instanceof ApiError && error.asksToSignIn) void refreshPageData(error);
}

export function fetchPageData(): Promise<PageData> {
  return callApi(pageDataSchema, { path: '/session' });
}

/** The policy may be new, and a different tab may have signed in or out. @param refusal may cover the page with the form */
export async function refreshPageData(refusal: ApiError | null = null): Promise<void> {
  const current = findCurrentSession();
  if (current === null) return;
  const data = await fetchPageData().catch((error: Error) => error);
  // The answer may be about an earlier session.
  if (findCurrentSession()?.sessionId !== current.sessionId) return;
  const isFailure = data instanceof Error;
  if (!isFailure && data.sessions.some(({ workspace }) => workspace === current.workspace))
    return setPageData(data);
  const reason = refusal ?? (isFailure ? data : new ApiError("You're signed out.", { code: 'session' }));
  // Screens report failures of their own requests.
  if (!(reason instanceof ApiError && reason.asksToSignIn)) return;
  // After the service's 401, later refusals may say only that there is no session.
  if (reason.kind === 'rejected-token' || sessionStore.getState().problem === null)
    sessionStore.setState({ problem: reason });
}

export async function endAllSessions(): Promise<void> {
  sessionStore.setState({ sessions: [], problem: null });
  try {
    await callApi(emptyBodySchema, { method: 'DELETE', path: '/session' });
  } catch (error) {
    if (error instanceof ApiError && sessionStore.getState().sessions.length === 0)
      sessionStore.setState({ sessions: [], problem: error });
  }
}

export function formatTabTitle(parts: readonly string[], environment: string | null): string {
  return [...parts, environment ?? 'Workspace Console'].join(' · ');
}
