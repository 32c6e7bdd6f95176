import { createContext, use, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { ApiError } from '../api/errors.ts';
import { readPageData, signIn, signOut } from '../api/session.ts';
import { paths } from '../paths.ts';
import { readPreference, writePreference } from '../ui/browserStorage.ts';
import { sessionStore, setPageData, setSessionState } from './pageData.ts';

export type Session = {
  workspace: string;
  sessionId: string;
  actor: string;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('This component needs SignedIn above it.');
  return session;
}

/** The session under which a dialog was opened, and why it can't act any longer, or null. */
export function useDialogSession(): { sessionId: string; problem: string | null } {
  const { sessionId: current } = useSession();
  const [sessionId] = useState(current);
  const problem = 'You have signed in again since this was opened. Close it, and open it again.';
  return { sessionId, problem: sessionId === current ? null : problem };
}

type Request = { workspace: string; token?: string; signal: AbortSignal };

export function useOpenWorkspace() {
  const navigate = useNavigate();
  async function openWorkspace({ signal, ...credentials }: Request): Promise<void> {
    const sessionId = sessionStore.getState().session?.sessionId ?? null;
    const { workspace } = await signIn({ ...credentials, sessionId }, signal);
    const data = await readPageData();
    signal.throwIfAborted();
    // Before the screens appear, the URL gets the workspace as the service spells it.
    const { pathname, search } = window.location;
    const inUrl = paths.workspaceOf(pathname);
    if (inUrl !== null && inUrl !== workspace)
      navigate(paths.inWorkspace(pathname, workspace) + search, { replace: true });
    if (pathname === paths.home) navigate(paths.screen('compute', workspace), { replace: true });
    setPageData(data);
  }
  return useCallback(openWorkspace, [navigate]);
}

export async function endSession(): Promise<void> {
  const { session } = sessionStore.getState();
  if (session === null) return;
  setSessionState({ session: null, problem: null });
  try {
    await signOut(session.sessionId);
  } catch (error) {
    const isOpen = error instanceof ApiError && !error.asksToSignIn;
    if (isOpen && sessionStore.getState().session === null)
      setSessionState({ session: null, problem: error });
  }
}

const maxWorkspaces = 8;
const itemName = 'workspaces';
const schema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

export function readRecentWorkspaces(): readonly string[] {
  const { success, output } = v.safeParse(schema, readPreference(itemName));
  return success ? output : [];
}

export function addRecentWorkspace(workspace: string): void {
  const workspaces = [...new Set([workspace, ...readRecentWorkspaces()])].slice(0, maxWorkspaces);
  writePreference(itemName, JSON.stringify(workspaces));
}
