import { useNavigate } from 'react-router-dom';
import { ApiError } from '../api/errors.ts';
import { fetchPageData, type SignInResult, signIn } from '../api/session.ts';
import type { PageData } from '../config.ts';
import { paths } from '../paths.ts';
import { foldCase } from '../rules/text.ts';
import { readPreference, writePreference } from '../ui/browserStorage.ts';
import { setPageData } from './pageData.ts';
import { type Credentials, parseCredentials, type SignInProblem, toSignInProblem } from './signInProblem.ts';

const itemName = 'workspace';

/** The workspace of the last sign-in on this browser, or an empty text. */
export function readLastWorkspace(): string {
  return readPreference(itemName) ?? '';
}

/** Null after a sign-in, or if the response no longer matters. */
export type SubmitCredentials = (typed: Credentials, signal: AbortSignal) => Promise<SignInProblem | null>;

export function useSignIn(): SubmitCredentials {
  const navigate = useNavigate();

  /** Before the screens appear, the URL gets the workspace of the session. */
  function openWorkspace(workspace: string) {
    const { pathname, search } = window.location;
    const linked = paths.workspaceOf(pathname);
    if (linked === workspace) return;
    if (linked === null) return navigate(paths.screen('compute', workspace), { replace: true });
    const isSame = foldCase(linked) === foldCase(workspace);
    // A search belongs to the workspace of the link.
    navigate(paths.inWorkspace(pathname, workspace) + (isSame ? search : ''), { replace: true });
    if (!isSame) announce(`You're in ${workspace}. The link was for ${linked}.`);
  }

  return async function submitCredentials(typed, signal) {
    const { problem, ...credentials } = parseCredentials(typed);
    if (problem !== null) return problem;
    try {
      const result = await signIn(credentials, signal);
      const data = await fetchKeptSession(result);
      signal.throwIfAborted();
      writePreference(itemName, result.workspace);
      openWorkspace(result.workspace);
      setPageData(data);
      return null;
    } catch (error) {
      return signal.aborted ? null : toSignInProblem(error, credentials.workspace);
    }
  };
}

/** @throws ApiError if the browser didn't keep the cookie, so that the next request has no session */
async function fetchKeptSession({ sessionId }: SignInResult): Promise<PageData> {
  const data = await fetchPageData().catch((error) => {
    if (error instanceof ApiError && error.code === 'session') return null;
    throw error;
  });
  if (data?.sessions.some((session) => session.sessionId === sessionId)) return data;
  const message =
    "Your browser didn't keep the console's cookie. If the address begins with http, use https; otherwise allow cookies for this address.";
  throw new ApiError({ kind: 'other', code: 'session', message });
}

/** The code of the toasts comes with the screens. */
function announce(text: string): void {
  void import('../ui/toasts.tsx').then(({ toast }) => toast({ text }));
}
