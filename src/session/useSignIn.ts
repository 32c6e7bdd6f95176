import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { isToken } from '../api/isToken.ts';
import { listRegions } from '../api/listRegions.ts';
import { pathValueProblem } from '../api/pathValueProblem.ts';
import { ServiceError } from '../api/ServiceError.ts';
import { paths } from '../paths.ts';
import { cleanToken } from './cleanToken.ts';
import type { SessionStore } from './createSessionStore.ts';
import { type SignInProblem, signInProblem } from './signInProblem.ts';

export type Credentials = { workspaceSlug: string; token: string; keep: boolean };

/** Proves a token with one cheap read before it is kept; that answer fills the cache. */
export function useSignIn(store: SessionStore, before: SignInProblem | null) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const proving = useRef(false);
  const [state, setState] = useState<{ proving: boolean; problem: SignInProblem | null }>({
    proving: false,
    problem: before,
  });

  async function signIn({ workspaceSlug, token: pasted, keep }: Credentials) {
    if (proving.current) return;
    const token = cleanToken(pasted);
    const slip = slipIn(workspaceSlug, token);
    setState({ proving: slip === null, problem: slip });
    if (slip !== null) return;
    proving.current = true;
    const code = store.prepare();
    const connection = store.connect(token);
    try {
      const regions = await listRegions(connection, workspaceSlug);
      // The form stands until what comes in its place can be drawn.
      await code;
      const asked = paths.workspaceOf(pathname);
      if (asked !== null && asked !== workspaceSlug)
        navigate(paths.inWorkspace(pathname, workspaceSlug), { replace: true });
      store.enter(connection, workspaceSlug, keep, regions);
      // The kept page first gets its new connection; only then may the reads that failed with the old one resume.
      flushSync(() => {});
      store.resumeReads();
    } catch (error) {
      const problem = error instanceof ServiceError ? signInProblem(error, workspaceSlug) : unexpected;
      setState({ proving: false, problem });
    } finally {
      proving.current = false;
    }
  }
  return { ...state, signIn };
}

const unexpected: SignInProblem = {
  title: 'This console failed while it signed you in.',
  next: 'Reload the page and try again.',
  field: null,
};

function slipIn(workspaceSlug: string, token: string): SignInProblem | null {
  const workspaceWrong = pathValueProblem(workspaceSlug);
  if (workspaceWrong !== null)
    return {
      title: `The workspace ${workspaceWrong}.`,
      next: 'Enter the slug from its address.',
      field: 'workspace',
    };
  if (token === '') return { title: 'The access token is empty.', next: 'Paste your token.', field: 'token' };
  if (!isToken(token))
    return {
      title: 'This is no access token: it holds spaces, line breaks or characters that no token has.',
      next: 'Copy the token again, alone.',
      field: 'token',
    };
  return null;
}
