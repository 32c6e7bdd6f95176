import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { ServiceError } from '../api/errors.ts';
import { readPageData, signIn, signOut } from '../api/session.ts';
import { paths } from '../paths.ts';
import { sessionStore, setPageData, setSession } from './config.ts';

type Request = { workspace: string; token?: string; signal: AbortSignal };

/** Without a token, our server tries the tokens of the session. */
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

/** Ends the session in every tab. Shows the form at once. */
export async function endSession(): Promise<void> {
  const { session } = sessionStore.getState();
  if (session === null) return;
  setSession({ session: null, problem: null });
  try {
    await signOut(session.sessionId);
  } catch (error) {
    const isOpen = error instanceof ServiceError && !error.asksToSignIn;
    if (isOpen && sessionStore.getState().session === null) setSession({ session: null, problem: error });
  }
}
